/**
 * A schema as a tree of bounded size, without references; and what a reference leads to. Recursion ends where the schema can
 * do without what follows: an optional property goes, a list stays empty, an alternative is left out. Prism writes every
 * path through the references out, which takes forever on webs of them, and has no end of its own for recursive ones.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { remembered } from '../../spec/remembered.ts';

interface Bounds {
  /** How often one reference may stand on the way down. */
  readonly repeats: number;
  /** References on the way down. */
  readonly depth: number;
}

/** The first that stays within the budget: deep answers where they are small, shallow ones where they are not. */
const bounds: readonly Bounds[] = [
  { repeats: 2, depth: 40 },
  { repeats: 1, depth: 40 },
  ...[8, 5, 3, 2, 1].map((depth) => ({ repeats: 1, depth })),
];

/** Schemas written out. Prism needs some milliseconds for a hundred. */
const MOST_SCHEMAS = 2_000;

/** `undefined` where no small enough tree was found. */
export function unfold(schema: Json, document: JsonObject): Json | undefined {
  for (const bound of bounds) {
    const walk = { document, ...bound };
    const tree = isSmall(schema, walk) ? unfoldAt(schema, [], walk) : undefined;
    if (tree !== undefined) return tree;
  }
  return undefined;
}

interface Walk extends Bounds {
  readonly document: JsonObject;
}

/** Counted before anything is built: most bounds are too wide for a web of references. */
function isSmall(schema: Json, walk: Walk): boolean {
  const count = { ...walk, left: MOST_SCHEMAS };
  countAt(schema, [], count);
  return count.left >= 0;
}

interface Count extends Walk {
  /** Below zero where there are too many. */
  left: number;
}

/** Takes off the schemas that `unfoldAt` comes by. */
function countAt(schema: Json, above: readonly string[], count: Count): void {
  if (!isJsonObject(schema) || count.left < 0) return;
  count.left--;
  const reference = referenceOf(schema);
  if (reference === undefined) countBelow(schema, above, count);
  else if (!isTooDeep(reference, above, count))
    countAt(merged(schema, reference, count), [...above, reference], count);
}

function countBelow(schema: JsonObject, above: readonly string[], count: Count): void {
  for (const keyword in schema) {
    const part = schema[keyword] ?? null;
    if (count.left < 0) return;
    if (unused.has(keyword) || typeof part !== 'object' || part === null) continue;
    if (oneSchema.has(keyword)) countAt(part, above, count);
    else if (holdsMany(keyword, part))
      for (const key in part) countAt(memberOf(part, key) ?? null, above, count);
  }
}

/** `above` are the references on the way down. Undefined where this is too deep. */
function unfoldAt(schema: Json, above: readonly string[], walk: Walk): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  const reference = referenceOf(schema);
  if (reference === undefined) return unfoldKeywords(schema, above, walk);
  if (isTooDeep(reference, above, walk)) return undefined;
  return unfoldAt(merged(schema, reference, walk), [...above, reference], walk);
}

function isTooDeep(reference: string, above: readonly string[], { repeats, depth }: Walk): boolean {
  if (above.length >= depth) return true;
  let seen = 0;
  for (const one of above) if (one === reference) seen++;
  return seen >= repeats;
}

/** What a reference leads to, with what stands beside it. */
function merged(schema: JsonObject, reference: string, { document }: Walk): Json {
  const target = valueAt(document, reference);
  if (isJsonObject(target) && Object.keys(schema).length === 1) return target;
  const { $ref: _reference, ...siblings } = schema;
  return isJsonObject(target) ? { ...target, ...siblings } : (target ?? siblings);
}

type Below = (schema: Json) => Json | undefined;

function unfoldKeywords(schema: JsonObject, above: readonly string[], walk: Walk): JsonObject | undefined {
  const below: Below = (part) => unfoldAt(part, above, walk);
  const parts = Object.entries(schema)
    .filter(([keyword]) => !unused.has(keyword))
    .map(([keyword, part]) => [keyword, unfoldPart(keyword, part, below)] as const);
  const kept = withoutWriteOnly(
    Object.fromEntries(parts.flatMap(([keyword, part]) => (part === undefined ? [] : [[keyword, part]]))),
  );
  const cut = new Set(parts.flatMap(([keyword, part]) => (part === undefined ? [keyword] : [])));
  if (vital.some((keyword) => cut.has(keyword)) || lacksRequired(kept, schema)) return undefined;
  if (!cut.has('items')) return kept;
  return Number(schema['minItems'] ?? 0) > 0 ? undefined : { ...kept, items: {}, maxItems: 0 };
}

/** Definitions are reached by reference only; the mapping of a discriminator says nothing of the value. */
const unused: ReadonlySet<string> = new Set(['$defs', 'definitions', 'discriminator']);
/** Without these a schema would accept what it refuses. Any other that is cut is left out. */
const vital = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

const oneSchema: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const allSchemas: ReadonlySet<string> = new Set(['allOf', 'prefixItems']);
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Whether the keyword's value is schemas, by name or in a list. */
function holdsMany(keyword: string, part: Json): boolean {
  if (isJsonArray(part)) return allSchemas.has(keyword) || alternatives.has(keyword);
  return namedSchemas.has(keyword) && isJsonObject(part);
}

function unfoldPart(keyword: string, part: Json, below: Below): Json | undefined {
  if (oneSchema.has(keyword)) return below(part);
  if (namedSchemas.has(keyword) && isJsonObject(part)) return unfoldNamed(part, below);
  if (!isJsonArray(part) || !holdsMany(keyword, part)) return withoutReferences(part);
  const known = part.map(below).filter((one) => one !== undefined);
  const isEnough = alternatives.has(keyword) ? known.length > 0 : known.length === part.length;
  return isEnough ? known : undefined;
}

function unfoldNamed(part: JsonObject, below: Below): JsonObject {
  const known = Object.entries(part).flatMap(([name, schema]) => {
    const tree = below(schema);
    return tree === undefined ? [] : [[name, tree] as const];
  });
  return Object.fromEntries(known);
}

/** Answers alone are made from the tree. */
function withoutWriteOnly(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return schema;
  const hidden = new Set(
    Object.keys(properties).filter((name) => memberOf(properties[name], 'writeOnly') === true),
  );
  if (hidden.size === 0) return schema;
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name));
  const names = isJsonArray(required) ? required.filter((name) => !hidden.has(String(name))) : undefined;
  return {
    ...schema,
    properties: Object.fromEntries(shown),
    ...(names === undefined ? {} : { required: names }),
  };
}

/** Whether a property was cut that the schema cannot do without. */
function lacksRequired({ required, properties: kept }: JsonObject, { properties }: JsonObject): boolean {
  if (!isJsonArray(required) || !isJsonObject(properties)) return false;
  return required.some((name) => {
    const isDeclared = typeof name === 'string' && Object.hasOwn(properties, name);
    return isDeclared && memberOf(kept, name) === undefined;
  });
}

/** What looks like a reference within a value, such as an example, is none, and Prism would fetch it. */
export function withoutReferences(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutReferences);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, part]) => key !== '$ref' || typeof part !== 'string');
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutReferences(part)]));
}

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
function referenceOf(object: JsonObject): string | undefined {
  const reference = Object.hasOwn(object, '$ref') ? object['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** By a JSON Pointer in a fragment (RFC 6901, 6). Found once for each document and reference. */
function valueAt(document: JsonObject, reference: string): Json | undefined {
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
