/** `allOf` merged away in a raw document, for libraries that merge it wrongly themselves. */
import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
  sameJson,
} from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { fragmentOf } from '../refs/nodes.ts';

/**
 * The same document with every `allOf` folded into the schema that bears it: `required` united, `properties` united,
 * the tighter of two bounds. What two schemas say that no single one can say stays in an `allOf`.
 */
export function mergeAllOfDocument(document: JsonObject): JsonObject {
  const merging: Merging = { document, resolved: new Map(), left: MOST_OBJECTS + 4 * countObjects(document) };
  const merged = merge(document, merging, new Set());
  return isJsonObject(merged) ? merged : document;
}

/** The merged document would be very many times as large: parts are written out wherever they are used. */
export class MergeTooLarge extends Error {}

/** Beyond a few for each object of the document. */
const MOST_OBJECTS = 100_000;

interface Merging {
  readonly document: JsonObject;
  /** What each part of an `allOf` says, found once. */
  readonly resolved: Map<JsonObject, JsonObject>;
  /** Objects that may still be made. */
  left: number;
}

function countObjects(value: Json): number {
  const members = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return members.reduce<number>((sum, part) => sum + countObjects(part), isJsonObject(value) ? 1 : 0);
}

/** `trail`: the objects around it. */
function merge(value: Json, merging: Merging, trail: Set<JsonObject>): Json {
  if (isJsonArray(value)) return value.map((item) => merge(item, merging, trail));
  if (!isJsonObject(value) || trail.has(value)) return value;
  if (merging.left-- <= 0) throw new MergeTooLarge('the document with every allOf merged is too large');
  const { allOf, ...rest } = value;
  const folded = isJsonArray(allOf) ? fold([rest, ...allOf.map((part) => resolve(part, merging))]) : value;
  trail.add(value);
  // A combined property may bear a new allOf of its own, so the result is walked again.
  const merged = mapValues(folded, (part) => merge(part, merging, trail));
  trail.delete(value);
  return merged;
}

/** Each part once: it says the same however often. */
function fold(parts: readonly JsonObject[]): JsonObject {
  return [...new Set(parts)].reduce((all, part) => combine(all, part), {});
}

/** What a part of an `allOf` says, its references followed; nothing for one that leads back to itself. */
function resolve(part: Json, merging: Merging): JsonObject {
  if (!isJsonObject(part)) return {};
  const known = merging.resolved.get(part);
  if (known !== undefined) return known;
  merging.resolved.set(part, {});
  const resolved = resolveAnew(part, merging);
  merging.resolved.set(part, resolved);
  return resolved;
}

function resolveAnew(part: JsonObject, merging: Merging): JsonObject {
  const { document } = merging;
  const { $ref: ref, ...siblings } = part;
  if (typeof ref === 'string' && ref.startsWith('#/')) {
    const target = resolve(valueAt(document, ref) ?? null, merging);
    // In 3.0 what stands beside a reference does not count.
    if (String(document['openapi']).startsWith('3.0')) return target;
    return combine(resolve(siblings, merging), target);
  }
  const { allOf, ...rest } = part;
  if (!isJsonArray(allOf)) return part;
  return fold([rest, ...allOf.map((nested) => resolve(nested, merging))]);
}

function valueAt(document: JsonObject, ref: string): Json | undefined {
  return splitPointer(fragmentOf(ref)).reduce<Json | undefined>(
    (at, key) => (isJsonObject(at) ? own(at, key) : isJsonArray(at) ? at[Number(key)] : undefined),
    document,
  );
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function combine(a: JsonObject, b: JsonObject): JsonObject {
  if (isEntangled(a, b)) return withPart(a, b);
  const residue = new Map<string, Json>();
  const combined = new Map(Object.entries(a));
  for (const [keyword, value] of Object.entries(b)) {
    const mine = own(a, keyword);
    const both = isTied(keyword, a, b) ? undefined : combineKeyword(keyword, mine, value);
    if (both === undefined) residue.set(keyword, value);
    else combined.set(keyword, both);
  }
  const all = Object.fromEntries(combined);
  return residue.size === 0 ? all : withPart(all, Object.fromEntries(residue));
}

function withPart(schema: JsonObject, part: JsonObject): JsonObject {
  const { allOf } = schema;
  return { ...schema, allOf: [...(isJsonArray(allOf) ? allOf : []), part] };
}

/**
 * Keywords that speak of their neighbours: `additionalProperties` of one schema closes it to what the other declares,
 * and the `then` of one is not that of the other's `if`. Where both schemas have some, one cannot say what two do.
 */
function isEntangled(a: JsonObject, b: JsonObject): boolean {
  return neighbours.some(({ bound, others }) => {
    const has = (one: JsonObject, names: readonly string[]) =>
      // What is `true` demands nothing, as what is not there.
      names.some((name) => (own(one, name) ?? true) !== true);
    const all = [...bound, ...others];
    return (has(a, bound) && has(b, all)) || (has(b, bound) && has(a, all));
  });
}

/** Of a schema with one of the first, the first and the others are not to be mixed with those of another schema. */
const neighbours: readonly { readonly bound: readonly string[]; readonly others: readonly string[] }[] = [
  { bound: ['additionalProperties'], others: ['properties', 'patternProperties'] },
  { bound: ['items', 'additionalItems'], others: ['prefixItems'] },
  { bound: ['if', 'then', 'else'], others: [] },
  { bound: ['contains', 'minContains', 'maxContains'], others: [] },
];

/** In 3.0 a bound and the flag that makes it exclusive are one demand: they are taken together or not at all. */
function isTied(keyword: string, a: JsonObject, b: JsonObject): boolean {
  const pair = boundPairs.find((names) => names.includes(keyword));
  if (pair === undefined) return false;
  const [bound, flag] = pair;
  const hasFlag = typeof a[flag] === 'boolean' || typeof b[flag] === 'boolean';
  return hasFlag && a[bound] !== undefined && b[bound] !== undefined;
}

const boundPairs: readonly (readonly [bound: string, flag: string])[] = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
];

/** One value that says both, or undefined where there is none. */
function combineKeyword(keyword: string, a: Json | undefined, b: Json): Json | undefined {
  if (a === undefined || sameJson(a, b)) return b;
  if (keyword === 'required' && isJsonArray(a) && isJsonArray(b)) return [...new Set([...a, ...b])];
  if (keyword === 'properties' && isJsonObject(a) && isJsonObject(b)) return unite(a, b);
  if (keyword === 'enum' && isJsonArray(a) && isJsonArray(b)) {
    const common = a.filter((value) => b.some((other) => sameJson(value, other)));
    return common.length === 0 ? undefined : common;
  }
  if (lowerBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a > b ? a : b;
  if (upperBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a < b ? a : b;
  return annotations.has(keyword) ? a : undefined;
}

const lowerBounds = new Set(['minimum', 'minLength', 'minItems', 'minProperties']);
const upperBounds = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  'default',
  'externalDocs',
  'xml',
]);

function unite(a: JsonObject, b: JsonObject): JsonObject {
  const united = new Map(Object.entries(a));
  for (const [name, schema] of Object.entries(b)) {
    const mine = own(a, name);
    united.set(name, mine === undefined || sameJson(mine, schema) ? schema : { allOf: [mine, schema] });
  }
  return Object.fromEntries(united);
}

function mapValues(value: JsonObject, map: (part: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
}
