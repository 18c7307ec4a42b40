/**
 * Generates a valid value of a schema: a declared example if there is one, else the simplest value that the schema
 * accepts.
 */
import { canonicalJson, isJsonObject, type Json, type JsonObject, stringifyJson } from '../json/exact-json.ts';
import type { Direction, Schema, TypeName } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { completeObject } from './complete-object.ts';
import { countChoices, flattenSchema } from './flatten-schema.ts';
import { decimalCandidates, integerCandidates } from './sample-numbers.ts';
import { stringCandidates, stringsMatching } from './sample-strings.ts';
import { distinguishAlternative, guessTypes, numberedStrings, orderTypes } from './variations.ts';

export interface SampleOptions {
  /**
   * `examples` (the default) uses a declared example unchanged; `all` and `none` generate all or no optional
   * properties.
   */
  readonly optional?: 'examples' | 'all' | 'none';
}

/** Returns the same value every time for the same schema; undefined if no valid value was found. */
export function sampleValue(schema: Schema, direction: Direction, options: SampleOptions = {}): Json | undefined {
  const optional = options.optional ?? 'examples';
  const cache = sampleCache.get(schema) ?? new Map<string, Json | undefined>();
  sampleCache.set(schema, cache);
  const key = `${direction} ${optional}`;
  if (!cache.has(key)) cache.set(key, generateSample(schema, direction, optional));
  return cache.get(key);
}

/** Schemas do not change, and every case uses the same ones. */
const sampleCache = new WeakMap<Schema, Map<string, Json | undefined>>();

function generateSample(schema: Schema, direction: Direction, optional: SampleContext['optional']): Json | undefined {
  const context: SampleContext = {
    direction,
    optional,
    depth: 0,
    maxDepth: MAX_DEPTH,
    cache: new Map(),
    budget: { remaining: MAX_CANDIDATES },
  };
  return withOptional(firstValid(generateCandidates(schema, context), schema, direction), schema, context);
}

interface SampleContext {
  readonly direction: Direction;
  readonly optional: 'examples' | 'all' | 'none';
  readonly depth: number;
  /** The maximum depth of parts. */
  readonly maxDepth: number;
  /** Samples by schema and depth; undefined if none was found. */
  readonly cache: Map<Schema, Map<string, Json | undefined>>;
  readonly budget: { remaining: number };
}

/**
 * Recursive schemas have no deepest value: below this depth, each part is as shallow as possible; the generator stops
 * at `MAX_DEPTH`.
 */
const SHALLOW_DEPTH = 4;
const MAX_DEPTH = 16;
const MAX_CANDIDATES = 20_000;
const MAX_CHOICES = 20;
/** A schema that requires more needs an example. */
const MAX_ITEMS = 100_000;
/** From this length on, unique items are generated together instead of one by one. */
const MANY_ITEMS = 100;

function firstValid(values: Iterable<Json>, schema: Schema, direction: Direction): Json | undefined {
  for (const value of values) {
    if (isValid(schema, value, direction)) return value;
  }
  return undefined;
}

function* generateCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  if (context.depth > context.maxDepth || context.budget.remaining-- <= 0) return;
  for (let choice = 0; choice < Math.min(countChoices(schema), MAX_CHOICES); choice++) {
    yield* flatCandidates(flattenSchema(schema, choice), context);
    for (const branch of conditionalBranches(schema)) {
      yield* flatCandidates(flattenSchema({ ...schema, allOf: [...schema.allOf, branch] }, choice), context);
    }
  }
  yield* unusualCandidates(schema, context);
}

/**
 * Only for responses: if no simple value is valid, an unusual valid one may be served, but servers should not have to
 * accept it.
 */
function* unusualCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  const alternatives = [schema, ...schema.allOf].find(({ oneOf }) => oneOf.length > 1)?.oneOf;
  if (alternatives === undefined || context.direction === 'request') return;
  for (let choice = 0; choice < Math.min(countChoices(schema), MAX_CHOICES); choice++) {
    const [first] = flatCandidates(flattenSchema(schema, choice), context);
    const unusual = first === undefined ? undefined : distinguishAlternative(alternatives, first, context.direction);
    if (unusual !== undefined) yield unusual;
  }
}

/** The subschemas that a condition may also require. */
function conditionalBranches(schema: Schema): readonly Schema[] {
  return [schema, ...schema.allOf]
    .flatMap((part) => [part.then, part.else, ...part.dependentSchemas.values()])
    .filter((branch) => branch !== undefined);
}

function* flatCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  const types = schema.types === undefined ? guessTypes(schema) : orderTypes(schema.types);
  const isComposite = types.includes('object') || types.includes('array');
  if (context.optional === 'examples' || !isComposite) yield* schema.examples;
  if (schema.const !== undefined) yield schema.const.value;
  if (schema.default !== undefined) yield schema.default.value;
  if (schema.enum !== undefined) yield* schema.enum;
  for (const type of types) yield* generators[type](schema, context);
  // Keywords without a `type` do not constrain other types.
  if (schema.types === undefined) yield* [{}, [], 'sample', 0, true, null];
}

const generators: Readonly<Record<TypeName, (schema: Schema, context: SampleContext) => Iterable<Json>>> = {
  object: objectCandidates,
  array: arrayCandidates,
  string: textCandidates,
  integer: integerCandidates,
  number: decimalCandidates,
  boolean: () => [true, false],
  null: () => [null],
};

function* textCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  const { contentSchema } = schema;
  const content = contentSchema === undefined ? undefined : sampleMember(contentSchema, context);
  if (content !== undefined) yield stringifyJson(content);
  yield* stringCandidates(schema);
}

function* objectCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  const keepOptional = context.optional !== 'none' && context.depth < SHALLOW_DEPTH;
  const withOptional = keepOptional ? buildObject(schema, context, () => true) : undefined;
  if (withOptional !== undefined) yield withOptional;
  const requiredOnly = buildObject(schema, context, (name) => schema.required.has(name));
  if (requiredOnly !== undefined) yield requiredOnly;
}

function buildObject(
  schema: Schema,
  context: SampleContext,
  isIncluded: (name: string) => boolean,
): JsonObject | undefined {
  const hidden = context.direction === 'request' ? 'readOnly' : 'writeOnly';
  const declared = [...schema.properties].filter(([name, part]) => isIncluded(name) && !part[hidden]);
  const undeclared = [...schema.required].filter((name) => !schema.properties.has(name));
  const members: [string, Json][] = [];
  for (const [name, part] of [...declared, ...undeclared.map((name) => [name, schema.additionalProperties] as const)]) {
    const value = part === undefined ? 'sample' : sampleMember(part, context);
    if (value !== undefined) members.push([name, value]);
    else if (schema.required.has(name)) return undefined;
  }
  const names = members.map(([name]) => name);
  return Object.fromEntries([...members, ...extraMembers(schema, names, context)]);
}

/** Extra members for `minProperties`. */
function extraMembers(schema: Schema, existingNames: readonly string[], context: SampleContext): [string, Json][] {
  const count = Math.max(0, Math.min(schema.minProperties ?? 0, 1_000) - existingNames.length);
  const names = extraNames(schema, context, count + existingNames.length).filter(
    (name) => !existingNames.includes(name),
  );
  return names.slice(0, count).map((name) => {
    const part = schema.patternProperties.find(({ pattern }) => pattern.test(name))?.schema;
    const memberSchema = part ?? schema.additionalProperties;
    return [name, memberSchema === undefined ? 'sample' : (sampleMember(memberSchema, context) ?? null)];
  });
}

function extraNames(schema: Schema, context: SampleContext, count: number): readonly string[] {
  if (count === 0) return [];
  const { propertyNames, patternProperties, additionalProperties } = schema;
  if (propertyNames !== undefined) {
    return distinctValues(propertyNames, context, count).filter((name) => typeof name === 'string');
  }
  const isClosed = additionalProperties?.isSatisfiable === false;
  if (isClosed) return [...new Set(patternProperties.flatMap(({ pattern }) => stringsMatching(pattern, {})))];
  return Array.from({ length: count }, (_unused, index) => `extra${index + 1}`);
}

function* arrayCandidates(schema: Schema, context: SampleContext): Generator<Json> {
  const minLength = Math.max(schema.minItems ?? 0, schema.contains === undefined ? 0 : (schema.minContains ?? 1));
  // With `all`, also the optional items at the end of a tuple.
  const tupleLength = context.optional === 'all' ? Math.min(schema.prefixItems.length, schema.maxItems ?? Infinity) : 1;
  const preferredLength =
    context.optional === 'none' || context.depth >= SHALLOW_DEPTH ? minLength : Math.max(minLength, 1, tupleLength);
  for (const length of new Set([preferredLength, minLength])) {
    if (length > MAX_ITEMS) continue;
    const items = isUniqueItemsSchema(schema, length)
      ? distinctValues(schema.items, context, length)
      : itemsOneByOne(schema, length, context);
    if (items.length === length) yield items;
  }
}

interface UniqueItemsSchema extends Schema {
  readonly items: Schema;
}

function isUniqueItemsSchema(schema: Schema, length: number): schema is UniqueItemsSchema {
  const isPlain = schema.prefixItems.length === 0 && schema.contains === undefined;
  return schema.uniqueItems && schema.items !== undefined && isPlain && length > MANY_ITEMS;
}

