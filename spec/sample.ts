/** A valid value of a schema: a declared example where there is one, else the plainest value that the schema accepts. */
import fc from 'fast-check';
import { compareNumbers, isInteger, type Json, type JsonObject } from './exact-json.ts';
import { countChoices, flatten } from './flatten.ts';
import { integerRanges } from './formats.ts';
import type { Direction, Schema, TypeName } from './schema.ts';
import { isValid } from './validate.ts';

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
  const wish: Wish = { direction, optional: options.optional ?? 'examples', depth: 0 };
  return firstValid(candidates(schema, wish), schema, direction);
}

interface Wish {
  readonly direction: Direction;
  readonly optional: 'examples' | 'all' | 'none';
  readonly depth: number;
}

/** Recursive schemas have no deepest value: below this, optional parts are left out; far below, we give up. */
const SHALLOW = 4;
const DEEPEST = 16;
const MAX_CHOICES = 20;

function firstValid(values: Iterable<Json>, schema: Schema, direction: Direction): Json | undefined {
  for (const value of values) {
    if (isValid(schema, value, direction)) return value;
  }
  return undefined;
}

function* candidates(schema: Schema, wish: Wish): Generator<Json> {
  if (wish.depth > DEEPEST) return;
  for (let choice = 0; choice < Math.min(countChoices(schema), MAX_CHOICES); choice++) {
    yield* flatCandidates(flatten(schema, choice), wish);
  }
}

function* flatCandidates(schema: Schema, wish: Wish): Generator<Json> {
  const types = schema.types ?? guessTypes(schema);
  const isComposite = types.has('object') || types.has('array');
  if (wish.optional === 'examples' || !isComposite) yield* schema.examples;
  if (schema.const !== undefined) yield schema.const.value;
  if (schema.default !== undefined) yield schema.default.value;
  if (schema.enum !== undefined) yield* schema.enum;
  for (const type of typeOrder) {
    if (types.has(type)) yield* generators[type](schema, wish);
  }
}

const typeOrder: readonly TypeName[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

const generators: Readonly<Record<TypeName, (schema: Schema, wish: Wish) => Iterable<Json>>> = {
  object: objects,
  array: arrays,
  string: strings,
  integer: integers,
  number: numbers,
  boolean: () => [true, false],
  null: () => [null],
};

/** A schema without `type` still tells by its keywords what it is about. */
function guessTypes(schema: Schema): ReadonlySet<TypeName> {
  if (schema.properties.size > 0 || schema.required.size > 0 || schema.additionalProperties !== undefined) {
    return new Set(['object']);
  }
  if (schema.items !== undefined || schema.prefixItems.length > 0) return new Set(['array']);
  if (schema.minimum !== undefined || schema.maximum !== undefined) return new Set(['number']);
  return new Set(typeOrder.toSorted((a, b) => Number(b === 'string') - Number(a === 'string')));
}

function* objects(schema: Schema, wish: Wish): Generator<Json> {
  const keepOptional = wish.optional !== 'none' && wish.depth < SHALLOW;
  const full = objectWith(schema, wish, (name) => keepOptional || schema.required.has(name));
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
  return Object.fromEntries([...members, ...fillers(schema, members.length, wish)]);
}

/** Extra members for `minProperties`. */
function fillers(schema: Schema, have: number, wish: Wish): [string, Json][] {
  const count = Math.max(0, Math.min(schema.minProperties ?? 0, 100) - have);
  return Array.from({ length: count }, (_unused, index) => {
    const value =
      schema.additionalProperties === undefined ? 'sample' : valueWithin(schema.additionalProperties, wish);
    return [`extra${index + 1}`, value ?? null];
  });
}

function* arrays(schema: Schema, wish: Wish): Generator<Json> {
  const least = Math.max(schema.minItems ?? 0, schema.contains === undefined ? 0 : (schema.minContains ?? 1));
  const wanted = wish.optional === 'none' || wish.depth >= SHALLOW ? least : Math.max(least, 1);
  for (const length of new Set([wanted, least])) {
    const items = Array.from({ length: Math.min(length, 1_000) }, (_unused, index) =>
      itemAt(schema, index, wish),
    );
    if (items.every((item) => item !== undefined)) yield items;
  }
}

function itemAt(schema: Schema, index: number, wish: Wish): Json | undefined {
  const part = schema.prefixItems[index] ?? schema.items ?? schema.contains;
  if (part === undefined) return `sample ${index + 1}`;
  const all = candidates(part, { ...wish, depth: wish.depth + 1 });
  if (!schema.uniqueItems) return firstValid(all, part, wish.direction);
  return distinctValues(part, wish, index)[index];
}

/** For `uniqueItems`: as many different valid values as are needed. */
function distinctValues(schema: Schema, wish: Wish, index: number): readonly Json[] {
  const first = firstValid(candidates(schema, { ...wish, depth: wish.depth + 1 }), schema, wish.direction);
  const variants = Array.from({ length: index + 1 }, (_unused, n) => {
    if (typeof first === 'number') return first + n;
    return typeof first === 'string' && n > 0 ? `${first}${n + 1}` : (first ?? null);
  });
  const valid = [...(schema.enum ?? variants)].filter((value) => isValid(schema, value, wish.direction));
  return valid;
}

function valueWithin(schema: Schema, wish: Wish): Json | undefined {
  return firstValid(candidates(schema, { ...wish, depth: wish.depth + 1 }), schema, wish.direction);
}

const formatSamples: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:30:00Z'],
  ['time', '12:30:00Z'],
  ['duration', 'P3D'],
  ['email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uri-reference', '/sample'],
  ['uri-template', '/samples/{id}'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
  ['json-pointer', '/sample'],
  ['relative-json-pointer', '0'],
  ['byte', 'c2FtcGxl'],
]);

