/**
 * Serializes records, rules, entries and names; the arguments of storage commands (see storage-commands.ts); and their
 * sizes.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import type { JournalBody, JournalEntry, NewEntry } from '../model/journal-entry.ts';
import type { Rule } from '../model/rule.ts';
import type { InitialState } from '../model/storage.ts';

/**
 * JSON escapes control characters and text that UTF-8 cannot encode (lone surrogates), so different names have
 * different texts.
 */
export function serializeName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

export function parseName(text: string): string {
  return String(JSON.parse(`"${text}"`));
}

export const serializeRecord: (value: JsonObject) => string = stringifyJson;

export function parseRecord(text: string): JsonObject {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  throw unknownFormat('a record');
}

export function serializeRule(rule: Rule): string {
  return JSON.stringify(rule, (_key, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part,
  );
}

export function parseStoredRule(text: string): Rule {
  const parsed = parseJson(text);
  if (parsed.ok && isRule(parsed.value)) return parsed.value;
  throw unknownFormat('a rule');
}

/** Bodies are strings in it, so it contains no large numbers. */
export function serializeEntry(entry: NewEntry): string {
  return JSON.stringify(entry);
}

export function parseEntry(id: number, text: string): JournalEntry {
  const entry: unknown = JSON.parse(text);
  if (isEntry(entry)) return { ...entry, id };
  throw unknownFormat('a journal entry');
}

function isRule(value: unknown): value is Rule {
  return typeof value === 'object' && value !== null && 'then' in value;
}

function isEntry(value: unknown): value is NewEntry {
  return typeof value === 'object' && value !== null && 'request' in value && 'violations' in value;
}

function unknownFormat(expected: string): Error {
  return new Error(`the storage contains data that is not ${expected}; another program or version may write to it`);
}

/** Arguments: id, record, size. */
export function recordArgs(collection: string, id: string, text: string): readonly string[] {
  return [serializeName(id), text, String(collection.length + id.length + text.length)];
}

/** Arguments: collection, id, record, size, last number to skip. */
export function insertArgs(collection: string, id: string, value: JsonObject, lastNumber = 0): readonly string[] {
  return [serializeName(collection), ...recordArgs(collection, id, serializeRecord(value)), String(lastNumber)];
}

/** Arguments: skip, times, rule. */
export function ruleArgs(rule: Rule): readonly string[] {
  return [String(rule.skip ?? 0), String(rule.times ?? ''), serializeRule(rule)];
}

export function rulesFromArgs(args: readonly string[]): readonly Rule[] {
  return argGroups(args, 3).map(([, , text = '']) => parseStoredRule(text));
}

/**
 * Arguments: the number of records; collection, id, record and size of each; the number of counters; collection and
 * number of each; the rules.
 */
export function initialStateArgs({ records, numbers, rules }: InitialState): readonly string[] {
  return [
    String(records.length),
    ...records.flatMap(({ collection, id, value }) => [
      serializeName(collection),
      ...recordArgs(collection, id, serializeRecord(value)),
    ]),
    String(numbers.length),
    ...numbers.flatMap(({ collection, last: lastNumber }) => [serializeName(collection), String(lastNumber)]),
    ...rules.flatMap(ruleArgs),
  ];
}

export function initialStateFromArgs(args: readonly string[]): InitialState {
  const numbersAt = 1 + 4 * Number(args[0]);
  const rulesAt = numbersAt + 1 + 2 * Number(args[numbersAt]);
  return {
    records: argGroups(args.slice(1, numbersAt), 4).map(([collection = '', id = '', text = '']) => ({
      collection: parseName(collection),
      id: parseName(id),
      value: parseRecord(text),
    })),
    numbers: argGroups(args.slice(numbersAt + 1, rulesAt), 2).map(([collection = '', lastNumber]) => ({
      collection: parseName(collection),
      last: Number(lastNumber),
    })),
    rules: rulesFromArgs(args.slice(rulesAt)),
  };
}

function argGroups(args: readonly string[], length: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.floor(args.length / length) }, (_unused, index) =>
    args.slice(index * length, (index + 1) * length),
  );
}

/** The approximate length of the JSON text, in characters, at a fraction of the cost of serializing it. */
export function jsonSize(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (isJsonArray(value)) return value.reduce<number>((sum, item) => sum + jsonSize(item) + 1, 2);
  if (isJsonObject(value)) return membersSize(value);
  return typeof value === 'bigint' ? bigintSize(value) : 5;
}

/** `for ... in` avoids an array for each object. */
function membersSize(value: { readonly [key: string]: Json }): number {
  let size = 2;
  for (const key in value) size += key.length + 4 + jsonSize(value[key] ?? null);
  return size;
}

/** Estimated from the hexadecimal digits, because converting a very long integer to decimal takes quadratic time. */
function bigintSize(value: bigint): number {
  return Math.ceil(value.toString(16).length * 1.21);
}

/** The length of both bodies, in characters. */
export function bodySize(entry: NewEntry | undefined): number {
  return bodyLength(entry?.request.body) + bodyLength(entry?.response?.body);
}

function bodyLength(body: JournalBody | null | undefined): number {
  return body?.text.length ?? 0;
}
