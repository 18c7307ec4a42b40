/**
 * Searches for a value that shows a difference between two schemas: one accepts it and the other rejects it. Tries
 * values near the bounds.
 */
import { canonicalJson, isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { hasMoreCombinations } from '../model/schema-combinations.ts';
import { sampleValue } from '../sampling/sample-value.ts';
import { isValid } from '../validation/validate.ts';
import type { SchemaSet } from './constraints/schema-set.ts';
import { findStringOutside } from './patterns/pattern-inclusion.ts';
import { intersection, type Language, toLanguage } from './patterns/pattern-language.ts';
import { sampleStrings } from './patterns/sample-strings.ts';

interface CounterexampleSearch {
  readonly allowedBy: SchemaSet;
  readonly rejectedBy: SchemaSet;
  readonly direction: Direction;
  /** Whether an object may combine the properties of several alternatives. */
  readonly mayMixAlternatives?: boolean;
}

/** Undefined if none was found, which proves nothing. */
export function findCounterexample({
  allowedBy,
  rejectedBy,
  direction,
  mayMixAlternatives,
}: CounterexampleSearch): Json | undefined {
  const rejecting = rejectedBy.combined;
  if (rejecting === undefined) return undefined;
  const schemas: Schema[] = [allowedBy.combined, rejecting].filter((schema) => schema !== undefined);
  const isAllowed = (value: Json) => allowedBy.combined === undefined || isValid(allowedBy.combined, value, direction);
  const max = maxCandidates(schemas);
  let tried = 0;
  for (const value of generateCandidates(schemas, direction, mayMixAlternatives)) {
    if (tried++ > max) return undefined;
    if (!isValid(rejecting, value, direction) && isAllowed(value)) return value;
  }
  return undefined;
}

/** `unevaluated*` of nested parts is evaluated again in each of them, so with many of them fewer values are tried. */
function maxCandidates(schemas: readonly Schema[]): number {
  const parts = [...inPlaceSchemas(schemas)];
  const hasUnevaluated = ({ unevaluatedItems: items, unevaluatedProperties: properties }: Schema) =>
    items !== undefined || properties !== undefined;
  if (parts.filter(hasUnevaluated).length >= 2) return Math.min(MAX_CANDIDATES, MAX_PAIRS / parts.length ** 2);
  return schemas.some((schema) => hasMoreCombinations(schema, MAX_COMBINATIONS)) ? REDUCED_CANDIDATES : MAX_CANDIDATES;
}

/** The maximum number of candidates for one difference. */
const MAX_CANDIDATES = 600;

const MAX_PAIRS = 100_000;

/** With more combinations, each validation takes long. */
const MAX_COMBINATIONS = 2_000;

const REDUCED_CANDIDATES = 100;

const MAX_LENGTH = 2_000;
const MAX_ITEMS = 200;
const MAX_PARTS = 200;
const MAX_PROPERTIES = 60;
const MAX_MERGED = 12;
const MAX_PATTERNS = 6;
const MAX_SAMPLES = 30;
const simpleValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  'a',
  'sample',
  [],
  {},
  { other: 'sample' },
  [1],
];

/**
 * May yield many candidates; callers stop when they found enough. Without `mayMixAlternatives`, no object has
 * properties that only another alternative declares.
 */
function* generateCandidates(
  schemas: readonly Schema[],
  direction: Direction,
  mayMixAlternatives = true,
): Generator<Json> {
  const parts = [...inPlaceSchemas(schemas)].slice(0, MAX_PARTS);
  const all = [...schemas, ...parts].flatMap((schema) => sampleValues(schema, direction));
  const samples = [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
  yield* samples;
  for (const part of parts) yield* declaredValues(part);
  yield* stringsNearPatterns(parts.flatMap(({ pattern }) => pattern ?? []).slice(0, MAX_PATTERNS));
  yield* simpleValues;
  for (const part of parts) {
    yield* numbersAround(part);
    yield* stringsAround(part, samples);
    yield* arraysAround(part, samples, direction);
  }
  const objects = samples.filter(isJsonObject);
  if (!mayMixAlternatives) return;
  yield* mergedObjects(objects.slice(0, MAX_MERGED));
  for (const object of objects) yield* objectsAround(object, parts, direction);
}

/** Returns the schemas that apply to the same value, through any combinator. */
function inPlaceSchemas(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // Iterating over a Set includes elements added during the loop.
  for (const part of parts) {
    const { not, if: condition, then, else: other } = part;
    const single = [not, condition, then, other].filter((one) => one !== undefined);
    const more = [...part.allOf, ...part.anyOf, ...part.oneOf, ...part.dependentSchemas.values(), ...single];
    for (const next of more) parts.add(next);
  }
  return parts;
}

function sampleValues(schema: Schema, direction: Direction): readonly Json[] {
  const options = ['examples', 'all', 'none'] as const;
  return options.map((optional) => sampleValue(schema, direction, { optional })).filter((value) => value !== undefined);
}

function declaredValues({ enum: values = [], const: only, default: defaultValue, examples }: Schema): readonly Json[] {
  return [...values, ...[only, defaultValue].flatMap((one) => (one === undefined ? [] : [one.value])), ...examples];
}

function* numbersAround(schema: Schema): Generator<Json> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  for (const bound of [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf]) {
    if (bound === undefined) continue;
    if (typeof bound === 'bigint') yield* [bound, bound + 1n, bound - 1n];
    else yield* [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5, bound * 2, bound / 2, bound * 1_000];
  }
  if (schema.format !== undefined) yield* [2 ** 31, -(2 ** 31) - 1, 2n ** 63n, -(2n ** 63n) - 1n, 1e39, 0.5];
}

