/** Keys that one object of a JSON text has twice: `JSON.parse` keeps the last and says nothing. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  stringBetween,
} from './json-text.ts';

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
      const end = endOfString(json, at);
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
  const key = stringBetween(json, start, end);
  const repeated = frame.keys.has(key);
  frame.keys.add(key);
  frame.awaitsKey = false;
  frame.here = key;
  return repeated;
}
