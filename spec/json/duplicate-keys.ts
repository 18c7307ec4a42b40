/** Duplicate keys within one object of a JSON text: `JSON.parse` silently keeps the last value. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  findStringEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  unescapeString,
} from './json-scanner.ts';

export type KeyPath = readonly (string | number)[];

/** A text with this many duplicates usually has them everywhere. */
const MAX_REPORTED = 10;

/** Expects valid JSON. Scans the text once and parses nothing except keys with escapes. */
export function findDuplicateKeys(json: string): readonly KeyPath[] {
  const found: KeyPath[] = [];
  const frames: Frame[] = [];
  for (let index = 0; index < json.length && found.length < MAX_REPORTED; index++) {
    const code = json.charCodeAt(index);
    if (code !== QUOTE) scanToken(frames, code);
    else {
      const end = findStringEnd(json, index);
      if (isDuplicate(frames.at(-1), json, index, end)) found.push(frames.map(({ position }) => position));
      index = end;
    }
  }
  return found;
}

/** An array or object that encloses the current position. */
interface Frame {
  /** Undefined for arrays. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
  /** The current index or key. */
  position: string | number;
}

function scanToken(frames: Frame[], code: number): void {
  if (code === OPEN_BRACE) frames.push({ keys: new Set(), expectsKey: true, position: '' });
  else if (code === OPEN_BRACKET) frames.push({ keys: undefined, expectsKey: false, position: 0 });
  else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) frames.pop();
  else if (code === COMMA) nextMember(frames.at(-1));
}

function nextMember(frame: Frame | undefined): void {
  if (frame === undefined) return;
  if (typeof frame.position === 'number') frame.position++;
  else frame.expectsKey = true;
}

function isDuplicate(frame: Frame | undefined, json: string, start: number, end: number): boolean {
  if (frame?.keys === undefined || !frame.expectsKey) return false;
  const key = unescapeString(json, start, end);
  const isDuplicateKey = frame.keys.has(key);
  frame.keys.add(key);
  frame.expectsKey = false;
  frame.position = key;
  return isDuplicateKey;
}
