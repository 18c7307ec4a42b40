/**
 * A schema as a tree of bounded size, without references; and what a reference leads to. Recursion ends where the schema can
 * do without what follows: an optional property goes, a list stays empty, an alternative is left out. Prism writes every
 * path through the references out, which takes forever on webs of them, and has no end of its own for recursive ones.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { memoize } from '../../spec/memoize.ts';

interface ExpansionLimits {
  /** How often one reference may stand on the way down. */
  readonly repeats: number;
  /** References on the way down. */
  readonly depth: number;
}

/** The first that stays within the budget: deep answers where they are small, shallow ones where they are not. */
const expansionLimits: readonly ExpansionLimits[] = [
  { repeats: 2, depth: 40 },
  { repeats: 1, depth: 40 },
  ...[8, 5, 3, 2, 1].map((depth) => ({ repeats: 1, depth })),
];

/** Schemas written out. Prism needs some milliseconds for a hundred. */
const MAX_SCHEMAS = 2_000;

/** `undefined` where no small enough tree was found. */
export function expandSchema(schema: Json, document: JsonObject): Json | undefined {
  for (const bound of expansionLimits) {
    const context = { document, ...bound };
    const tree = fitsLimit(schema, context) ? expandAt(schema, [], context) : undefined;
    if (tree !== undefined) return tree;
  }
  return undefined;
}

interface ExpansionContext extends ExpansionLimits {
  readonly document: JsonObject;
}

/** Counted before anything is built: most bounds are too wide for a web of references. */
function fitsLimit(schema: Json, context: ExpansionContext): boolean {
  const count = { ...context, remaining: MAX_SCHEMAS };
  countSchema(schema, [], count);
  return count.remaining >= 0;
}

interface SchemaCount extends ExpansionContext {
  /** Below zero where there are too many. */
  remaining: number;
}

/** Takes off the schemas that `unfoldAt` comes by. */
function countSchema(schema: Json, referencePath: readonly string[], count: SchemaCount): void {
  if (!isJsonObject(schema) || count.remaining < 0) return;
  count.remaining--;
  const reference = localReference(schema);
  if (reference === undefined) countSubschemas(schema, referencePath, count);
  else if (!isTooDeep(reference, referencePath, count))
    countSchema(mergeReference(schema, reference, count), [...referencePath, reference], count);
}

function countSubschemas(schema: JsonObject, referencePath: readonly string[], count: SchemaCount): void {
  for (const keyword in schema) {
    const part = schema[keyword] ?? null;
    if (count.remaining < 0) return;
    if (ignoredKeywords.has(keyword) || typeof part !== 'object' || part === null) continue;
    if (singleSchemaKeywords.has(keyword)) countSchema(part, referencePath, count);
    else if (holdsSubschemas(keyword, part))
      for (const key in part) countSchema(childValue(part, key) ?? null, referencePath, count);
  }
}

/** `above` are the references on the way down. Undefined where this is too deep. */
function expandAt(schema: Json, referencePath: readonly string[], context: ExpansionContext): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  const reference = localReference(schema);
  if (reference === undefined) return expandKeywords(schema, referencePath, context);
  if (isTooDeep(reference, referencePath, context)) return undefined;
  return expandAt(mergeReference(schema, reference, context), [...referencePath, reference], context);
}

function isTooDeep(reference: string, referencePath: readonly string[], { repeats, depth }: ExpansionContext): boolean {
  if (referencePath.length >= depth) return true;
  let seen = 0;
  for (const one of referencePath) if (one === reference) seen++;
  return seen >= repeats;
}

/** What a reference leads to, with what stands beside it. */
function mergeReference(schema: JsonObject, reference: string, { document }: ExpansionContext): Json {
  const target = resolveReference(document, reference);
  if (isJsonObject(target) && Object.keys(schema).length === 1) return target;
  const { $ref: _reference, ...siblings } = schema;
  return isJsonObject(target) ? { ...target, ...siblings } : (target ?? siblings);
}

type ExpandSubschema = (schema: Json) => Json | undefined;