function* stringsAround({ minLength, maxLength }: Schema, samples: readonly Json[]): Generator<Json> {
  const strings = samples.filter((sample) => typeof sample === 'string');
  for (const edge of [minLength, maxLength]) {
    if (edge === undefined || edge > MAX_LENGTH) continue;
    for (const length of [edge - 1, edge, edge + 1]) {
      if (length < 0) continue;
      for (const text of ['a', ...strings.slice(0, 6)])
        yield* [text.padEnd(length, text.at(-1) ?? 'a').slice(0, length), text.padStart(length, text[0] ?? 'a')];
    }
  }
}

/** Strings that match one of the patterns, or all others together, but not another one. */
function* stringsNearPatterns(patterns: readonly RegExp[]): Generator<Json> {
  const languages = patterns.flatMap((pattern) => toLanguage(pattern) ?? []);
  for (const inner of languages) yield* languages.flatMap((outer) => stringsOutside(outer, inner));
  for (const outer of languages) yield* stringsOutside(outer, intersection(languages.filter((one) => one !== outer)));
  for (const pattern of patterns) yield* sampleStrings(pattern).slice(0, MAX_SAMPLES);
}

function stringsOutside(outer: Language, inner: Language): readonly string[] {
  const beyond = findStringOutside(outer, inner);
  return typeof beyond === 'object' ? [beyond.text] : [];
}

function* arraysAround(schema: Schema, samples: readonly Json[], direction: Direction): Generator<Json> {
  const { minItems, maxItems, items, contains, minContains, maxContains } = schema;
  const sampledItems = samples.filter(isJsonArray).flat();
  const sources = [items, contains].flatMap((part) => (part === undefined ? [] : sampleValues(part, direction)));
  const itemValues: readonly Json[] = [...sources, ...sampledItems, 'sample', 0].slice(0, 8);
  for (const edge of [minItems, maxItems, minContains, maxContains, 1]) {
    if (edge === undefined || edge > MAX_ITEMS) continue;
    for (const length of [edge - 1, edge, edge + 1, edge + 2]) {
      if (length < 0) continue;
      for (const item of itemValues) yield Array.from({ length }, () => item);
      yield Array.from({ length }, (_unused, index) => index);
      yield Array.from({ length }, (_unused, index) => `item ${index}`);
    }
  }
}

/** Objects that may match two alternatives. */
function* mergedObjects(objects: readonly JsonObject[]): Generator<Json> {
  for (const one of objects) for (const other of objects) if (one !== other) yield { ...one, ...other };
}

/** Returns the property names that a schema or any of its alternatives declares for the same value. */
export function declaredPropertyNames(schema: Schema): ReadonlySet<string> {
  return new Set([...inPlaceSchemas([schema])].flatMap(({ properties }) => [...properties.keys()]));
}

function* objectsAround(object: JsonObject, parts: readonly Schema[], direction: Direction): Generator<Json> {
  for (const name of Object.keys(object).slice(0, MAX_PROPERTIES)) {
    const { [name]: _removed, ...others } = object;
    yield others;
  }
  yield { ...object, other: 'sample' };
  for (const [name, part] of collectProperties(parts).slice(0, MAX_PROPERTIES)) {
    for (const value of [...sampleValues(part, direction), ...declaredValues(part), 'sample', 0, null]) {
      const changed = { ...object, [name]: value };
      yield changed;
      if (isNumeric(value)) yield { ...object, [name]: typeof value === 'bigint' ? value + 1n : value + 0.5 };
    }
  }
}

function collectProperties(parts: readonly Schema[]): readonly (readonly [string, Schema])[] {
  return parts
    .flatMap(({ properties, required }) => [
      ...properties,
      ...[...required].filter((name) => !properties.has(name)).map((name) => [name, findUnconstrained(parts)] as const),
    ])
    .filter((entry): entry is readonly [string, Schema] => entry[1] !== undefined);
}

function findUnconstrained(parts: readonly Schema[]): Schema | undefined {
  return parts.find(({ keywordLines, isSatisfiable }) => isSatisfiable && keywordLines.size === 0);
}
