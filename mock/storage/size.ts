/** What the bounds of a storage count. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { JournalBody, NewEntry } from '../journal/entry.ts';

/** About the length of its JSON text, in characters, for a fraction of what writing it costs. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (isJsonArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2);
  if (isJsonObject(value)) return membersSize(value);
  return typeof value === 'bigint' ? bigintSize(value) : 5;
}

/** `for ... in` rather than entries: no array for each object. */
function membersSize(value: { readonly [key: string]: Json }): number {
  let size = 2;
  for (const key in value) size += key.length + 4 + sizeOf(value[key] ?? null);
  return size;
}

/** From its hexadecimal digits: the decimal ones of a very long integer take quadratic time. */
function bigintSize(value: bigint): number {
  return Math.ceil(value.toString(16).length * 1.21);
}

/** The bodies of both sides, in characters. */
export function bodySize(entry: NewEntry | undefined): number {
  return lengthOf(entry?.request.body) + lengthOf(entry?.response?.body);
}

function lengthOf(body: JournalBody | null | undefined): number {
  return body?.text.length ?? 0;
}
