/**
 * Copies of exact values: for libraries that know doubles alone, of what such libraries give, and for those who change them.
 */
import { containsBigInt, isJsonArray, isJsonObject, type Json, type JsonObject } from './exact-json.ts';

/** A copy with integers beyond ±(2^53-1) rounded to doubles, for libraries that know nothing else. */
export function roundToDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonArray(value)) return value.map(roundToDoubles);
  return isJsonObject(value) ? mapMembers(value, roundToDoubles) : value;
}

/** The same for those that change nothing: no copy where there is no such integer. */
export function roundToDoublesIfNeeded(value: Json): Json {
  return containsBigInt(value) ? roundToDoubles(value) : value;
}

/** A copy with each of its values changed. */
export function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(object)) {
    const value = change(object[key] ?? null);
    if (key === '__proto__') Object.defineProperty(copy, key, { ...ownPropertyFlags, value });
    else copy[key] = value;
  }
  return copy;
}

const ownPropertyFlags = { configurable: true, enumerable: true, writable: true };

/** A deep copy as exact JSON; what JSON does not know becomes null. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toJson(part)]));
}

/** Shares nothing with the original, which others may change. */
export function deepCopy(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deepCopyValue(part)]));
}

function deepCopyValue(value: Json): Json {
  if (isJsonArray(value)) return value.map(deepCopyValue);
  return isJsonObject(value) ? deepCopy(value) : value;
}
