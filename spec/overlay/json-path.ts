/** Selects the nodes of a value by a JSONPath of RFC 9535. */
import { createRequire } from 'node:module';
import type { JSONValue } from 'json-p3';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';

/** Names of properties and indexes of items, from the root. */
export type NodePath = readonly (string | number)[];

const requireHere = createRequire(import.meta.url);

/** Loaded lazily: few runs have overlays. */
const loadLibrary = (): typeof import('json-p3') => requireHere('json-p3');

/** In document order, each node once. Throws an error of the library for an invalid path. */
export function selectPaths(jsonPath: string, root: Json): readonly NodePath[] {
  const { jsonpath } = loadLibrary();
  const found = jsonpath.query(jsonPath, toPlainValue(root)).locations();
  return [...new Map(found.map((path) => [JSON.stringify(path), path] as const)).values()];
}

/** The library knows no bigint; nodes are identified by their path. */
function toPlainValue(value: Json): JSONValue {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonArray(value)) return value.map(toPlainValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlainValue(part)]));
}
