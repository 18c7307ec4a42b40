/**
 * Expands a schema to a tree of bounded size without references, and resolves references. Recursion ends where the
 * schema permits it: optional properties are dropped, lists left empty, alternatives omitted. Prism expands every path
 * through the references, which does not finish in reasonable time for highly connected schemas and does not terminate
 * for recursive ones.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { memoize } from '../../spec/memoize.ts';

interface ExpansionLimits {
  /** How often one reference may be repeated on a path. */
  readonly repeats: number;
  /** The maximum number of references on a path. */
  readonly depth: number;
}

/** The first one within the budget is used: deep trees for small schemas, shallow ones for large ones. */
const expansionLimits: readonly ExpansionLimits[] = [
  { repeats: 2, depth: 40 },
  { repeats: 1, depth: 40 },
  ...[8, 5, 3, 2, 1].map((depth) => ({ repeats: 1, depth })),
];

/** The maximum number of expanded schemas. Prism needs some milliseconds for a hundred. */
const MAX_SCHEMAS = 2_000;

/** `undefined` if no tree within the budget exists. */
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

/** Counts before building a tree, because most limits are too wide for highly connected schemas. */
function fitsLimit(schema: Json, context: ExpansionContext): boolean {
  const count = { ...context, remaining: MAX_SCHEMAS };
  countSchema(schema, [], count);
  return count.remaining >= 0;
}

interface SchemaCount extends ExpansionContext {
  /** Negative if there are too many schemas. */
  remaining: number;
}

/** Counts the schemas that `expandAt` would expand. */
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

/** `referencePath` are the references from the root to here. Undefined if it is too deep. */
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

/** The target of a reference, merged with its sibling keywords. */
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

/** Definitions are only used by reference, and a discriminator's mapping does not constrain the value. */
const ignoredKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions', 'discriminator']);
/** Cutting one of these would make the schema accept invalid values. Other keywords can be dropped. */
const essentialKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

const singleSchemaKeywords: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const schemaListKeywords: ReadonlySet<string> = new Set(['allOf', 'prefixItems']);
const alternativeKeywords: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
const schemaMapKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Whether the value of the keyword is a map or list of schemas. */
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

/** The tree is only used for responses. */
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

/** Whether a required property was cut. */
function lacksRequiredProperty({ required, properties: kept }: JsonObject, { properties }: JsonObject): boolean {
  if (!isJsonArray(required) || !isJsonObject(properties)) return false;
  return required.some((name) => {
    const isDeclared = typeof name === 'string' && Object.hasOwn(properties, name);
    return isDeclared && childValue(kept, name) === undefined;
  });
}

/** Removes `$ref` members from values such as examples: they are not references, but Prism would resolve them. */
export function withoutReferences(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutReferences);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, part]) => key !== '$ref' || typeof part !== 'string');
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutReferences(part)]));
}

/** Longer chains are circular. */
const MAX_REFERENCE_HOPS = 50;

/** The object after following its references; undefined if one cannot be resolved or is not an object. */
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

/** `#/components/schemas/Order`; undefined if the object is not a reference. */
function localReference(object: JsonObject): string | undefined {
  const reference = Object.hasOwn(object, '$ref') ? object['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** Resolves a JSON Pointer in a URI fragment (RFC 6901, section 6). Cached for each document and reference. */
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
