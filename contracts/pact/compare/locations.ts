/**
 * The comparator's locations (`[root].paths./plants.post.responses`) as JSON Pointers. They join keys with dots and
 * escape nothing, so they are read along the document: at each object the longest key that fits is taken.
 */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/exact-json.ts';
import { joinPointer, splitPointer } from '../../../spec/source.ts';

/** As deep as the location can be followed; a local `$ref` on the way leads on at its target. */
export function pointerOf(location: string, document: Json): string {
  return walk({ document, value: document, pointer: '' }, location.replace(/^\[root\]\.?/, '')).pointer;
}

interface Spot {
  readonly document: Json;
  readonly value: Json;
  readonly pointer: string;
}

function walk(at: Spot, rest: string): Spot {
  if (rest === '') return at;
  const here = followed(at);
  const next = step(here, rest);
  if (next !== undefined) return walk(next.spot, next.rest);
  // Inside a schema the comparator names the schemas it refers to from the root.
  const root = { ...here, value: here.document, pointer: '' };
  return rest.startsWith('components.') && here.pointer !== '' ? walk(root, rest) : intoAllOf(here, rest);
}

/** The comparator sees an allOf folded; the document has the property in one of its branches. */
function intoAllOf(at: Spot, rest: string): Spot {
  const branches = isJsonObject(at.value) ? at.value.allOf : undefined;
  if (!isJsonArray(branches)) return at;
  const spots = branches.map((value, i) => followed({ ...at, value, pointer: `${at.pointer}/allOf/${i}` }));
  const found = spots.find((spot) => step(spot, rest) !== undefined);
  return found === undefined ? at : walk(found, rest);
}

function followed(at: Spot): Spot {
  const ref = isJsonObject(at.value) ? at.value.$ref : undefined;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return at;
  const pointer = ref.slice(1);
  const value = splitPointer(pointer).reduce<Json | undefined>(childOf, at.document);
  return value === undefined ? at : { ...at, value, pointer };
}

function childOf(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return value[Number(key)];
  return isJsonObject(value) ? value[key] : undefined;
}

function step(at: Spot, rest: string): { readonly spot: Spot; readonly rest: string } | undefined {
  const key = isJsonArray(at.value) ? /^\[?(\d+)/.exec(rest)?.[1] : longestKey(at.value, rest);
  const value = key === undefined ? undefined : childOf(at.value, key);
  if (key === undefined || value === undefined) return undefined;
  const taken = isJsonArray(at.value)
    ? rest.replace(/^\[?\d+\]?\.?/, '')
    : rest.slice(key.length).replace(/^\./, '');
  return { spot: { ...at, value, pointer: joinPointer(at.pointer, key) }, rest: taken };
}

/** Header names come in lower case whatever the pact writes. */
function longestKey(value: Json, rest: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.keys(value)
    .filter((key) => rest.slice(0, key.length).toLowerCase() === key.toLowerCase())
    .filter((key) => rest.length === key.length || '.['.includes(rest.charAt(key.length)))
    .toSorted((a, b) => b.length - a.length)[0];
}
