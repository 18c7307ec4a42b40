/** A text as its readers have it: those of JSON, URLs, forms and markup take escapes for what they stand for. */

/** From the first character to the one behind the last. */
export type Range = readonly [from: number, to: number];

export interface UnescapedText {
  readonly text: string;
  /** Where the text that was given has what this one has in a range that is not empty. */
  readonly rangeOf: (from: number, to: number) => Range;
}

/** Escapes of one kind in those of another, and so on; a kind within itself counts once. */
const MAX_ROUNDS = 8;

/** As it is, and then with escapes read, those within escapes next. */
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

/** White space, by which long lines are broken, and dumps set bytes apart; in forms it is a plus. */
const SPACE = /[\s+]+/g;

export function removeSpaces(text: string): string {
  return text.replace(SPACE, '');
}

/** Undefined where there is nothing to leave out. */
export function withoutWhitespace(current: UnescapedText): UnescapedText | undefined {
  return current.text.search(SPACE) < 0 ? undefined : rewriteText(current, SPACE);
}

/**
 * A percent sign, a backslash and an ampersand escape themselves once more in each text that theirs is put into, of which
 * 10 MB can be made: all of that is one escape.
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

/** Of a backslash and what follows it; of several that follow each other, one is left. */
function unescapeJson(rest: string): string {
  if (rest === '') return '\\';
  if (rest.length > 1) return toCharacter(rest.slice(1), 16);
  return /[nrt]/.test(rest) ? '\n' : rest;
}

/** Of bytes, one by one; what is none stays one that nobody looks for. */
function toCharacter(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** What is found is left out unless it is read as something. */
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

/** Where each character that was read begins and ends in what was written. */
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
