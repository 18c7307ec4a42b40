/** A command of this kit, to be pasted into a POSIX shell. */
import { quoteText, shellWord } from './quote.ts';

export interface KitCommand {
  /** Such as `pact verify`. */
  readonly command: string;
  readonly positionals?: readonly string[];
  /** By name, without the dashes; true for one that takes no value. */
  readonly options?: readonly (readonly [name: string, value: string | true])[];
  /** Variables of the environment, of one line or several; `...` stands for a secret that the reader has to fill in. */
  readonly environment?: readonly (readonly [name: string, lines: readonly string[]])[];
}

/** Positionals come first, unless one of them begins with a hyphen and would be read as an option. */
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
  // Not in double quotes, where an interactive bash would look for its history: an assignment does not split it.
  return `$(printf '%s\\n' ${lines.map((line) => quoteText(line)).join(' ')})`;
}

/** Only URLs may stay unquoted; other positionals, such as ids of cases, are always quoted. */
function quotePositional(text: string): string {
  return /^https?:/.test(text) ? shellWord(text) : quoteText(text);
}

function formatOption(name: string, value: string | true): string {
  if (value === true) return `--${name}`;
  return value.startsWith('-') ? `--${name}=${quoteText(value)}` : `--${name} ${shellWord(value)}`;
}
