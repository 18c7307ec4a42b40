/**
 * Plain JSON, read by the engine, which is faster than anything that reads YAML and leaves less behind; one pass over the
 * text finds the lines, and what `JSON.parse` says nothing of: a name that stands twice, an integer that it rounds. JSON
 * with comments is refused.
 */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  endOfString,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  stringBetween,
} from '../json/json-text.ts';
import { inOwnOrder, type LineIndex, MAX_DEPTH, type PlainDocument } from './line-index.ts';

/** Undefined for what is no object in JSON, and for what takes more care. */
export function readPlainJson(text: string): PlainDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    const lines = linesIn(text, value);
    return lines === undefined ? undefined : { value, lines };
  } catch {
    return undefined;
  }
}

/** A list or object that the scan is within. */
interface Frame {
  readonly value: JsonArray | JsonObject;
  /** The names so far, in the order of the text; undefined for lists. */
  readonly names: string[] | undefined;
  readonly lines: number[];
  /** An item, or a name, comes next. */
  isNext: boolean;
}

interface Scan {
  readonly text: string;
  readonly root: Json;
  readonly frames: Frame[];
  readonly lines: Map<JsonArray | JsonObject, readonly number[]>;
  line: number;
}

/** Of a text that is JSON. Undefined where something is not plain. */
function linesIn(text: string, root: Json): LineIndex | undefined {
  const scan: Scan = { text, root, frames: [], lines: new Map(), line: 1 };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) scan.line++;
    else if (code > BLANK && code !== COLON) {
      const end = passToken(scan, at, code);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return scan.lines;
}

/** The last character of the token that begins at `at`; undefined where it is not plain. */
function passToken(scan: Scan, at: number, code: number): number | undefined {
  const frame = scan.frames.at(-1);
  if (code === COMMA) {
    if (frame !== undefined) frame.isNext = true;
    return at;
  }
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return close(scan) ? at : undefined;
  if (code === QUOTE) return passText(scan, frame, at);
  noteItem(scan, frame);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return open(scan, frame) ? at : undefined;
  return passWord(scan.text, at);
}

function open({ root, frames }: Scan, frame: Frame | undefined): boolean {
  const value = frame === undefined ? root : memberOf(frame);
  if (typeof value !== 'object' || value === null || frames.length >= MAX_DEPTH) return false;
  frames.push({ value, names: isJsonArray(value) ? undefined : [], lines: [], isNext: true });
  return true;
}

/** The value that stands at the last name or item. */
function memberOf({ value, names, lines }: Frame): Json | undefined {
  if (isJsonArray(value)) return value[lines.length - 1];
  return value[names?.at(-1) ?? ''];
}

/** False where a name stands twice. */
function close({ frames, lines }: Scan): boolean {
  const frame = frames.pop();
  if (frame === undefined) return false;
  const { value, names } = frame;
  if (names === undefined || !isJsonObject(value)) lines.set(value, frame.lines);
  else {
    if (names.length !== Object.keys(value).length) return false;
    lines.set(value, inOwnOrder(names, frame.lines, value));
  }
  return true;
}

function noteItem({ line }: Scan, frame: Frame | undefined): void {
  if (frame?.isNext !== true || frame.names !== undefined) return;
  frame.lines.push(line);
  frame.isNext = false;
}

function passText(scan: Scan, frame: Frame | undefined, start: number): number | undefined {
  const { text, line } = scan;
  const end = endOfString(text, start);
  if (frame?.names === undefined || !frame.isNext) noteItem(scan, frame);
  else {
    const name = stringBetween(text, start, end);
    if (name === '__proto__') return undefined;
    frame.names.push(name);
    frame.lines.push(line);
    frame.isNext = false;
  }
  return end;
}

/** A number, or one of `true`, `false` and `null`. Undefined for an integer that may be rounded, and for -0, which is 0 in YAML. */
function passWord(text: string, start: number): number | undefined {
  let end = start;
  while (isOfWord(text.charCodeAt(end + 1))) end++;
  const isLong = end - start >= SAFE_DIGITS;
  return (isLong || text.charCodeAt(start) === MINUS) && takesCare.test(text.slice(start, end + 1))
    ? undefined
    : end;
}

/** `-12.5e+3`, `true` */
function isOfWord(code: number): boolean {
  return code === PLUS || (code > COMMA && code !== CLOSE_BRACKET && code !== CLOSE_BRACE);
}

const SAFE_DIGITS = 15;
const takesCare = /^(?:-0|-?\d{16,})$/;

const NEWLINE = 0x0a;
const BLANK = 0x20;

/** Refuses JSON with comments: it would else be read as YAML, which it was never meant to be. Throws `spec-syntax`. */
export function refuseJsonComment(name: string, text: string): void {
  const line = commentLine(text);
  if (line === undefined) return;
  throw new KitError('spec-syntax', 'this is JSON with a comment, and JSON has none', {
    where: `${name}:${line}`,
    fix: 'Take the comments out, or write the document in YAML, where a comment begins with #.',
  });
}

/** The line of the first comment, from 1; undefined where the text without comments is no JSON either. */
function commentLine(text: string): number | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  const { rest, first } = withoutComments(text);
  if (first === undefined || readPlainJson(rest) === undefined) return undefined;
  return text.slice(0, first).split('\n').length;
}

function withoutComments(text: string): { readonly rest: string; readonly first: number | undefined } {
  let rest = '';
  let first: number | undefined;
  let at = 0;
  for (let next = markIn(text, at); next !== -1; next = markIn(text, at)) {
    const isString = text.charCodeAt(next) === QUOTE;
    const end = isString ? endOfString(text, next) + 1 : endOfComment(text, next);
    rest += text.slice(at, isString ? end : next);
    if (!isString) first ??= next;
    at = end;
  }
  return { rest: rest + text.slice(at), first };
}

/** Where a string or a comment begins. */
function markIn(text: string, from: number): number {
  const marks = /"|\/[/*]/g;
  marks.lastIndex = from;
  return marks.exec(text)?.index ?? -1;
}

function endOfComment(text: string, start: number): number {
  const isBlock = text.startsWith('/*', start);
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2);
  if (end === -1) return text.length;
  return isBlock ? end + 2 : end;
}
