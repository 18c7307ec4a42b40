/**
 * Files of the user whose errors do not end this process, also where no code awaits them: a server goes on when a timer
 * of a handler throws.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { relativePath } from '../files/display-path.ts';
import { describeError, type ModuleSource, positionOfError } from './module-source.ts';

const tolerated = new Map<string, ModuleSource>();

/** `files`: the absolute paths of what the module imports. */
export function tolerateFailures(source: ModuleSource, files: readonly string[]): void {
  for (const file of files) tolerated.set(file, { file: relativePath(file), url: pathToFileURL(file).href });
  if (source.url !== undefined) tolerated.set(source.url, source);
}

/**
 * One line about an error that comes from such a file, or, where there are such files, from nowhere in this package: a
 * rejected promise of Node, or a thrown text, does not show who caused it. Undefined for any other.
 */
export function toleratedFailure(error: unknown): string | undefined {
  for (const source of tolerated.values()) {
    const where = positionOfError(source, error);
    if (where !== undefined) return describe(`${where}: ${describeError(error)}`);
  }
  const [first] = tolerated.values();
  if (first === undefined || isOwnError(error)) return undefined;
  return describe(`probably in ${first.file}: ${describeError(error)}`);
}

function describe(text: string): string {
  return `${text} (outside of a request; the mock server goes on)`;
}

const ownFolder = new URL('../../', import.meta.url);

function isOwnError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const stack = (error.stack ?? '').replaceAll(/^.*node_modules.*$/gm, '');
  return [ownFolder.href, fileURLToPath(ownFolder)].some((folder) => stack.includes(folder));
}
