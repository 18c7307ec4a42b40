/**
 * The comparator's locations in a pact (`[root].interactions[0].request.body.id`) as JSON Pointers. They join keys with
 * dots and escape nothing, so they are read along the pact: at each object the longest key that fits is taken.
 */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { childOf } from './document.ts';

/** As deep as the location can be followed. */
export function pointerOf(location: string, pact: Json): string {
  return walk(pact, '', location.replace(/^\[root\]\.?/, ''));
}

function walk(value: Json, pointer: string, rest: string): string {
  const key = isJsonArray(value) ? /^\[?(\d+)/.exec(rest)?.[1] : longestKey(value, rest);
  const next = key === undefined ? undefined : childOf(value, key);
  if (key === undefined || next === undefined) return pointer;
  const left = isJsonArray(value)
    ? rest.replace(/^\[?\d+\]?\.?/, '')
    : rest.slice(key.length).replace(/^\./, '');
  return walk(next, joinPointer(pointer, key), left);
}

/** Header names come in lower case whatever the pact writes. */
function longestKey(value: Json, rest: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.keys(value)
    .filter((key) => key !== '' && rest.slice(0, key.length).toLowerCase() === key.toLowerCase())
    .filter((key) => rest.length === key.length || '.['.includes(rest.charAt(key.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}
