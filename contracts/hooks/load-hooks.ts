/** Loads the file of `--hooks`: TypeScript, whose types Node removes, or JavaScript. Only users name it, never a document. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { describeReadError } from '../../spec/source/source-file.ts';
import { describeError, type HookSource, invalidHooksError, positionOfError, programSource } from './hook-source.ts';
import { isObject } from './hook-values.ts';
import type { Hooks } from './hooks.ts';
import { importModule } from './import-module.ts';
import { rememberHookFile } from './loaded-files.ts';
import { EXPORT_FIX, type ValidHooks, validateHooks } from './validate-hooks.ts';

export interface LoadedHooks {
  readonly hooks: ValidHooks;
  readonly source: HookSource;
}

/** Of a program. Throws `hooks-invalid`. */
export function readHooks(hooks: Hooks): LoadedHooks {
  return { hooks: validateHooks(hooks, programSource), source: programSource };
}

/** Throws `hooks-unreadable` and `hooks-invalid`. */
export async function loadHooks(file: string): Promise<LoadedHooks> {
  const source = await readHookFile(file);
  const exported = await importFile(source);
  if (!isObject(exported) || !('default' in exported))
    throw invalidHooksError(source, 'it has no default export', { fix: EXPORT_FIX });
  return { hooks: validateHooks(exported.default, source), source };
}

type HookFile = Required<HookSource> & { readonly file: string; readonly url: string };

async function readHookFile(file: string): Promise<HookFile> {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file))
    throw new KitError('hooks-unreadable', `${file.replace(/\/\/.*@/s, '//***@')}: expected a file, got a URL`);
  if (!/\.[cm]?[jt]s$/i.test(file))
    throw new KitError('hooks-unreadable', `${file}: expected a file in TypeScript or JavaScript`, {
      fix: 'Name it .ts, .mts, .js or .mjs.',
    });
  try {
    const bytes = await readFile(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file, url: pathToFileURL(path.resolve(file)).href, text: bytes.toString('utf8'), sha256 };
  } catch (error) {
    throw new KitError('hooks-unreadable', `${file}: ${describeReadError(error)}`, { cause: error });
  }
}

async function importFile(source: HookFile): Promise<unknown> {
  rememberHookFile(source);
  try {
    return await importModule(source.url);
  } catch (error) {
    throw await importError(source, error);
  }
}

async function importError(source: HookFile, error: unknown): Promise<KitError> {
  const where =
    positionOfError(source, error) ?? (error instanceof SyntaxError ? await positionOfSyntaxError(source) : undefined);
  return new KitError('hooks-invalid', `${source.file}: ${describeError(error)}`, {
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
async function positionOfSyntaxError({ file, url }: HookFile): Promise<string | undefined> {
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
