/**
 * The line of every member of a document, stored per list or object: a pointer for each would be larger than the
 * document.
 */
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';

/**
 * For each list and object, the lines of its members, from 1, in the order of its keys; for a property, the line of its
 * key.
 */
export type LineIndex = ReadonlyMap<JsonArray | JsonObject, readonly number[]>;

/** Returns the line of the value at a pointer; undefined for the whole document and for values that do not exist. */
export function lineAtPointer(index: LineIndex, root: Json, pointer: string): number | undefined {
  const keys = splitPointer(pointer);
  const lastKey = keys.pop();
  const container = keys.reduce<Json | undefined>(memberAt, root);
  if (lastKey === undefined) return undefined;
  if (isJsonArray(container))
    return arrayIndexPattern.test(lastKey) ? index.get(container)?.[Number(lastKey)] : undefined;
  if (!isJsonObject(container) || !Object.hasOwn(container, lastKey)) return undefined;
  return index.get(container)?.[Object.keys(container).indexOf(lastKey)];
}

function memberAt(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return arrayIndexPattern.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const arrayIndexPattern = /^(?:0|[1-9]\d*)$/;

/** Lists the lines of all members by JSON Pointer. */
export function* listLines(
  index: LineIndex,
  value: Json,
  pointer = '',
): Generator<readonly [pointer: string, line: number]> {
  if (typeof value !== 'object' || value === null) return;
  const lines = index.get(value) ?? [];
  for (const [position, [key, part]] of Object.entries(value).entries()) {
    const childPointer = joinPointer(pointer, key);
    yield [childPointer, lines[position] ?? 1];
    yield* listLines(index, part, childPointer);
  }
}

/**
 * Reorders the lines of properties from text order to the order of the object's keys: JavaScript puts numeric names
 * first.
 */
export function orderByObjectKeys(
  names: readonly string[],
  lines: readonly number[],
  object: JsonObject,
): readonly number[] {
  const objectKeys = Object.keys(object);
  if (objectKeys.every((name, position) => name === names[position])) return lines;
  const byName = new Map(names.map((name, position) => [name, lines[position] ?? 1]));
  return objectKeys.map((name) => byName.get(name) ?? 1);
}

/** The result of reading plain JSON or plain YAML. */
export interface PlainDocument {
  readonly value: Json;
  readonly lines: LineIndex;
}

/** The maximum depth of a document, which recursive functions must be able to traverse. */
export const MAX_DOCUMENT_DEPTH = 500;
