/** Character codes and scan functions for JSON texts that are not parsed. */

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

/**
 * Returns the index of the quote that closes the string opened at `start`, or the length of the text if it is not
 * closed.
 */
export function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

export function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** Returns the string between two quotes: `"na\u006de"` is `name`. Throws for escapes that are invalid in JSON. */
export function unescapeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end);
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner;
}

/** Facts about a JSON text that are needed before it is parsed. */
interface ScanResult {
  /** The deepest nesting of arrays and objects. */
  readonly depth: number;
  /**
   * True if a number outside of strings may be rounded by plain `JSON.parse`: 16 or more digits and points, or an
   * exponent.
   */
  readonly mayRound: boolean;
}

/** The text may be invalid JSON. Stops where the nesting is deeper than `limit`. */
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
