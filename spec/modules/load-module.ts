/** Loads a file of the user: TypeScript, whose types Node removes, or JavaScript. Only users name it, never a document. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ErrorCode, KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { describeReadError } from '../source/source-file.ts';
import { type ImportedModule, type ImportOptions, importModule } from './import-module.ts';
import { describeError, type ModuleFile, positionOfError } from './module-source.ts';

/** The codes of its errors. */
export interface ModuleErrors {
  readonly unreadable: ErrorCode;
  readonly invalid: ErrorCode;
}

/** Throws `errors.unreadable`. */
export async function readModuleFile(file: string, errors: ModuleErrors): Promise<ModuleFile> {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file))
    throw new KitError(errors.unreadable, `${file.replace(/\/\/.*@/s, '//***@')}: expected a file, got a URL`);
  if (!isModuleName(file))
    throw new KitError(errors.unreadable, `${file}: expected a file in TypeScript or JavaScript`, {
      fix: 'Name it .ts, .mts, .js or .mjs.',
    });
  try {
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file, url: pathToFileURL(path.resolve(file)).href, text: bytes.toString('utf8'), sha256 };
  } catch (error) {
    throw new KitError(errors.unreadable, `${file}: ${describeReadError(error)}`, { cause: error });
  }
}

export function isModuleName(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file);
}

/** Throws `errors.invalid`, with the line. */
export async function importModuleFile(
  source: ModuleFile,
  errors: ModuleErrors,
  options: ImportOptions = {},
): Promise<ImportedModule> {
  try {
    return await importModule(source.url, options);
  } catch (error) {
    throw await importError(source, errors.invalid, error);
  }
}

async function importError(source: ModuleFile, code: ErrorCode, error: unknown): Promise<KitError> {
  const where =
    positionOfError(source, error) ?? (error instanceof SyntaxError ? await positionOfSyntaxError(source) : undefined);
  return new KitError(code, `${source.file}: ${describeError(error)}`, {
    cause: error,
    fix: importFix(error),
    ...(where === undefined ? {} : { where }),
  });
}

function importFix(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'Node only removes types: write it without enum, namespace and parameter properties.';
  if (code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING')
    return 'Move it out of node_modules, or write it in JavaScript.';
  if (code === 'ERR_MODULE_NOT_FOUND')
    return 'Check the path, with its extension; packages are looked up from the folder of the file. Types are imported with import type.';
  return error instanceof SyntaxError ? 'Fix the syntax.' : 'Fix what the file does when it is loaded.';
}

/** Of JavaScript, Node gives a program no line; it only prints one. Nothing of the file is run. */
async function positionOfSyntaxError({ file, url }: ModuleFile): Promise<string | undefined> {
  const printed = await promisify(execFile)(process.execPath, ['--check', path.resolve(file)]).then(
    () => '',
    (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : ''),
  );
  const [, line] =
    /:(\d+)$/.exec(
      sanitizeLine(printed.split('\n').find((one) => one.startsWith(url) || one.startsWith(path.resolve(file))) ?? ''),
    ) ?? [];
  return line === undefined ? undefined : `${file}:${line}`;
}