/** Fewer items than requested if no more were found. */
function itemsOneByOne(schema: Schema, length: number, context: SampleContext): readonly Json[] {
  const items: Json[] = [];
  const usedValues = new Set<string>();
  while (items.length < length) {
    const item = nextItem(items.length, schema, context, usedValues);
    if (item === undefined) break;
    items.push(item);
    if (schema.uniqueItems) usedValues.add(canonicalJson(item));
  }
  return items;
}

function nextItem(
  index: number,
  schema: Schema,
  context: SampleContext,
  usedValues: ReadonlySet<string>,
): Json | undefined {
  const part = schema.prefixItems[index] ?? schema.items;
  const containsSchema = index < (schema.minContains ?? 1) ? schema.contains : undefined;
  const memberSchema =
    part === undefined || containsSchema === undefined
      ? (part ?? containsSchema)
      : withBothSchemas(part, containsSchema);
  if (memberSchema === undefined) return `sample ${index + 1}`;
  if (!schema.uniqueItems) return sampleMember(memberSchema, context);
  return distinctValues(memberSchema, context, 1, usedValues, index)[0];
}

function withBothSchemas(a: Schema, b: Schema): Schema {
  return { ...a, allOf: [...a.allOf, b] };
}

/** As many distinct valid values as requested, or as can be found. */
function distinctValues(
  schema: Schema,
  context: SampleContext,
  count: number,
  usedValues: ReadonlySet<string> = new Set(),
  from = 0,
): readonly Json[] {
  const found = new Map<string, Json>();
  for (const value of manyCandidates(schema, context, from, count)) {
    const key = canonicalJson(value);
    if (!usedValues.has(key) && !found.has(key) && isValid(schema, value, context.direction)) found.set(key, value);
    if (found.size === count) break;
  }
  return [...found.values()];
}

function* manyCandidates(schema: Schema, context: SampleContext, from: number, count: number): Generator<Json> {
  yield* generateCandidates(schema, { ...context, depth: context.depth + 1 });
  yield* variants(schema, context, from, count);
}

/** Values derived from the first one by counting. */
function* variants(schema: Schema, context: SampleContext, from: number, count: number): Generator<Json> {
  const first = sampleMember(schema, context);
  const step = schema.multipleOf ?? 1;
  for (let n = from; n < from + count + 30; n++) {
    if (typeof first === 'number') yield* [first + n * Number(step), first - n * Number(step)];
    if (typeof first === 'bigint') yield* [first + BigInt(n), first - BigInt(n)];
    if (typeof first === 'string') yield* numberedStrings(first, n);
    if (Array.isArray(first)) yield [...first, ...first.slice(0, n)];
    if (isJsonObject(first)) yield* withOtherMember(first, schema, context, n);
  }
}

function* withOtherMember(first: JsonObject, schema: Schema, context: SampleContext, n: number): Generator<Json> {
  if (context.depth >= SHALLOW_DEPTH) return;
  for (const [name, part] of flattenSchema(schema).properties) {
    // Recursive schemas have members of members without end.
    if (context.budget.remaining-- <= 0) return;
    const value = distinctValues(part, { ...context, depth: context.depth + 1 }, n + 1)[n];
    if (value !== undefined) yield { ...first, [name]: value };
  }
}

function sampleMember(schema: Schema, context: SampleContext): Json | undefined {
  const depth = context.depth + 1;
  const key = `${depth} ${context.maxDepth}`;
  const cache = context.cache.get(schema) ?? new Map<string, Json | undefined>();
  context.cache.set(schema, cache);
  if (!cache.has(key)) cache.set(key, findMember(schema, { ...context, depth }));
  return cache.get(key);
}

/** From the shallow depth on, finds the shallowest value: recursive alternatives come last. */
function findMember(schema: Schema, context: SampleContext): Json | undefined {
  const limits =
    context.depth === SHALLOW_DEPTH
      ? [SHALLOW_DEPTH, SHALLOW_DEPTH + 1, SHALLOW_DEPTH + 3, context.maxDepth]
      : [context.maxDepth];
  for (const maxDepth of limits) {
    const value = firstValid(generateCandidates(schema, { ...context, maxDepth }), schema, context.direction);
    if (value !== undefined) return withOptional(value, schema, context);
  }
  return undefined;
}

/** With `all`, each optional property that can be there; some exclude others. */
function withOptional(value: Json | undefined, schema: Schema, context: SampleContext): Json | undefined {
  if (value === undefined || context.optional !== 'all' || context.depth >= SHALLOW_DEPTH) return value;
  return completeObject(value, { schema, direction: context.direction }, (part) => sampleMember(part, context));
}
