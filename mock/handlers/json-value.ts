/** Values of the user's code as exact JSON, like `JSON.stringify` reads them; a bigint is an integer. */
import { type Json, type JsonObject, MAX_DEPTH } from '../../spec/json/exact-json.ts';

/** Undefined for what JSON does not have: undefined, functions, symbols. Throws for values that contain themselves. */
export function toJsonValue(value: unknown, depth = 0): Json | undefined {
  if (depth > MAX_DEPTH) throw new TypeError(`expected a JSON value, got one nested deeper than ${MAX_DEPTH} levels`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((one: unknown) => toJsonValue(one, depth + 1) ?? null);
  // Dates and the like.
  if ('toJSON' in value && typeof value.toJSON === 'function') return toJsonValue(value.toJSON(), depth + 1);
  return toMembers(value, depth + 1);
}

function toMembers(value: object, depth: number): JsonObject {
  const members = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const json = toJsonValue(part, depth);
    return json === undefined ? [] : [[name, json] as const];
  });
  return Object.fromEntries(members);
}

/** The names of its own members that are undefined. */
export function undefinedNames(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => (part === undefined ? [name] : []));
}
