/**
 * Reads plain JSON with `JSON.parse`, which is faster than any YAML parser and allocates less. One pass over the text
 * finds the lines, and what `JSON.parse` hides: duplicate names and rounded integers. JSON with comments is rejected.
 */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  findStringEnd,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  unescapeString,
} from '../json/json-scanner.ts';
import { type LineIndex, MAX_DOCUMENT_DEPTH, orderByObjectKeys, type PlainDocument } from './line-index.ts';

/** Undefined for anything but a JSON object, and for documents that need the full reader. */
export function readPlainJson(text: string): PlainDocument | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    const lines = indexLines(text, value);
    return lines === undefined ? undefined : { value, lines };
  } catch {
    return undefined;
  }
}

/** A list or object that encloses the current position. */
interface Frame {
  readonly value: JsonArray | JsonObject;
  /** The names so far, in text order; undefined for lists. */
  readonly names: string[] | undefined;
  readonly lines: number[];
  /** Whether an item or a name comes next. */
  expectsMember: boolean;
}

interface Scan {
  readonly text: string;
  readonly root: Json;
  readonly frames: Frame[];
  readonly lines: Map<JsonArray | JsonObject, readonly number[]>;
  line: number;
}

/** Expects valid JSON. Undefined if the document is not plain. */
function indexLines(text: string, root: Json): LineIndex | undefined {
  const scan: Scan = { text, root, frames: [], lines: new Map(), line: 1 };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === NEWLINE) scan.line++;
    else if (code > SPACE && code !== COLON) {
      const end = scanToken(scan, index, code);
      if (end === undefined) return undefined;
      index = end;
    }
  }
  return scan.lines;
}

/** Returns the index of the last character of the token at `index`; undefined if it is not plain. */
function scanToken(scan: Scan, index: number, code: number): number | undefined {
  const frame = scan.frames.at(-1);
  if (code === COMMA) {
    if (frame !== undefined) frame.expectsMember = true;
    return index;
  }
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return closeFrame(scan) ? index : undefined;
  if (code === QUOTE) return scanString(scan, frame, index);
  recordItemLine(scan, frame);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return openFrame(scan, frame) ? index : undefined;
  return scanLiteral(scan.text, index);
}

function openFrame({ root, frames }: Scan, frame: Frame | undefined): boolean {
  const value = frame === undefined ? root : currentMember(frame);
  if (typeof value !== 'object' || value === null || frames.length >= MAX_DOCUMENT_DEPTH) return false;
  frames.push({ value, names: isJsonArray(value) ? undefined : [], lines: [], expectsMember: true });
  return true;
}

/** The value of the latest name or item. */
function currentMember({ value, names, lines }: Frame): Json | undefined {
  if (isJsonArray(value)) return value[lines.length - 1];
  return value[names?.at(-1) ?? ''];
}

/** False for duplicate names. */
function closeFrame({ frames, lines }: Scan): boolean {
  const frame = frames.pop();
  if (frame === undefined) return false;
  const { value, names } = frame;
  if (names === undefined || !isJsonObject(value)) lines.set(value, frame.lines);
  else {
    if (names.length !== Object.keys(value).length) return false;
    lines.set(value, orderByObjectKeys(names, frame.lines, value));
  }
  return true;
}

function recordItemLine({ line }: Scan, frame: Frame | undefined): void {
  if (frame?.expectsMember !== true || frame.names !== undefined) return;
  frame.lines.push(line);
  frame.expectsMember = false;
}

function scanString(scan: Scan, frame: Frame | undefined, start: number): number | undefined {
  const { text, line } = scan;
  const end = findStringEnd(text, start);
  if (frame?.names === undefined || !frame.expectsMember) recordItemLine(scan, frame);
  else {
    const name = unescapeString(text, start, end);
    if (name === '__proto__') return undefined;
    frame.names.push(name);
    frame.lines.push(line);
    frame.expectsMember = false;
  }
  return end;
}

/**
 * A number, or one of `true`, `false` and `null`. Undefined for an integer that may be rounded, and for -0, which is 0
 * in YAML.
 */
function scanLiteral(text: string, start: number): number | undefined {
  let end = start;
  while (isLiteralCharacter(text.charCodeAt(end + 1))) end++;
  const isLong = end - start >= SAFE_DIGITS;
  return (isLong || text.charCodeAt(start) === MINUS) && mayBeRounded.test(text.slice(start, end + 1))
    ? undefined
    : end;
}

/** `-12.5e+3`, `true` */
function isLiteralCharacter(code: number): boolean {
  return code === PLUS || (code > COMMA && code !== CLOSE_BRACKET && code !== CLOSE_BRACE);
}

const SAFE_DIGITS = 15;
const mayBeRounded = /^(?:-0|-?\d{16,})$/;

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Rejects JSON with comments, which would otherwise be read as YAML. Throws `spec-syntax`. */
export function rejectJsonComments(name: string, text: string): void {
  const line = findCommentLine(text);
  if (line === undefined) return;
  throw new KitError('spec-syntax', 'JSON does not allow comments', {
    where: `${name}:${line}`,
    fix: 'Remove the comments, or write the document in YAML, where comments start with #.',
  });
}

/** Returns the line of the first comment, from 1; undefined if the text without comments is not JSON either. */
function findCommentLine(text: string): number | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  const { stripped, firstComment } = withoutComments(text);
  if (firstComment === undefined) return undefined;
  const withoutCommas = stripped.replaceAll(/,(\s*[}\]])/g, '$1');
  if (readPlainJson(stripped) === undefined && readPlainJson(withoutCommas) === undefined) return undefined;
  return text.slice(0, firstComment).split('\n').length;
}

/** JSON without its comments, whose lines stay empty; undefined for a text without comments. */
export function withoutJsonComments(text: string): { readonly text: string; readonly line: number } | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  const { stripped, firstComment } = withoutComments(text);
  if (firstComment === undefined) return undefined;
  return { text: stripped, line: text.slice(0, firstComment).split('\n').length };
}

/** The lines of a comment stay. */
function withoutComments(text: string): { readonly stripped: string; readonly firstComment: number | undefined } {
  let stripped = '';
  let firstComment: number | undefined;
  let index = 0;
  for (let next = findQuoteOrComment(text, index); next !== -1; next = findQuoteOrComment(text, index)) {
    const isString = text.charCodeAt(next) === QUOTE;
    const end = isString ? findStringEnd(text, next) + 1 : findCommentEnd(text, next);
    stripped += text.slice(index, isString ? end : next);
    if (!isString) {
      firstComment ??= next;
      stripped += text.slice(next, end).replace(/[^\n]+/g, '');
    }
    index = end;
  }
  return { stripped: stripped + text.slice(index), firstComment };
}

/** Returns the index of the next string or comment. */
function findQuoteOrComment(text: string, from: number): number {
  const pattern = /"|\/[/*]/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function findCommentEnd(text: string, start: number): number {
  const isBlock = text.startsWith('/*', start);
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2);
  if (end === -1) return text.length;
  return isBlock ? end + 2 : end;
}
