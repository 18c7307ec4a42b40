/** Keys that one object of a JSON text has twice: `JSON.parse` keeps the last and says nothing. */

export type KeyPath = readonly (string | number)[];

/** Whoever has so many has them everywhere. */
const MOST = 10;

/** Of a text that is JSON. One pass over the text; nothing is parsed but keys with escapes. */
export function repeatedKeys(json: string): readonly KeyPath[] {
  const found: KeyPath[] = [];
  const frames: Frame[] = [];
  for (let at = 0; at < json.length && found.length < MOST; at++) {
    const code = json.charCodeAt(at);
    if (code !== QUOTE) step(frames, code);
    else {
      const end = endOfText(json, at);
      if (isRepeated(frames.at(-1), json, at, end)) found.push(frames.map(({ here }) => here));
      at = end;
    }
  }
  return found;
}

/** An array or object that the scan is within. */
interface Frame {
  /** Undefined for arrays. */
  readonly keys: Set<string> | undefined;
  awaitsKey: boolean;
  /** The index or key that the scan is at. */
  here: string | number;
}

function step(frames: Frame[], code: number): void {
  if (code === OPEN_BRACE) frames.push({ keys: new Set(), awaitsKey: true, here: '' });
  else if (code === OPEN_BRACKET) frames.push({ keys: undefined, awaitsKey: false, here: 0 });
  else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) frames.pop();
  else if (code === COMMA) next(frames.at(-1));
}

function next(frame: Frame | undefined): void {
  if (frame === undefined) return;
  if (typeof frame.here === 'number') frame.here++;
  else frame.awaitsKey = true;
}

function isRepeated(frame: Frame | undefined, json: string, start: number, end: number): boolean {
  if (frame?.keys === undefined || !frame.awaitsKey) return false;
  const key = textAt(json, start, end);
  const repeated = frame.keys.has(key);
  frame.keys.add(key);
  frame.awaitsKey = false;
  frame.here = key;
  return repeated;
}

/** `"na\u006de"` is the key `name`. */
function textAt(json: string, start: number, end: number): string {
  const inner = json.slice(start + 1, end);
  return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner;
}

function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