function expandKeywords(
  schema: JsonObject,
  referencePath: readonly string[],
  context: ExpansionContext,
): JsonObject | undefined {
  const expand: ExpandSubschema = (part) => expandAt(part, referencePath, context);
  const parts = Object.entries(schema)
    .filter(([keyword]) => !ignoredKeywords.has(keyword))
    .map(([keyword, part]) => [keyword, expandKeyword(keyword, part, expand)] as const);
  const kept = withoutWriteOnly(
    Object.fromEntries(parts.flatMap(([keyword, part]) => (part === undefined ? [] : [[keyword, part]]))),
  );
  const cut = new Set(parts.flatMap(([keyword, part]) => (part === undefined ? [keyword] : [])));
  if (essentialKeywords.some((keyword) => cut.has(keyword)) || lacksRequiredProperty(kept, schema)) return undefined;
  if (!cut.has('items')) return kept;
  return Number(schema['minItems'] ?? 0) > 0 ? undefined : { ...kept, items: {}, maxItems: 0 };
}

/** Definitions are reached by reference only; the mapping of a discriminator says nothing of the value. */
const ignoredKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions', 'discriminator']);
/** Without these a schema would accept what it refuses. Any other that is cut is left out. */
const essentialKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

const singleSchemaKeywords: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const schemaListKeywords: ReadonlySet<string> = new Set(['allOf', 'prefixItems']);
const alternativeKeywords: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
const schemaMapKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Whether the keyword's value is schemas, by name or in a list. */
function holdsSubschemas(keyword: string, part: Json): boolean {
  if (isJsonArray(part)) return schemaListKeywords.has(keyword) || alternativeKeywords.has(keyword);
  return schemaMapKeywords.has(keyword) && isJsonObject(part);
}

function expandKeyword(keyword: string, part: Json, expand: ExpandSubschema): Json | undefined {
  if (singleSchemaKeywords.has(keyword)) return expand(part);
  if (schemaMapKeywords.has(keyword) && isJsonObject(part)) return expandMap(part, expand);
  if (!isJsonArray(part) || !holdsSubschemas(keyword, part)) return withoutReferences(part);
  const known = part.map(expand).filter((one) => one !== undefined);
  const isSufficient = alternativeKeywords.has(keyword) ? known.length > 0 : known.length === part.length;
  return isSufficient ? known : undefined;
}

function expandMap(part: JsonObject, expand: ExpandSubschema): JsonObject {
  const known = Object.entries(part).flatMap(([name, schema]) => {
    const tree = expand(schema);
    return tree === undefined ? [] : [[name, tree] as const];
  });
  return Object.fromEntries(known);
}

/** Answers alone are made from the tree. */
function withoutWriteOnly(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return schema;
  const hidden = new Set(Object.keys(properties).filter((name) => childValue(properties[name], 'writeOnly') === true));
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
function lacksRequiredProperty({ required, properties: kept }: JsonObject, { properties }: JsonObject): boolean {
  if (!isJsonArray(required) || !isJsonObject(properties)) return false;
  return required.some((name) => {
    const isDeclared = typeof name === 'string' && Object.hasOwn(properties, name);
    return isDeclared && childValue(kept, name) === undefined;
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
const MAX_REFERENCE_HOPS = 50;

/** What stands at a place once its references are followed; undefined where one leads nowhere or is no object. */
export function followReferences(document: JsonObject, value: Json | undefined): JsonObject | undefined {
  let current = value;
  for (let hop = 0; hop < MAX_REFERENCE_HOPS; hop++) {
    if (!isJsonObject(current)) return undefined;
    const reference = localReference(current);
    if (reference === undefined) return current;
    current = resolveReference(document, reference);
  }
  return undefined;
}

/** `#/components/schemas/Order`; undefined where the object is none. */
function localReference(object: JsonObject): string | undefined {
  const reference = Object.hasOwn(object, '$ref') ? object['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** By a JSON Pointer in a fragment (RFC 6901, 6). Found once for each document and reference. */
function resolveReference(document: JsonObject, reference: string): Json | undefined {
  const values = cachedReferences(document);
  const value = values.has(reference) ? values.get(reference) : resolvePointer(document, reference);
  values.set(reference, value);
  return value;
}

const cachedReferences = memoize((_document: JsonObject) => new Map<string, Json | undefined>());

function resolvePointer(document: JsonObject, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  return splitPointer(decodeReference(reference)).reduce<Json | undefined>(childValue, document);
}

export function childValue(value: Json | undefined, name: string): Json | undefined {
  if (isJsonArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
