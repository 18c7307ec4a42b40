/** A text as its readers have it: those of JSON, URLs, forms and markup take escapes for what they stand for. */

/** From the first character to the one behind the last. */
export type Range = readonly [from: number, to: number];

export interface Reading {
  readonly text: string;
  /** Where the text that was given has what this one has in a range that is not empty. */
  readonly rangeOf: (from: number, to: number) => Range;
}

/** Escapes of one kind in those of another, and so on; a kind within itself counts once. */
const MOST_ROUNDS = 8;

/** As it is, and then with escapes read, those within escapes next. */
export function* readings(text: string): Generator<Reading> {
  let reading: Reading = { text, rangeOf: (from, to) => [from, to] };
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    yield reading;
    if (!MAY_ESCAPE.test(reading.text)) return;
    const next = rewritten(reading, ESCAPE, unescaped);
    if (next.text === reading.text) return;
    reading = next;
  }
}

/** White space, by which long lines are broken, and dumps set bytes apart; in forms it is a plus. */
const SPACE = /[\s+]+/g;

export function withoutSpace(text: string): string {
  return text.replace(SPACE, '');
}

/** Undefined where there is nothing to leave out. */
export function squeezed(reading: Reading): Reading | undefined {
  return reading.text.search(SPACE) < 0 ? undefined : rewritten(reading, SPACE);
}

/**
 * A percent sign, a backslash and an ampersand escape themselves once more in each text that theirs is put into, of which
 * 10 MB can be made: all of that is one escape.
 */
const ESCAPE =
  /%(?:25)*[0-9a-f]{2}|\\+(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'/`nrt])|\\{2,}|&(?:amp;)*(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|amp|apos|gt|hellip|lt|quot);/gi;

const MAY_ESCAPE = /[%\\&]/;

function unescaped(found: string): string {
  if (found.startsWith('%')) return charOf(found.slice(-2), 16);
  if (found.startsWith('&')) {
    return ofMarkup(found.slice(Math.max(0, found.lastIndexOf(';', found.length - 2)) + 1, -1).toLowerCase());
  }
  return ofJson(found.slice(found.lastIndexOf('\\') + 1).toLowerCase());
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  lt: '<',
  quot: '"',
};

function ofMarkup(name: string): string {
  if (name.startsWith('#x')) return charOf(name.slice(2), 16);
  return name.startsWith('#') ? charOf(name.slice(1), 10) : (named[name] ?? '');
}

/** Of a backslash and what follows it; of several that follow each other, one is left. */
function ofJson(rest: string): string {
  if (rest === '') return '\\';
  if (rest.length > 1) return charOf(rest.slice(1), 16);
  return /[nrt]/.test(rest) ? '\n' : rest;
}

/** Of bytes, one by one; what is none stays one that nobody looks for. */
function charOf(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** What is found is left out unless it is read as something. */
function rewritten(reading: Reading, pattern: RegExp, read?: (found: string) => string): Reading {
  const text = read === undefined ? reading.text.replace(pattern, '') : reading.text.replace(pattern, read);
  let places: Places | undefined;
  const rangeOf = (from: number, to: number) => {
    places ??= placesIn(reading.text, text.length, pattern, read);
    const { starts, ends } = places;
    return reading.rangeOf(starts[from] ?? 0, ends[to - 1] ?? reading.text.length);
  };
  return { text, rangeOf };
}

/** Where each character that was read begins and ends in what was written. */
interface Places {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function placesIn(
  written: string,
  length: number,
  pattern: RegExp,
  read?: (found: string) => string,
): Places {
  const [starts, ends] = [new Uint32Array(length), new Uint32Array(length)];
  let [at, index] = [0, 0];
  const through = (end: number, step: number) => {
    for (; at < end; at += step, index += 1) [starts[index], ends[index]] = [at, at + step];
  };
  for (const { 0: found, index: start } of written.matchAll(pattern)) {
    through(start, 1);
    for (const end = index + (read?.(found).length ?? 0); index < end; index += 1) {
      starts[index] = start;
      ends[index] = start + found.length;
    }
    at = start + found.length;
  }
  through(written.length, 1);
  return { starts, ends };
}
