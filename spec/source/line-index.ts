/** The line of every member of a document, kept by the list or object that it is a member of: a pointer for each would be larger than the document. */
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';

/** Of each list and object the lines of its members, from 1, in the order of its own keys; of a property that of its key. */
export type LineIndex = ReadonlyMap<JsonArray | JsonObject, readonly number[]>;

/** Of the value at a pointer; undefined for the whole document and where nothing stands. */
export function indexedLine(index: LineIndex, root: Json, pointer: string): number | undefined {
  const keys = splitPointer(pointer);
  const last = keys.pop();
  const holder = keys.reduce<Json | undefined>(memberOf, root);
  if (last === undefined) return undefined;
  if (isJsonArray(holder)) return isIndex.test(last) ? index.get(holder)?.[Number(last)] : undefined;
  if (!isJsonObject(holder) || !Object.hasOwn(holder, last)) return undefined;
  return index.get(holder)?.[Object.keys(holder).indexOf(last)];
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return isIndex.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

const isIndex = /^(?:0|[1-9]\d*)$/;

/** All of them, by their JSON Pointers. */
export function* everyLine(
  index: LineIndex,
  value: Json,
  pointer = '',
): Generator<readonly [pointer: string, line: number]> {
  if (typeof value !== 'object' || value === null) return;
  const lines = index.get(value) ?? [];
  for (const [at, [key, part]] of Object.entries(value).entries()) {
    const below = joinPointer(pointer, key);
    yield [below, lines[at] ?? 1];
    yield* everyLine(index, part, below);
  }
}

/** The lines of an object's properties, given in the order of the text: JavaScript puts names that are numbers first. */
export function inOwnOrder(
  names: readonly string[],
  lines: readonly number[],
  object: JsonObject,
): readonly number[] {
  const own = Object.keys(object);
  if (own.every((name, at) => name === names[at])) return lines;
  const byName = new Map(names.map((name, at) => [name, lines[at] ?? 1]));
  return own.map((name) => byName.get(name) ?? 1);
}

/** A document as the readers of plain JSON and plain YAML give it. */
export interface PlainDocument {
  readonly value: Json;
  readonly lines: LineIndex;
}

/** As deep as a document may be: whoever walks it does so on the stack. */
export const MAX_DEPTH = 500;
