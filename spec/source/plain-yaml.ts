/**
 * Reads plain YAML quickly, from js-yaml's events, which include positions. Documents that are not plain (anchors,
 * tags, merge keys, unusual keys, several documents, syntax errors) are left to the full reader.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json, JsonArray, JsonObject } from '../json/exact-json.ts';
import { MAX_DOCUMENT_DEPTH, orderByObjectKeys, type PlainDocument } from './line-index.ts';

/** Undefined for documents that are not plain. */
export function readPlainYaml(text: string): PlainDocument | undefined {
  try {
    const events = parseEvents(text, { maxDepth: MAX_DOCUMENT_DEPTH });
    if (!events.every(isPlain) || countDocuments(events) !== 1) return undefined;
    const reader: EventReader = {
      events,
      text,
      position: 1,
      lines: new Map(),
      lineAt: createLineCounter(text),
    };
    const value = readValue(reader);
    return { value, lines: reader.lines };
  } catch {
    // The full reader reports the error and its location.
    return undefined;
  }
}

function isPlain(event: Event): boolean {
  if (event.type === EVENT_ID.ALIAS) return false;
  if (event.type === EVENT_ID.DOCUMENT) return event.directives.length === 0;
  return event.type === EVENT_ID.POP || (event.anchorStart < 0 && event.tagStart < 0);
}

function countDocuments(events: readonly Event[]): number {
  return events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
}

interface EventReader {
  readonly events: readonly Event[];
  readonly text: string;
  /** The next event to read. */
  position: number;
  readonly lines: Map<JsonArray | JsonObject, readonly number[]>;
  /** Returns the line of an offset; offsets must not decrease between calls. */
  readonly lineAt: (offset: number) => number;
}

function createLineCounter(text: string): EventReader['lineAt'] {
  let [line, next] = [1, text.indexOf('\n')];
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

class NotPlainError extends Error {}

function readValue(reader: EventReader): Json {
  const event = reader.events[reader.position++];
  if (event?.type === EVENT_ID.SCALAR) return readScalar(reader.text, event);
  if (event?.type === EVENT_ID.SEQUENCE) return readItems(reader);
  if (event?.type === EVENT_ID.MAPPING) return readMembers(reader);
  throw new NotPlainError();
}

function readItems(reader: EventReader): Json {
  const items: Json[] = [];
  const lines: number[] = [];
  while (!skipEnd(reader)) {
    lines.push(eventLine(reader, reader.events[reader.position]));
    items.push(readValue(reader));
  }
  reader.lines.set(items, lines);
  return items;
}

function readMembers(reader: EventReader): Json {
  const members: { [key: string]: Json } = {};
  const names: string[] = [];
  const lines: number[] = [];
  while (!skipEnd(reader)) {
    const event = reader.events[reader.position++];
    const key = readKey(reader.text, event);
    if (Object.hasOwn(members, key) || key === '__proto__') throw new NotPlainError();
    names.push(key);
    lines.push(eventLine(reader, event));
    members[key] = readValue(reader);
  }
  reader.lines.set(members, orderByObjectKeys(names, lines, members));
  return members;
}

function eventLine({ lineAt }: EventReader, event: Event | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) return lineAt(scalarStart(event));
  if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING) return lineAt(event.start);
  throw new NotPlainError();
}

/** Skips the end of a collection; false if there is none. */
function skipEnd(reader: EventReader): boolean {
  if (reader.events[reader.position]?.type !== EVENT_ID.POP) return false;
  reader.position++;
  return true;
}

/** A key that is neither a string nor a plain number needs the full reader. */
function readKey(text: string, event: Event | undefined): string {
  if (event?.type !== EVENT_ID.SCALAR) throw new NotPlainError();
  const source = getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN) return source;
  const isName = typeof parsePlainScalar(source) === 'string' || /^(?:0|[1-9]\d{0,14})$/.test(source);
  if (!isName || source === '<<') throw new NotPlainError();
  return source;
}

function readScalar(text: string, event: ScalarEvent): Json {
  const source = getScalarValue(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? parsePlainScalar(source) : source;
}

const coreSchemaWords: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const MAY_BE_NUMBER = /^[-+.\d]/;
const DECIMAL = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** Octal, hexadecimal, infinity and NaN: rare, so left to the full reader. */
const SPECIAL_NUMBER = /^(?:0[ox]|[-+]?\.(?:inf|nan)$)/i;

/** The core schema of YAML 1.2 (section 10.3.2). */
function parsePlainScalar(source: string): Json {
  const word = coreSchemaWords.get(source);
  if (word !== undefined) return word;
  if (!MAY_BE_NUMBER.test(source)) return source;
  if (SPECIAL_NUMBER.test(source)) throw new NotPlainError();
  if (DECIMAL.test(source)) return parseInteger(source);
  return FLOAT.test(source) ? Number(source) : source;
}

function parseInteger(source: string): number | bigint {
  const approximate = Number(source);
  // Integers have a single zero, as in the full reader.
  if (approximate === 0) return 0;
  return Number.isSafeInteger(approximate) ? approximate : BigInt(source.replace(/^\+/, ''));
}

/** A block scalar starts on the line of its `|` or `>`; its text is below. */
function scalarStart({ style, valueStart }: ScalarEvent): number {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK ? valueStart - 1 : valueStart;
}
