/**
 * Text that others wrote, made safe: to print on a terminal and in the log of a CI server (docs/reliability.md has the table),
 * to stand in a URL, to be cut.
 */

/**
 * One line: control characters, characters that no eye sees or that turn the direction of writing, and halves of characters
 * by their code (`\u202e`); and no command to a CI server. GitHub's runner takes a line that begins with `::` for one, after any
 * white space, and `##[` anywhere; others look for `##vso[`, `##teamcity[`, and in test results for `[[ATTACHMENT|`.
 */
export function sanitizeLine(text: string): string {
  return escapeCiCommand(text.replace(hiddenCharacters, escapeCharacter).replace(ciCommandStart, escapeCharacter));
}

/** A line that does not begin with `::`. */
export function escapeCiCommand(line: string): string {
  return line.replace(/(?<=^\s*):(?=:)/, escapeCharacter);
}

/** Line breaks stay. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitizeLine).join('\n');
}

/** JSON that says the same and can be printed: such characters stand in strings alone, where JSON takes their codes for them. */
export function sanitizeJson(json: string): string {
  return json.replace(hiddenCharactersInLines, escapeCharacter).replace(ciCommandStart, escapeCharacter);
}

/** What a command prints with `--json`, and what a file of JSON holds: two blanks a level, visible. */
export function formatJson(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Each by its code, in UTF-16 units. */
export function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Control and format characters, halves of surrogate pairs, separators of lines, code points that are no characters. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The same but for line feeds. */
export const hiddenCharactersInLines = new RegExp(`(?!\\n)${hiddenCharacters.source}`, 'gu');

const ciCommandStart = /#(?=#\w*\[)|\[(?=\[ATTACHMENT\|)/gi;

/** As a part of a path or query; half a character, for which `encodeURIComponent` throws, becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Cut for a message: at most so many UTF-16 units, and no half of a character at the end: readers of JSON refuse text that holds one. */
export function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
