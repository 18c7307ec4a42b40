/**
 * Text that others wrote, made safe: to print on a terminal and in the log of a CI server (docs/reliability.md has the table),
 * to stand in a URL, to be cut.
 */

/**
 * One line: control characters, characters that no eye sees or that turn the direction of writing, and halves of characters
 * by their code (`\u202e`); and no command to a CI server. GitHub's runner takes a line that begins with `::` for one, after any
 * white space, and `##[` anywhere; others look for `##vso[`, `##teamcity[`, and in test results for `[[ATTACHMENT|`.
 */
export function visible(text: string): string {
  return withoutCommand(text.replace(unseen, codeOf).replace(commandStart, codeOf));
}

/** A line that does not begin with `::`. */
export function withoutCommand(line: string): string {
  return line.replace(/(?<=^\s*):(?=:)/, codeOf);
}

/** Line breaks stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** JSON that says the same and can be printed: such characters stand in strings alone, where JSON takes their codes for them. */
export function visibleJson(json: string): string {
  return json.replace(unseenInLines, codeOf).replace(commandStart, codeOf);
}

/** What a command prints with `--json`, and what a file of JSON holds: two blanks a level, visible. */
export function printedJson(value: unknown): string {
  return `${visibleJson(JSON.stringify(value, null, 2))}\n`;
}

/** Each by its code, in UTF-16 units. */
export function codeOf(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Control and format characters, halves of surrogate pairs, separators of lines, code points that are no characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The same but for line feeds. */
export const unseenInLines = new RegExp(`(?!\\n)${unseen.source}`, 'gu');

const commandStart = /#(?=#\w*\[)|\[(?=\[ATTACHMENT\|)/gi;

/** As a part of a path or query; half a character, for which `encodeURIComponent` throws, becomes U+FFFD. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Cut for a message: at most so many UTF-16 units, and no half of a character at the end: readers of JSON refuse text that holds one. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
