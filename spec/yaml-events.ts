/**
 * Plain YAML, JSON included, read fast: from js-yaml's events, which say where everything stands. What is not plain
 * (anchors, tags, merge keys, odd keys, several documents, faults) is left to a reader that takes its time and explains.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json } from './exact-json.ts';
import { joinPointer } from './pointer.ts';

export interface PlainDocument {
  readonly value: Json;
  /** Where each value begins, by its JSON Pointer; for a property where its key does. In the order of the text. */
  places(): Iterable<readonly [pointer: string, offset: number]>;
}

/** As deep as a document may be: whoever walks it does so on the stack. */
const MAX_DEPTH = 500;

/** Undefined for what is not plain. */
export function readPlainYaml(text: string): PlainDocument | undefined {
  try {
    const events = parseEvents(text, { maxDepth: MAX_DEPTH });
    if (!events.every(isPlain) || documentsIn(events) !== 1) return undefined;
    const value = readValue({ events, text, at: 1 });
    // Read again when asked: most documents never are, and the events of a large one are larger than itself.
    return { value, places: () => placesIn(parseEvents(text, { maxDepth: MAX_DEPTH }), text) };
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
  while (!isAtEnd(reader)) items.push(readValue(reader));
  return items;
}

function readMembers(reader: Reader): Json {
  const members: { [key: string]: Json } = {};
  while (!isAtEnd(reader)) {
    const key = keyOf(reader.text, reader.events[reader.at++]);
    if (Object.hasOwn(members, key) || key === '__proto__') throw new NotPlain();
    members[key] = readValue(reader);
  }
  return members;
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

function* placesIn(events: readonly Event[], text: string): Generator<readonly [string, number]> {
  const open: { pointer: string; index: number | undefined; key: string | undefined }[] = [];
  for (const event of events) {
    const holder = open.at(-1);
    if (event.type === EVENT_ID.POP) {
      open.pop();
    } else if (event.type === EVENT_ID.SCALAR && holder !== undefined && isKeyNext(holder)) {
      holder.key = getScalarValue(text, event);
      yield [joinPointer(holder.pointer, holder.key), beginningOf(event)];
    } else if (event.type !== EVENT_ID.DOCUMENT && event.type !== EVENT_ID.ALIAS) {
      const pointer =
        holder === undefined ? '' : joinPointer(holder.pointer, holder.key ?? holder.index ?? 0);
      if (holder?.index !== undefined) {
        yield [pointer, event.type === EVENT_ID.SCALAR ? beginningOf(event) : event.start];
        holder.index++;
      } else if (holder !== undefined) {
        holder.key = undefined;
      }
      if (event.type === EVENT_ID.SEQUENCE) open.push({ pointer, index: 0, key: undefined });
      if (event.type === EVENT_ID.MAPPING) open.push({ pointer, index: undefined, key: undefined });
    }
  }
}

/** A block begins with the line of its `|` or `>`; its text stands below. */
function beginningOf({ style, valueStart }: ScalarEvent): number {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK
    ? valueStart - 1
    : valueStart;
}

function isKeyNext({
  index,
  key,
}: {
  readonly index: number | undefined;
  readonly key: string | undefined;
}): boolean {
  return index === undefined && key === undefined;
}
