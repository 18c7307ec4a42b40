/** A valid value of a schema: a declared example where there is one, else the plainest value that the schema accepts. */
import { canonicalText, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Direction, Schema, TypeName } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { countChoices, flatten } from './flatten.ts';
import { integers, numbers } from './numbers.ts';
import { matching, strings } from './texts.ts';
import { countedOn, guessTypes, inOrder, toldApart } from './variations.ts';

export interface SampleOptions {
  /** `examples` (the default) takes a declared example as it is; `all` and `none` say which optional properties to give. */
  readonly optional?: 'examples' | 'all' | 'none';
}

/** Always the same value for the same schema; undefined where none was found that the schema accepts. */
export function sampleOf(
  schema: Schema,
  direction: Direction,
  options: SampleOptions = {},
): Json | undefined {
  const optional = options.optional ?? 'examples';
  const known = sampled.get(schema) ?? new Map<string, Json | undefined>();
  sampled.set(schema, known);
  const key = `${direction} ${optional}`;
  if (!known.has(key)) known.set(key, derive(schema, direction, optional));
  return known.get(key);
}

/** Schemas do not change, and the same ones are asked for again with every case. */
const sampled = new WeakMap<Schema, Map<string, Json | undefined>>();

function derive(schema: Schema, direction: Direction, optional: Wish['optional']): Json | undefined {
  const wish: Wish = {
    direction,
    optional,
    depth: 0,
    deepest: DEEPEST,
    known: new Map(),
    effort: { left: MOST_EFFORT },
  };
  return firstValid(candidates(schema, wish), schema, direction);
}

interface Wish {
  readonly direction: Direction;
  readonly optional: 'examples' | 'all' | 'none';
  readonly depth: number;
  /** No part may lie deeper. */
  readonly deepest: number;
  /** What was found for a schema at a depth; undefined where nothing was. */
  readonly known: Map<Schema, Map<string, Json | undefined>>;
  readonly effort: { left: number };
}

/** Recursive schemas have no deepest value: below this, each part is as shallow as it can be; far below, we give up. */
const SHALLOW = 4;
const DEEPEST = 16;
const MOST_EFFORT = 20_000;
const MAX_CHOICES = 20;
/** Whoever asks for more has to give an example. */
const MOST_ITEMS = 100_000;
/** From here on different items are looked for all at once. */
const MANY_ITEMS = 100;

function firstValid(values: Iterable<Json>, schema: Schema, direction: Direction): Json | undefined {
  for (const value of values) {
    if (isValid(schema, value, direction)) return value;
  }
  return undefined;
}

function* candidates(schema: Schema, wish: Wish): Generator<Json> {
  if (wish.depth > wish.deepest || wish.effort.left-- <= 0) return;
  for (let choice = 0; choice < Math.min(countChoices(schema), MAX_CHOICES); choice++) {
    yield* flatCandidates(flatten(schema, choice), wish);
    for (const branch of branchesOf(schema)) {
      yield* flatCandidates(flatten({ ...schema, allOf: [...schema.allOf, branch] }, choice), wish);
    }
  }
  yield* oddOnes(schema, wish);
}

/** Only for answers: what is odd but valid may be served, where nothing plain is valid; nobody is asked to take it. */
function* oddOnes(schema: Schema, wish: Wish): Generator<Json> {
  const alike = [schema, ...schema.allOf].find(({ oneOf }) => oneOf.length > 1)?.oneOf;
  if (alike === undefined || wish.direction === 'request') return;
  for (let choice = 0; choice < Math.min(countChoices(schema), MAX_CHOICES); choice++) {
    const [first] = flatCandidates(flatten(schema, choice), wish);
    const odd = first === undefined ? undefined : toldApart(alike, first, wish.direction);
    if (odd !== undefined) yield odd;
  }
}

/** What a condition of the schema may ask for besides. */
function branchesOf(schema: Schema): readonly Schema[] {
  return [schema, ...schema.allOf]
    .flatMap((part) => [part.then, part.else, ...part.dependentSchemas.values()])
    .filter((branch) => branch !== undefined);
}

