/**
 * Copies of exact JSON values: for libraries that only support doubles, from library results, and for callers that
 * modify them.
 */
import { containsBigInt, isJsonArray, isJsonObject, type Json, type JsonObject } from './exact-json.ts';

/** Returns a copy with integers beyond ±(2^53-1) rounded to doubles, for libraries that only support doubles. */
export function roundToDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonArray(value)) return value.map(roundToDoubles);
  return isJsonObject(value) ? mapMembers(value, roundToDoubles) : value;
}

/** Like `roundToDoubles`, for libraries that do not modify the value: copies only if it contains such an integer. */
export function roundToDoublesIfNeeded(value: Json): Json {
  return containsBigInt(value) ? roundToDoubles(value) : value;
}

/** Returns a copy with `change` applied to each member. */
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

/** Returns a deep copy as exact JSON; values that JSON cannot represent become null. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toJson(part)]));
}

/** Returns a copy that shares nothing with the original, so callers may modify either. */
export function deepCopy(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deepCopyJson(part)]));
}

/** The same for any value. */
export function deepCopyJson(value: Json): Json {
  if (isJsonArray(value)) return value.map(deepCopyJson);
  return isJsonObject(value) ? deepCopy(value) : value;
}
