/** Follows references within a document. Those that lead elsewhere were bundled in when it was loaded. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { remembered } from '../../spec/remembered.ts';

/** Longer chains are circles. */
const MOST_HOPS = 50;

/** What stands at a place once its references are followed; undefined where one leads nowhere or is no object. */
export function follow(document: JsonObject, value: Json | undefined): JsonObject | undefined {
  let current = value;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    if (!isJsonObject(current)) return undefined;
    const reference = referenceOf(current);
    if (reference === undefined) return current;
    current = valueAt(document, reference);
  }
  return undefined;
}

/** `#/components/schemas/Order`; undefined where the object is none. */
export function referenceOf(object: JsonObject): string | undefined {
  const reference = Object.hasOwn(object, '$ref') ? object['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** By a JSON Pointer in a fragment (RFC 6901, 6). Found once for each document and reference. */
export function valueAt(document: JsonObject, reference: string): Json | undefined {
  const values = valuesIn(document);
  const value = values.has(reference) ? values.get(reference) : found(document, reference);
  values.set(reference, value);
  return value;
}

const valuesIn = remembered((_document: JsonObject) => new Map<string, Json | undefined>());

function found(document: JsonObject, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  return splitPointer(decoded(reference)).reduce<Json | undefined>(memberOf, document);
}

export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (isJsonArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
