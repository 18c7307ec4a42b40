/** Where hooks come from, and the lines of their file in error messages. */
import { fileURLToPath } from 'node:url';
import { KitError } from '../../errors.ts';
import { escapeRegExp, sanitizeLine } from '../../sanitize.ts';

export interface HookSource {
  /** The file as the user named it; undefined for hooks of a program. */
  readonly file?: string | undefined;
  readonly url?: string | undefined;
  readonly text?: string | undefined;
  /** Of the bytes of the file, hexadecimal. */
  readonly sha256?: string | undefined;
}

export const programSource: HookSource = {};

/** `the hook beforeRequest` */
export function sourceName({ file }: HookSource): string {
  return file ?? 'the option hooks';
}

/** `hooks.ts:7`: the line in the file that the error comes from; undefined if it does not come from there. */
export function positionOfError({ file, url }: HookSource, error: unknown): string | undefined {
  if (file === undefined || url === undefined || !(error instanceof Error)) return undefined;
  const names = [url, fileURLToPath(url)].map((name) => escapeRegExp(name)).join('|');
  const [, line] = new RegExp(`(?:${names}):(\\d+)`).exec(error.stack ?? '') ?? [];
  return line === undefined ? undefined : `${file}:${line}`;
}

/** The line where a hook or check is defined, as far as the text shows it. */
export function positionOfHook({ file, text = '' }: HookSource, name: string): string | undefined {
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

/** An error in the file or object itself. `name`: of the hook or check that it concerns. */
export function invalidHooksError(
  source: HookSource,
  detail: string,
  options: { name?: string; fix?: string } = {},
): KitError {
  const { name, fix } = options;
  const where = name === undefined ? undefined : positionOfHook(source, name);
  return new KitError('hooks-invalid', `${sourceName(source)}: ${detail}`, {
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
  });
}
