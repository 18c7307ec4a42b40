/** What JSON texts are made of, for those who go through one without parsing it. */

export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string that the one at `start` begins; the length of the text where there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** The string between two quotes: `"na\u006de"` is `name`. Throws where its escapes are none of JSON. */
export function stringBetween(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end);
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner;
}