function* flatCandidates(schema: Schema, wish: Wish): Generator<Json> {
  const types = schema.types === undefined ? guessTypes(schema) : inOrder(schema.types);
  const isComposite = types.includes('object') || types.includes('array');
  if (wish.optional === 'examples' || !isComposite) yield* schema.examples;
  if (schema.const !== undefined) yield schema.const.value;
  if (schema.default !== undefined) yield schema.default.value;
  if (schema.enum !== undefined) yield* schema.enum;
  for (const type of types) yield* generators[type](schema, wish);
  // Keywords without a `type` say nothing of other types.
  if (schema.types === undefined) yield* [{}, [], 'sample', 0, true, null];
}

const generators: Readonly<Record<TypeName, (schema: Schema, wish: Wish) => Iterable<Json>>> = {
  object: objects,
  array: arrays,
  string: strings,
  integer: integers,
  number: numbers,
  boolean: () => [true, false],
  null: () => [null],
};

function* objects(schema: Schema, wish: Wish): Generator<Json> {
  const keepOptional = wish.optional !== 'none' && wish.depth < SHALLOW;
  const full = keepOptional ? objectWith(schema, wish, () => true) : undefined;
  if (full !== undefined) yield full;
  const bare = objectWith(schema, wish, (name) => schema.required.has(name));
  if (bare !== undefined) yield bare;
}

function objectWith(schema: Schema, wish: Wish, isWanted: (name: string) => boolean): JsonObject | undefined {
  const hidden = wish.direction === 'request' ? 'readOnly' : 'writeOnly';
  const declared = [...schema.properties].filter(([name, part]) => isWanted(name) && !part[hidden]);
  const undeclared = [...schema.required].filter((name) => !schema.properties.has(name));
  const members: [string, Json][] = [];
  for (const [name, part] of [
    ...declared,
    ...undeclared.map((name) => [name, schema.additionalProperties] as const),
  ]) {
    const value = part === undefined ? 'sample' : valueWithin(part, wish);
    if (value !== undefined) members.push([name, value]);
    else if (schema.required.has(name)) return undefined;
  }
  const names = members.map(([name]) => name);
  return Object.fromEntries([...members, ...fillers(schema, names, wish)]);
}

/** Extra members for `minProperties`. */
function fillers(schema: Schema, have: readonly string[], wish: Wish): [string, Json][] {
  const count = Math.max(0, Math.min(schema.minProperties ?? 0, 1_000) - have.length);
  const names = fillerNames(schema, wish, count + have.length).filter((name) => !have.includes(name));
  return names.slice(0, count).map((name) => {
    const part = schema.patternProperties.find(({ pattern }) => pattern.test(name))?.schema;
    const judging = part ?? schema.additionalProperties;
    return [name, judging === undefined ? 'sample' : (valueWithin(judging, wish) ?? null)];
  });
}

function fillerNames(schema: Schema, wish: Wish, count: number): readonly string[] {
  if (count === 0) return [];
  const { propertyNames, patternProperties, additionalProperties } = schema;
  if (propertyNames !== undefined) {
    return distinctValues(propertyNames, wish, count).filter((name) => typeof name === 'string');
  }
  const isClosed = additionalProperties?.possible === false;
  if (isClosed) return [...new Set(patternProperties.flatMap(({ pattern }) => matching(pattern, {})))];
  return Array.from({ length: count }, (_unused, index) => `extra${index + 1}`);
}

function* arrays(schema: Schema, wish: Wish): Generator<Json> {
  const least = Math.max(schema.minItems ?? 0, schema.contains === undefined ? 0 : (schema.minContains ?? 1));
  const wanted = wish.optional === 'none' || wish.depth >= SHALLOW ? least : Math.max(least, 1);
  for (const length of new Set([wanted, least])) {
    if (length > MOST_ITEMS) continue;
    const items = isPlainSet(schema, length)
      ? distinctValues(schema.items, wish, length)
      : inTurn(schema, length, wish);
    if (items.length === length) yield items;
  }
}

interface PlainSet extends Schema {
  readonly items: Schema;
}

