/** Finds a member in a JSON text, without reading the whole. */
import { splitPointer } from '../json/pointer.ts';

/** Characters of a text: the end is behind the last. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A property with its name, or an item; undefined where the text has none at the pointer, or is no JSON. */
export function memberAt(text: string, pointer: string): Part | undefined {
  let start = skipBlanks(text, text.startsWith('\ufeff') ? 1 : 0);
  let value = start;
  for (const key of splitPointer(pointer)) {
    const found = text[value] === '{' ? propertyIn(text, value, key) : itemIn(text, value, key);
    if (found === undefined) return undefined;
    [start, value] = [found.start, found.value];
  }
  return { start, end: endOfValue(text, value) };
}

interface Member {
  readonly start: number;
  readonly value: number;
}

function propertyIn(text: string, open: number, key: string): Member | undefined {
  let start = skipBlanks(text, open + 1);
  while (text[start] === '"') {
    const behind = endOfString(text, start);
    const value = skipBlanks(text, skipBlanks(text, behind) + 1);
    if (nameAt(text, start, behind) === key) return { start, value };
    start = nextMember(text, value);
  }
  return undefined;
}

function itemIn(text: string, open: number, key: string): Member | undefined {
  if (text[open] !== '[') return undefined;
  let start = skipBlanks(text, open + 1);
  for (let left = Number(key); left > 0 && start < text.length; left--) start = nextMember(text, start);
  return start < text.length && text[start] !== ']' ? { start, value: start } : undefined;
}

/** Behind the comma that follows; the end of the text where none does. */
function nextMember(text: string, value: number): number {
  const comma = skipBlanks(text, endOfValue(text, value));
  return text[comma] === ',' ? skipBlanks(text, comma + 1) : text.length;
}

function nameAt(text: string, start: number, end: number): string | undefined {
  const inner = text.slice(start + 1, end - 1);
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return undefined;
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= BLANK) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (depth === 0 && endsWord(code)) return at;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    if (depth === 0 && endsHere(code)) return at + 1;
  }
  return text.length;
}

/** A bracket or quote of the value itself. */
function endsHere(code: number): boolean {
  return code === QUOTE || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

/** What stands behind a number or a word. */
function endsWord(code: number): boolean {
  return code <= BLANK || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
