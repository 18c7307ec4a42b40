/** Decodes the escapes of JSON, URLs, forms and markup in a text, with the positions of the original. */

/** Half-open: `to` is the index after the last character. */
export type Range = readonly [from: number, to: number];

export interface UnescapedText {
  readonly text: string;
  /** The range of the original text for a non-empty range of this one. */
  readonly rangeOf: (from: number, to: number) => Range;
}

/** Rounds for nested escapes of different kinds; repeated escapes of one kind take one round. */
const MAX_ROUNDS = 8;

/** Yields the text itself, then the text with escapes decoded, then with nested escapes decoded, and so on. */
export function* unescapeRepeatedly(text: string): Generator<UnescapedText> {
  let current: UnescapedText = { text, rangeOf: (from, to) => [from, to] };
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    yield current;
    if (!MAY_ESCAPE.test(current.text)) return;
    const next = rewriteText(current, ESCAPE, unescapeMatch);
    if (next.text === current.text) return;
    current = next;
  }
}

/** Whitespace, which breaks long lines and separates the bytes of dumps; in form encoding it is a plus. */
const SPACE = /[\s+]+/g;

export function removeSpaces(text: string): string {
  return text.replace(SPACE, '');
}

/** Undefined when there is no whitespace. */
export function withoutWhitespace(current: UnescapedText): UnescapedText | undefined {
  return current.text.search(SPACE) < 0 ? undefined : rewriteText(current, SPACE);
}

/**
 * Percent signs, backslashes and ampersands are escaped again each time their text is embedded, up to megabytes of
 * them: all of these count as one escape.
 */
const ESCAPE =
  /%(?:25)*[0-9a-f]{2}|\\+(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'/`nrt])|\\{2,}|&(?:amp;)*(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|amp|apos|gt|hellip|lt|quot);/gi;

const MAY_ESCAPE = /[%\\&]/;

function unescapeMatch(found: string): string {
  if (found.startsWith('%')) return toCharacter(found.slice(-2), 16);
  if (found.startsWith('&')) {
    return unescapeMarkup(found.slice(Math.max(0, found.lastIndexOf(';', found.length - 2)) + 1, -1).toLowerCase());
  }
  return unescapeJson(found.slice(found.lastIndexOf('\\') + 1).toLowerCase());
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  lt: '<',
  quot: '"',
};

function unescapeMarkup(name: string): string {
  if (name.startsWith('#x')) return toCharacter(name.slice(2), 16);
  return name.startsWith('#') ? toCharacter(name.slice(1), 10) : (namedEntities[name] ?? '');
}

/** Decodes the part after the backslash; several backslashes become one. */
function unescapeJson(rest: string): string {
  if (rest === '') return '\\';
  if (rest.length > 1) return toCharacter(rest.slice(1), 16);
  return /[nrt]/.test(rest) ? '\n' : rest;
}

/** Decodes bytes one by one; an invalid code point becomes U+FFFD. */
function toCharacter(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** Replaces the matches of the pattern; without a replacement they are removed. */
function rewriteText(current: UnescapedText, pattern: RegExp, replacement?: (found: string) => string): UnescapedText {
  const text =
    replacement === undefined ? current.text.replace(pattern, '') : current.text.replace(pattern, replacement);
  let positions: PositionMap | undefined;
  const rangeOf = (from: number, to: number) => {
    positions ??= mapPositions(current.text, text.length, pattern, replacement);
    const { starts, ends } = positions;
    return current.rangeOf(starts[from] ?? 0, ends[to - 1] ?? current.text.length);
  };
  return { text, rangeOf };
}

/** Start and end of each decoded character in the original text. */
interface PositionMap {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function mapPositions(
  original: string,
  length: number,
  pattern: RegExp,
  replacement?: (found: string) => string,
): PositionMap {
  const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
  let [at, index] = [0, 0];
  const copyUpTo = (end: number, step: number) => {
    for (; at < end; at += step, index += 1) [starts[index], ends[index]] = [at, at + step];
  };
  for (const { 0: found, index: start } of original.matchAll(pattern)) {
    copyUpTo(start, 1);
    for (const end = index + (replacement?.(found).length ?? 0); index < end; index += 1) {
      starts[index] = start;
      ends[index] = start + found.length;
    }
    at = start + found.length;
  }
  copyUpTo(original.length, 1);
  return { starts, ends };
}