function isPlainSet(schema: Schema, length: number): schema is PlainSet {
  const isPlain = schema.prefixItems.length === 0 && schema.contains === undefined;
  return schema.uniqueItems && schema.items !== undefined && isPlain && length > MANY_ITEMS;
}

/** Fewer than asked for where no more were found. */
function inTurn(schema: Schema, length: number, wish: Wish): readonly Json[] {
  const items: Json[] = [];
  const taken = new Set<string>();
  while (items.length < length) {
    const item = itemAfter(items.length, schema, wish, taken);
    if (item === undefined) break;
    items.push(item);
    if (schema.uniqueItems) taken.add(canonicalText(item));
  }
  return items;
}

function itemAfter(index: number, schema: Schema, wish: Wish, taken: ReadonlySet<string>): Json | undefined {
  const part = schema.prefixItems[index] ?? schema.items;
  const needed = index < (schema.minContains ?? 1) ? schema.contains : undefined;
  const judging = part === undefined || needed === undefined ? (part ?? needed) : bothOf(part, needed);
  if (judging === undefined) return `sample ${index + 1}`;
  if (!schema.uniqueItems) return valueWithin(judging, wish);
  return distinctValues(judging, wish, 1, taken, index)[0];
}

function bothOf(a: Schema, b: Schema): Schema {
  return { ...a, allOf: [...a.allOf, b] };
}

/** As many different valid values as are asked for and can be found. */
function distinctValues(
  schema: Schema,
  wish: Wish,
  count: number,
  taken: ReadonlySet<string> = new Set(),
  from = 0,
): readonly Json[] {
  const found = new Map<string, Json>();
  for (const value of manyOf(schema, wish, from, count)) {
    const key = canonicalText(value);
    if (!taken.has(key) && !found.has(key) && isValid(schema, value, wish.direction)) found.set(key, value);
    if (found.size === count) break;
  }
  return [...found.values()];
}

function* manyOf(schema: Schema, wish: Wish, from: number, count: number): Generator<Json> {
  yield* candidates(schema, { ...wish, depth: wish.depth + 1 });
  yield* variants(schema, wish, from, count);
}

/** Values like the first one, counted on. */
function* variants(schema: Schema, wish: Wish, from: number, count: number): Generator<Json> {
  const first = valueWithin(schema, wish);
  const step = schema.multipleOf ?? 1;
  for (let n = from; n < from + count + 30; n++) {
    if (typeof first === 'number') yield* [first + n * Number(step), first - n * Number(step)];
    if (typeof first === 'bigint') yield* [first + BigInt(n), first - BigInt(n)];
    if (typeof first === 'string') yield* countedOn(first, n);
    if (Array.isArray(first)) yield [...first, ...first.slice(0, n)];
    if (isJsonObject(first)) yield* withOtherMember(first, schema, wish, n);
  }
}

function* withOtherMember(first: JsonObject, schema: Schema, wish: Wish, n: number): Generator<Json> {
  for (const [name, part] of flatten(schema).properties) {
    const value = distinctValues(part, { ...wish, depth: wish.depth + 1 }, n + 1)[n];
    if (value !== undefined && wish.depth < SHALLOW) yield { ...first, [name]: value };
  }
}

function valueWithin(schema: Schema, wish: Wish): Json | undefined {
  const depth = wish.depth + 1;
  const key = `${depth} ${wish.deepest}`;
  const known = wish.known.get(schema) ?? new Map<string, Json | undefined>();
  wish.known.set(schema, known);
  if (!known.has(key)) known.set(key, findWithin(schema, { ...wish, depth }));
  return known.get(key);
}

/** From the shallow part on, the shallowest value that there is: alternatives that lead back here come last. */
function findWithin(schema: Schema, wish: Wish): Json | undefined {
  const limits = wish.depth === SHALLOW ? [SHALLOW, SHALLOW + 1, SHALLOW + 3, wish.deepest] : [wish.deepest];
  for (const deepest of limits) {
    const value = firstValid(candidates(schema, { ...wish, deepest }), schema, wish.direction);
    if (value !== undefined) return value;
  }
  return undefined;
}
