/**
 * Copies of exact values: for libraries that know doubles alone, of what such libraries give, and for those who change them.
 */
import { holdsBigInt, isJsonArray, isJsonObject, type Json, type JsonObject } from './exact-json.ts';

/** A copy with integers beyond ±(2^53-1) rounded to doubles, for libraries that know nothing else. */
export function withDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonArray(value)) return value.map(withDoubles);
  return isJsonObject(value) ? mapMembers(value, withDoubles) : value;
}

/** The same for those that change nothing: no copy where there is no such integer. */
export function inDoubles(value: Json): Json {
  return holdsBigInt(value) ? withDoubles(value) : value;
}

/** A copy with each of its values changed. */
export function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(object)) {
    const value = change(object[key] ?? null);
    if (key === '__proto__') Object.defineProperty(copy, key, { ...ownMember, value });
    else copy[key] = value;
  }
  return copy;
}

const ownMember = { configurable: true, enumerable: true, writable: true };

/** A deep copy as exact JSON; what JSON does not know becomes null. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toJson(part)]));
}

/** Shares nothing with the original, which others may change. */
export function copyOf(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOfPart(part)]));
}

function copyOfPart(value: Json): Json {
  if (isJsonArray(value)) return value.map(copyOfPart);
  return isJsonObject(value) ? copyOf(value) : value;
}
