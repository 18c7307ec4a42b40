/** Formats a command of this kit for a POSIX shell. */
import { quoteText, shellWord } from './quote.ts';

export interface KitCommand {
  /** For example `pact verify`. */
  readonly command: string;
  readonly positionals?: readonly string[];
  /** By name, without the dashes; true for an option without a value. */
  readonly options?: readonly (readonly [name: string, value: string | true])[];
  /** Environment variables with one or several lines; `...` is a placeholder for a secret that the user fills in. */
  readonly environment?: readonly (readonly [name: string, lines: readonly string[]])[];
}

/** Positionals come first, unless one begins with a hyphen and would be parsed as an option. */
export function formatKitCommand({ command, positionals = [], options = [], environment = [] }: KitCommand): string {
  const positionalWords = positionals.map(quotePositional);
  const optionWords = options.map(([name, value]) => formatOption(name, value));
  const isOptionLike = positionals.some((one) => one.startsWith('-'));
  return [
    ...environment.map(([name, lines]) => `${name}=${quoteLines(lines)}`),
    'plant-store',
    command,
    ...(isOptionLike ? [...optionWords, '--', ...positionalWords] : [...positionalWords, ...optionWords]),
  ].join(' ');
}

function quoteLines(lines: readonly string[]): string {
  if (lines.length === 1) return lines.map(shellWord).join('');
  // Without double quotes, in which an interactive bash expands history: an assignment does not split words.
  return `$(printf '%s\\n' ${lines.map((line) => quoteText(line)).join(' ')})`;
}

/** Only URLs may be unquoted; other positionals, such as case ids, are always quoted. */
function quotePositional(text: string): string {
  return /^https?:/.test(text) ? shellWord(text) : quoteText(text);
}

function formatOption(name: string, value: string | true): string {
  if (value === true) return `--${name}`;
  return value.startsWith('-') ? `--${name}=${quoteText(value)}` : `--${name} ${shellWord(value)}`;
}
