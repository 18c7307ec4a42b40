/** Finds a member in a JSON text without parsing the whole text. */
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, isEscaped, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../json/json-scanner.ts';
import { splitPointer } from '../json/pointer.ts';

/** A range of characters; `end` is exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range of a property including its name, or of an item; undefined if the pointer does not exist or the
 * text is not JSON.
 */
export function findJsonMember(text: string, pointer: string): TextRange | undefined {
  let start = skipBlanks(text, text.startsWith('\ufeff') ? 1 : 0);
  let value = start;
  for (const key of splitPointer(pointer)) {
    const found = text[value] === '{' ? findProperty(text, value, key) : findItem(text, value, key);
    if (found === undefined) return undefined;
    [start, value] = [found.start, found.value];
  }
  return { start, end: findValueEnd(text, value) };
}

interface Member {
  readonly start: number;
  readonly value: number;
}

function findProperty(text: string, open: number, key: string): Member | undefined {
  let start = skipBlanks(text, open + 1);
  while (text[start] === '"') {
    const nameEnd = findStringEnd(text, start);
    const value = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    if (readName(text, start, nameEnd) === key) return { start, value };
    start = skipToNextMember(text, value);
  }
  return undefined;
}

function findItem(text: string, open: number, key: string): Member | undefined {
  if (text[open] !== '[') return undefined;
  let start = skipBlanks(text, open + 1);
  for (let remaining = Number(key); remaining > 0 && start < text.length; remaining--)
    start = skipToNextMember(text, start);
  return start < text.length && text[start] !== ']' ? { start, value: start } : undefined;
}

/** Returns the index after the next comma; the end of the text if there is none. */
function skipToNextMember(text: string, value: number): number {
  const comma = skipBlanks(text, findValueEnd(text, value));
  return text[comma] === ',' ? skipBlanks(text, comma + 1) : text.length;
}

function readName(text: string, start: number, end: number): string | undefined {
  const inner = text.slice(start + 1, end - 1);
  if (!inner.includes('\\')) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return undefined;
  }
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= SPACE) index++;
  return index;
}

function findValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = findStringEnd(text, index) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (depth === 0 && isAfterLiteral(code)) return index;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    if (depth === 0 && isClosingCharacter(code)) return index + 1;
  }
  return text.length;
}

/** A bracket or quote that closes the value. */
function isClosingCharacter(code: number): boolean {
  return code === QUOTE || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

/** A character that follows a number or a literal. */
function isAfterLiteral(code: number): boolean {
  return code <= SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

const SPACE = 0x20;
