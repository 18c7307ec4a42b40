/**
 * Plain YAML, read fast: from js-yaml's events, which say where everything stands. What is not plain
 * (anchors, tags, merge keys, odd keys, several documents, faults) is left to a reader that takes its time and explains.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json, JsonArray, JsonObject } from '../json/exact-json.ts';
import { inOwnOrder, MAX_DEPTH, type PlainDocument } from './line-index.ts';

/** Undefined for what is not plain. */
export function readPlainYaml(text: string): PlainDocument | undefined {
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH });
    if (!events.every(isPlain) || documentsIn(events) !== 1) return undefined;
    const reader: Reader = { events, text, at: 1, lines: new Map(), lineAt: lineCounter(text) };
    const value = readValue(reader);
    return { value, lines: reader.lines };
  } catch {
    // Whoever reads it next says what is wrong, and where.
    return undefined;
  }
}

function isPlain(event: Event): boolean {
  if (event.type === EVENT_ID.ALIAS) return false;
  if (event.type === EVENT_ID.DOCUMENT) return event.directives.length === 0;
  return event.type === EVENT_ID.POP || (event.anchorStart < 0 && event.tagStart < 0);
}

function documentsIn(events: readonly Event[]): number {
  return events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
}

interface Reader {
  readonly events: readonly Event[];
  readonly text: string;
  /** The next event to read. */
  at: number;
  readonly lines: Map<JsonArray | JsonObject, readonly number[]>;
  /** Of an offset, asked in the order of the text. */
  readonly lineAt: (offset: number) => number;
}

function lineCounter(text: string): Reader['lineAt'] {
  let [line, next] = [1, text.indexOf('\n')];
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

class NotPlain extends Error {}

function readValue(reader: Reader): Json {
  const event = reader.events[reader.at++];
  if (event?.type === EVENT_ID.SCALAR) return scalarValue(reader.text, event);
  if (event?.type === EVENT_ID.SEQUENCE) return readItems(reader);
  if (event?.type === EVENT_ID.MAPPING) return readMembers(reader);
  throw new NotPlain();
}

function readItems(reader: Reader): Json {
  const items: Json[] = [];
  const lines: number[] = [];
  while (!isAtEnd(reader)) {
    lines.push(lineOf(reader, reader.events[reader.at]));
    items.push(readValue(reader));
  }
  reader.lines.set(items, lines);
  return items;
}

function readMembers(reader: Reader): Json {
  const members: { [key: string]: Json } = {};
  const names: string[] = [];
  const lines: number[] = [];
  while (!isAtEnd(reader)) {
    const event = reader.events[reader.at++];
    const key = keyOf(reader.text, event);
    if (Object.hasOwn(members, key) || key === '__proto__') throw new NotPlain();
    names.push(key);
    lines.push(lineOf(reader, event));
    members[key] = readValue(reader);
  }
  reader.lines.set(members, inOwnOrder(names, lines, members));
  return members;
}

function lineOf({ lineAt }: Reader, event: Event | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) return lineAt(beginningOf(event));
  if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING) return lineAt(event.start);
  throw new NotPlain();
}

/** Passes the end of a collection. */
function isAtEnd(reader: Reader): boolean {
  if (reader.events[reader.at]?.type !== EVENT_ID.POP) return false;
  reader.at++;
  return true;
}

/** Where a key is no text and no plain number, it takes care to say what it is called. */
function keyOf(text: string, event: Event | undefined): string {
  if (event?.type !== EVENT_ID.SCALAR) throw new NotPlain();
  const source = getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN) return source;
  const isName = typeof plainValue(source) === 'string' || /^(?:0|[1-9]\d{0,14})$/.test(source);
  if (!isName || source === '<<') throw new NotPlain();
  return source;
}

function scalarValue(text: string, event: ScalarEvent): Json {
  const source = getScalarValue(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? plainValue(source) : source;
}

const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const MAY_BE_NUMBER = /^[-+.\d]/;
const DECIMAL = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Octal, hexadecimal, infinity and what is no number: rare enough to take time for. */
const RARE = /^(?:0[ox]|[-+]?\.(?:inf|nan)$)/i;

/** The core schema of YAML 1.2 (section 10.3.2). */
function plainValue(source: string): Json {
  const word = words.get(source);
  if (word !== undefined) return word;
  if (!MAY_BE_NUMBER.test(source)) return source;
  if (RARE.test(source)) throw new NotPlain();
  if (DECIMAL.test(source)) return wholeNumber(source);
  return FLOAT.test(source) ? Number(source) : source;
}

function wholeNumber(source: string): number | bigint {
  const near = Number(source);
  // Of whole numbers there is one zero, as for the careful reader.
  if (near === 0) return 0;
  return Number.isSafeInteger(near) ? near : BigInt(source.replace(/^\+/, ''));
}

/** A block begins with the line of its `|` or `>`; its text stands below. */
function beginningOf({ style, valueStart }: ScalarEvent): number {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK
    ? valueStart - 1
    : valueStart;
}
