/** Where functions of the user come from, and the lines of their file in error messages. */
import { inNode } from '../../platform/node-modules.ts';
import { escapeRegExp, sanitizeLine } from '../../sanitize.ts';

export interface ModuleSource {
  /** The file as the user named it; undefined for functions of a program. */
  readonly file?: string | undefined;
  readonly url?: string | undefined;
  readonly text?: string | undefined;
  /** Of the bytes of the file, hexadecimal. */
  readonly sha256?: string | undefined;
}

export type ModuleFile = Required<ModuleSource> & { readonly file: string; readonly url: string };

/** `hooks.ts:7`: the line in the file that the error comes from; undefined if it does not come from there. */
export function positionOfError({ file, url }: ModuleSource, error: unknown): string | undefined {
  if (file === undefined || url === undefined || !(error instanceof Error)) return undefined;
  const names = [url, inNode?.getBuiltinModule('node:url').fileURLToPath(url) ?? url]
    .map((name) => escapeRegExp(name))
    .join('|');
  const [, line] = new RegExp(`(?:${names})(?:\\?[\\w=&]*)?:(\\d+)`).exec(error.stack ?? '') ?? [];
  return line === undefined ? undefined : `${file}:${line}`;
}

/** The line where a function is defined, as far as the text shows it. */
export function positionOfName({ file, text = '' }: ModuleSource, name: string): string | undefined {
  if (file === undefined) return undefined;
  const quoted = escapeRegExp(name);
  const definition = new RegExp(
    `(?<![\\w$.-])(?:function\\s*\\*?\\s+${quoted}\\b|(['"]?)${quoted}\\1\\s*[(:=]|${quoted}\\s*,)`,
  );
  const index = text
    .split('\n')
    .findIndex((line) => !/^\s*(?:\/\/|\*|\/\*|import\b)/.test(line) && definition.test(line));
  return index < 0 ? undefined : `${file}:${index + 1}`;
}

/** The first line of an error, also of what is no Error. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`;
  return sanitizeLine(text.split('\n')[0] ?? '');
}

/** Of functions that a program gives. */
export const programSource: ModuleSource = {};