function* strings(schema: Schema): Generator<Json> {
  const ofFormat = formatSamples.get(schema.format ?? '');
  if (ofFormat !== undefined) yield ofFormat;
  if (schema.pattern !== undefined) yield* matching(schema.pattern, schema);
  const least = schema.minLength ?? 0;
  yield 'sample'.padEnd(least, 'x').slice(0, Math.max(least, schema.maxLength ?? 6));
}

function matching(pattern: RegExp, { minLength = 0, maxLength = Infinity }: Schema): readonly string[] {
  try {
    const drawn = fc.sample(fc.stringMatching(pattern), { seed: 1, numRuns: 200 });
    return drawn.filter((text) => text.length >= minLength && text.length <= maxLength);
  } catch {
    // Look-arounds and back-references cannot be generated from; the schema needs an example then.
    return [];
  }
}

function* integers(schema: Schema): Generator<Json> {
  for (const value of numberCandidates(schema)) {
    if (isInteger(value)) yield value;
  }
}

function* numbers(schema: Schema): Generator<Json> {
  yield* numberCandidates(schema);
  const { exclusiveMinimum: low, exclusiveMaximum: high } = schema;
  if (low !== undefined && high !== undefined) yield (Number(low) + Number(high)) / 2;
  if (low !== undefined) yield Number(low) + 0.5;
  if (high !== undefined) yield Number(high) - 0.5;
}

function* numberCandidates(schema: Schema): Generator<number | bigint> {
  const { multipleOf: step, minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema;
  yield* [1, 0];
  if (minimum !== undefined) yield minimum;
  if (exclusiveMinimum !== undefined) yield next(exclusiveMinimum, 1n);
  if (maximum !== undefined) yield maximum;
  if (exclusiveMaximum !== undefined) yield next(exclusiveMaximum, -1n);
  const range = integerRanges.get(format ?? '');
  if (range !== undefined) yield* [range.min, range.max];
  if (step !== undefined) yield* multiples(step, minimum ?? exclusiveMinimum ?? 0);
}

function next(bound: number | bigint, by: 1n | -1n): number | bigint {
  const whole =
    BigInt(typeof bound === 'bigint' ? bound : by === 1n ? Math.floor(bound) : Math.ceil(bound)) + by;
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

/** The first few multiples from a bound upward. */
function* multiples(step: number | bigint, from: number | bigint): Generator<number | bigint> {
  if (compareNumbers(step, 0) <= 0) return;
  if (isInteger(step) && isInteger(from)) {
    const start = (BigInt(from) / BigInt(step)) * BigInt(step);
    for (let n = 0n; n < 3n; n++) yield Number(start + n * BigInt(step));
    return;
  }
  const start = Math.ceil(Number(from) / Number(step));
  for (let n = 0; n < 3; n++) yield (start + n) * Number(step);
}
