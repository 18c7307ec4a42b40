/**
 * Makes untrusted text safe: for terminals and the logs of CI servers (see the table in docs/explanation/reliability.md), for URLs,
 * for regular expressions, and for truncation.
 */

/**
 * Sanitizes one line: escapes control characters, invisible characters, bidirectional controls and lone surrogates by
 * their code (`\u202e`), and commands to CI servers. GitHub's runner interprets lines that begin with `::`, after any
 * whitespace, and `##[` anywhere; others interpret `##vso[`, `##teamcity[`, and in test results `[[ATTACHMENT|`.
 */
export function sanitizeLine(text: string): string {
  if (plainLine.test(text)) return text;
  return escapeCiCommand(text.replace(hiddenCharacters, escapeCharacter).replace(ciCommandStart, escapeCharacter));
}

/** Printable ASCII without the characters that begin a command: most lines, which are found so in a tenth of the time. */
const plainLine = /^[ -"$-9;-Z\\-~]*$/;

/** Escapes a leading `::`. */
export function escapeCiCommand(line: string): string {
  return line.replace(/(?<=^\s*):(?=:)/, escapeCharacter);
}

/** Sanitizes each line; line breaks stay. */
export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitizeLine).join('\n');
}

/** Equivalent JSON that is safe to print: such characters occur only inside strings, where JSON allows escapes. */
export function sanitizeJson(json: string): string {
  return json.replace(hiddenCharactersInLines, escapeCharacter).replace(ciCommandStart, escapeCharacter);
}

/** The format of `--json` output and JSON files: indented by two spaces, and sanitized. */
export function formatJson(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Escapes each UTF-16 unit as `\uXXXX`. */
export function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Control and format characters, lone surrogates, line and paragraph separators, and noncharacters. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The same except line feeds. */
export const hiddenCharactersInLines = new RegExp(`(?!\\n)${hiddenCharacters.source}`, 'gu');

const ciCommandStart = /#(?=#\w*\[)|\[(?=\[ATTACHMENT\|)/gi;

/** Encodes a part of a path or query; a lone surrogate, for which `encodeURIComponent` throws, becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Truncates to at most `length` UTF-16 units, without a lone surrogate at the end, which JSON parsers may reject. */
export function truncate(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A pattern that matches the text, in every place of a pattern. The same as `RegExp.escape`, which Node 22 does not have. */
export function escapeRegExp(text: string): string {
  return text
    .replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
    .replace(/[\t\n\v\f\r]/g, (character) => `\\${'tnvfr'[character.charCodeAt(0) - 9]}`)
    .replace(/[,\-=<>#&!%:;@~'`"]|\s|^[\dA-Za-z]/g, escapeUnit)
    .replace(/\p{Cs}/gu, escapeUnit);
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
