/** Merges `allOf` in a raw document, for libraries that merge it incorrectly. */
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
  ownMember,
} from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import { decodeFragment } from '../refs/nodes.ts';

/**
 * Returns the document with every `allOf` merged into the schema that contains it: the union of `required` and of
 * `properties`, and the tighter of two bounds. Constraints that a single schema cannot express remain in an `allOf`.
 */
export function mergeAllOfDocument(document: JsonObject): JsonObject {
  const state: MergeState = {
    document,
    resolved: new Map(),
    remainingObjects: MAX_OBJECTS + 4 * countObjects(document),
  };
  const merged = merge(document, state, new Set());
  return isJsonObject(merged) ? merged : document;
}

/** The merged document would be many times as large, because shared parts are copied to every use. */
export class MergeTooLargeError extends Error {}

/** The limit is this number plus a few objects for each object of the document. */
const MAX_OBJECTS = 100_000;

interface MergeState {
  readonly document: JsonObject;
  /** The merged schema of each part of an `allOf`, cached. */
  readonly resolved: Map<JsonObject, JsonObject>;
  /** Objects that may still be created. */
  remainingObjects: number;
}

function countObjects(value: Json): number {
  const members = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return members.reduce<number>((sum, part) => sum + countObjects(part), isJsonObject(value) ? 1 : 0);
}

/** `ancestors`: the objects that contain the value. */
function merge(value: Json, state: MergeState, ancestors: Set<JsonObject>): Json {
  if (isJsonArray(value)) return value.map((item) => merge(item, state, ancestors));
  if (!isJsonObject(value) || ancestors.has(value)) return value;
  if (state.remainingObjects-- <= 0)
    throw new MergeTooLargeError('the document is too large after all allOf schemas are merged');
  const { allOf, ...rest } = value;
  const flattened = isJsonArray(allOf) ? mergeParts([rest, ...allOf.map((part) => resolve(part, state))]) : value;
  ancestors.add(value);
  // A merged property may contain a new allOf, so the result is merged again.
  const merged = mapValues(flattened, (part) => merge(part, state, ancestors));
  ancestors.delete(value);
  return merged;
}

/** Merges each part once: duplicates add nothing. */
function mergeParts(parts: readonly JsonObject[]): JsonObject {
  return [...new Set(parts)].reduce((all, part) => mergeSchemas(all, part), {});
}

/**
 * Returns the merged schema of a part of an `allOf`, with its references resolved; an empty object for a cyclic
 * reference.
 */
function resolve(part: Json, state: MergeState): JsonObject {
  if (!isJsonObject(part)) return {};
  const cached = state.resolved.get(part);
  if (cached !== undefined) return cached;
  state.resolved.set(part, {});
  const resolved = resolveUncached(part, state);
  state.resolved.set(part, resolved);
  return resolved;
}

function resolveUncached(part: JsonObject, state: MergeState): JsonObject {
  const { document } = state;
  const { $ref: ref, ...siblings } = part;
  if (typeof ref === 'string' && ref.startsWith('#/')) {
    const target = resolve(valueAtRef(document, ref) ?? null, state);
    // In 3.0 siblings of a reference are ignored.
    if (String(document['openapi']).startsWith('3.0')) return target;
    return mergeSchemas(resolve(siblings, state), target);
  }
  const { allOf, ...rest } = part;
  if (!isJsonArray(allOf)) return part;
  return mergeParts([rest, ...allOf.map((nested) => resolve(nested, state))]);
}

function valueAtRef(document: JsonObject, ref: string): Json | undefined {
  return splitPointer(decodeFragment(ref)).reduce<Json | undefined>(
    (value, key) => (isJsonObject(value) ? ownMember(value, key) : isJsonArray(value) ? value[Number(key)] : undefined),
    document,
  );
}

function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject {
  if (hasInteractingKeywords(a, b)) return appendAllOf(a, b);
  const unmerged = new Map<string, Json>();
  const combined = new Map(Object.entries(a));
  for (const [keyword, value] of Object.entries(b)) {
    const current = ownMember(a, keyword);
    const both = isBoundWithFlag(keyword, a, b) ? undefined : combineKeyword(keyword, current, value);
    if (both === undefined) unmerged.set(keyword, value);
    else combined.set(keyword, both);
  }
  const all = Object.fromEntries(combined);
  return unmerged.size === 0 ? all : appendAllOf(all, Object.fromEntries(unmerged));
}

function appendAllOf(schema: JsonObject, part: JsonObject): JsonObject {
  const { allOf } = schema;
  return { ...schema, allOf: [...(isJsonArray(allOf) ? allOf : []), part] };
}

/**
 * Keywords that depend on their siblings: `additionalProperties` of one schema would also cover the properties that the
 * other declares, and the `then` of one does not belong to the `if` of the other. If both schemas have such keywords, a
 * single schema cannot express them.
 */
function hasInteractingKeywords(a: JsonObject, b: JsonObject): boolean {
  return interactingKeywords.some(({ bound, others }) => {
    const has = (one: JsonObject, names: readonly string[]) =>
      // `true` constrains nothing, like an absent keyword.
      names.some((name) => (ownMember(one, name) ?? true) !== true);
    const all = [...bound, ...others];
    return (has(a, bound) && has(b, all)) || (has(b, bound) && has(a, all));
  });
}

/**
 * If a schema has a `bound` keyword, its `bound` and `others` keywords cannot be mixed with those of another schema.
 */
const interactingKeywords: readonly {
  readonly bound: readonly string[];
  readonly others: readonly string[];
}[] = [
  { bound: ['additionalProperties'], others: ['properties', 'patternProperties'] },
  { bound: ['items', 'additionalItems'], others: ['prefixItems'] },
  { bound: ['if', 'then', 'else'], others: [] },
  { bound: ['contains', 'minContains', 'maxContains'], others: [] },
];

/** In 3.0 a bound and its exclusive flag form one constraint: they are merged together or not at all. */
function isBoundWithFlag(keyword: string, a: JsonObject, b: JsonObject): boolean {
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

/** Returns one value that expresses both, or undefined if there is none. */
function combineKeyword(keyword: string, a: Json | undefined, b: Json): Json | undefined {
  if (a === undefined || isEqualJson(a, b)) return b;
  if (keyword === 'required' && isJsonArray(a) && isJsonArray(b)) return [...new Set([...a, ...b])];
  if (keyword === 'properties' && isJsonObject(a) && isJsonObject(b)) return mergeProperties(a, b);
  if (keyword === 'enum' && isJsonArray(a) && isJsonArray(b)) {
    const common = a.filter((value) => b.some((other) => isEqualJson(value, other)));
    return common.length === 0 ? undefined : common;
  }
  if (lowerBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a > b ? a : b;
  if (upperBounds.has(keyword) && isNumeric(a) && isNumeric(b)) return a < b ? a : b;
  return annotations.has(keyword) ? a : undefined;
}

const lowerBounds = new Set(['minimum', 'minLength', 'minItems', 'minProperties']);
const upperBounds = new Set(['maximum', 'maxLength', 'maxItems', 'maxProperties']);
const annotations = new Set(['title', 'description', 'example', 'examples', 'default', 'externalDocs', 'xml']);

function mergeProperties(a: JsonObject, b: JsonObject): JsonObject {
  const properties = new Map(Object.entries(a));
  for (const [name, schema] of Object.entries(b)) {
    const current = ownMember(a, name);
    properties.set(name, current === undefined || isEqualJson(current, schema) ? schema : { allOf: [current, schema] });
  }
  return Object.fromEntries(properties);
}

function mapValues(value: JsonObject, map: (part: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
}
