/** What JSON texts are made of, for those who go through one without parsing it. */

export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
const POINT = 0x2e;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string that the one at `start` begins; the length of the text where there is none. */
export function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** The string between two quotes: `"na\u006de"` is `name`. Throws where its escapes are none of JSON. */
export function unescapeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end);
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner;
}

/** What has to be known of a JSON text before it is parsed: how deep it is, and whether all its numbers fit a double. */
interface ScanResult {
  /** Of the deepest of the arrays and objects in one another. */
  readonly depth: number;
  /** Outside of strings stands a number that `JSON.parse` alone could round: of 16 digits and points, or with an exponent. */
  readonly mayRound: boolean;
}

/** Of a text that may be no JSON at all; it is not gone through any further than to where it is deeper than `limit`. */
export function scanJson(text: string, limit: number): ScanResult {
  let [depth, maxDepth, digits, mayRound] = [0, 0, 0, false];
  for (let i = 0; i < text.length && maxDepth <= limit; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code) || (code === POINT && digits > 0)) {
      if (++digits >= ROUNDED_DIGITS) mayRound = true;
      continue;
    }
    if (code === QUOTE) i = findStringEnd(text, i);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) maxDepth = Math.max(maxDepth, ++depth);
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    else if (digits > 0 && (code === LOWERCASE_E || code === UPPERCASE_E)) mayRound = true;
    digits = 0;
  }
  return { depth: maxDepth, mayRound };
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const ROUNDED_DIGITS = 16;

const ZERO = 0x30;

const NINE = 0x39;

const LOWERCASE_E = 0x65;

const UPPERCASE_E = 0x45;
