/** What has to be known of a JSON text before it is parsed: how deep it is, and whether all its numbers fit a double. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  POINT,
  QUOTE,
} from './json-text.ts';

export interface Scan {
  /** Of the deepest of the arrays and objects in one another. */
  readonly depth: number;
  /** Outside of strings stands a number that `JSON.parse` alone could round: of 16 digits and points, or with an exponent. */
  readonly mayRound: boolean;
}

/** Of a text that may be no JSON at all; it is not gone through any further than to where it is deeper than `limit`. */
export function scanJson(text: string, limit: number): Scan {
  let [depth, deepest, digits, mayRound] = [0, 0, 0, false];
  for (let i = 0; i < text.length && deepest <= limit; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code) || (code === POINT && digits > 0)) {
      if (++digits >= MANY_DIGITS) mayRound = true;
      continue;
    }
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    else if (digits > 0 && (code === SMALL_E || code === BIG_E)) mayRound = true;
    digits = 0;
  }
  return { depth: deepest, mayRound };
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const MANY_DIGITS = 16;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;
const BIG_E = 0x45;
