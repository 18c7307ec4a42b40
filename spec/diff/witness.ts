/** A value that shows a difference: in come two schemas, out goes what one allows and the other refuses, found near their edges. */
import {
  canonicalText,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../json/exact-json.ts';
import { isCombinedInMoreWays } from '../model/combined-ways.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { sampleOf } from '../sampling/sample.ts';
import { isValid } from '../validation/validate.ts';
import type { Whole } from './demands/whole.ts';
import { textBeyond } from './patterns/pattern-inclusion.ts';
import { intersection, type Language, languageOf } from './patterns/pattern-language.ts';
import { drawn } from './patterns/pattern-texts.ts';

interface Search {
  readonly allowedBy: Whole;
  readonly refusedBy: Whole;
  readonly direction: Direction;
  /** Whether an object may mix the properties of several alternatives. */
  readonly isMixed?: boolean;
}

/** Undefined where none was found, which proves nothing. */
export function findWitness({ allowedBy, refusedBy, direction, isMixed }: Search): Json | undefined {
  const refusing = refusedBy.schema;
  if (refusing === undefined) return undefined;
  const schemas: Schema[] = [allowedBy.schema, refusing].filter((schema) => schema !== undefined);
  const isAllowed = (value: Json) =>
    allowedBy.schema === undefined || isValid(allowedBy.schema, value, direction);
  const most = mostTried(schemas);
  let tried = 0;
  for (const value of candidates(schemas, direction, isMixed)) {
    if (tried++ > most) return undefined;
    if (!isValid(refusing, value, direction) && isAllowed(value)) return value;
  }
  return undefined;
}

/** What is left over by parts of parts is worked out anew in each of them: with many, fewer values are judged. */
function mostTried(schemas: readonly Schema[]): number {
  const parts = [...partsOf(schemas)];
  const asks = ({ unevaluatedItems: items, unevaluatedProperties: properties }: Schema) =>
    items !== undefined || properties !== undefined;
  if (parts.filter(asks).length >= 2) return Math.min(MOST_TRIED, MOST_PAIRS / parts.length ** 2);
  return schemas.some((schema) => isCombinedInMoreWays(schema, MOST_WAYS)) ? FEW_TRIED : MOST_TRIED;
}

/** Candidates that are judged for one difference. */
const MOST_TRIED = 600;

const MOST_PAIRS = 100_000;

/** Beyond these, each value takes long. */
const MOST_WAYS = 2_000;

const FEW_TRIED = 100;

const MOST_LENGTH = 2_000;
const MOST_ITEMS = 200;
const MOST_PARTS = 200;
const MOST_PROPERTIES = 60;
const MOST_MERGED = 12;
const MOST_PATTERNS = 6;
const MOST_DRAWN = 30;
const plain: readonly Json[] = [
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
 * May be many: whoever asks stops when one has shown enough. Without `isMixed` no object has properties that only another
 * alternative declares.
 */
function* candidates(schemas: readonly Schema[], direction: Direction, isMixed = true): Generator<Json> {
  const parts = [...partsOf(schemas)].slice(0, MOST_PARTS);
  const all = [...schemas, ...parts].flatMap((schema) => samplesOf(schema, direction));
  const samples = [...new Map(all.map((value) => [canonicalText(value), value])).values()];
  yield* samples;
  for (const part of parts) yield* named(part);
  yield* textsBeside(parts.flatMap(({ pattern }) => pattern ?? []).slice(0, MOST_PATTERNS));
  yield* plain;
  for (const part of parts) {
    yield* numbersAround(part);
    yield* textsAround(part, samples);
    yield* arraysAround(part, samples, direction);
  }
  const objects = samples.filter(isJsonObject);
  if (!isMixed) return;
  yield* merged(objects.slice(0, MOST_MERGED));
  for (const object of objects) yield* objectsAround(object, parts, direction);
}

/** The schemas that judge the same value, by whatever combinator. */
function partsOf(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const parts = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const part of parts) {
    const { not, if: condition, then, else: other } = part;
    const single = [not, condition, then, other].filter((one) => one !== undefined);
    const more = [...part.allOf, ...part.anyOf, ...part.oneOf, ...part.dependentSchemas.values(), ...single];
    for (const next of more) parts.add(next);
  }
  return parts;
}

function samplesOf(schema: Schema, direction: Direction): readonly Json[] {
  const options = ['examples', 'all', 'none'] as const;
  return options
    .map((optional) => sampleOf(schema, direction, { optional }))
    .filter((value) => value !== undefined);
}

function named({ enum: values = [], const: only, default: usual, examples }: Schema): readonly Json[] {
  return [...values, ...[only, usual].flatMap((one) => (one === undefined ? [] : [one.value])), ...examples];
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

function* textsAround({ minLength, maxLength }: Schema, samples: readonly Json[]): Generator<Json> {
  const texts = samples.filter((sample) => typeof sample === 'string');
  for (const edge of [minLength, maxLength]) {
    if (edge === undefined || edge > MOST_LENGTH) continue;
    for (const length of [edge - 1, edge, edge + 1]) {
      if (length < 0) continue;
      for (const text of ['a', ...texts.slice(0, 6)])
        yield* [
          text.padEnd(length, text.at(-1) ?? 'a').slice(0, length),
          text.padStart(length, text[0] ?? 'a'),
        ];
    }
  }
}

/** What one of the patterns, or all others together, matches and another does not. */
function* textsBeside(patterns: readonly RegExp[]): Generator<Json> {
  const known = patterns.flatMap((pattern) => languageOf(pattern) ?? []);
  for (const inner of known) yield* known.flatMap((outer) => textsBeyond(outer, inner));
  for (const outer of known) yield* textsBeyond(outer, intersection(known.filter((one) => one !== outer)));
  for (const pattern of patterns) yield* drawn(pattern).slice(0, MOST_DRAWN);
}

function textsBeyond(outer: Language, inner: Language): readonly string[] {
  const beyond = textBeyond(outer, inner);
  return typeof beyond === 'object' ? [beyond.text] : [];
}

function* arraysAround(schema: Schema, samples: readonly Json[], direction: Direction): Generator<Json> {
  const { minItems, maxItems, items, contains, minContains, maxContains } = schema;
  const given = samples.filter(isJsonArray).flat();
  const sources = [items, contains].flatMap((part) => (part === undefined ? [] : samplesOf(part, direction)));
  const kinds: readonly Json[] = [...sources, ...given, 'sample', 0].slice(0, 8);
  for (const edge of [minItems, maxItems, minContains, maxContains, 1]) {
    if (edge === undefined || edge > MOST_ITEMS) continue;
    for (const length of [edge - 1, edge, edge + 1, edge + 2]) {
      if (length < 0) continue;
      for (const item of kinds) yield Array.from({ length }, () => item);
      yield Array.from({ length }, (_unused, index) => index);
      yield Array.from({ length }, (_unused, index) => `item ${index}`);
    }
  }
}

/** What fits two alternatives at once. */
function* merged(objects: readonly JsonObject[]): Generator<Json> {
  for (const one of objects) for (const other of objects) if (one !== other) yield { ...one, ...other };
}

/** The names of properties that a schema declares for the same value, in whichever alternative. */
export function namesIn(schema: Schema): ReadonlySet<string> {
  return new Set([...partsOf([schema])].flatMap(({ properties }) => [...properties.keys()]));
}

function* objectsAround(object: JsonObject, parts: readonly Schema[], direction: Direction): Generator<Json> {
  for (const name of Object.keys(object).slice(0, MOST_PROPERTIES)) {
    const { [name]: _left, ...others } = object;
    yield others;
  }
  yield { ...object, other: 'sample' };
  for (const [name, part] of propertiesOf(parts).slice(0, MOST_PROPERTIES)) {
    for (const value of [...samplesOf(part, direction), ...named(part), 'sample', 0, null]) {
      const changed = { ...object, [name]: value };
      yield changed;
      if (isNumeric(value)) yield { ...object, [name]: typeof value === 'bigint' ? value + 1n : value + 0.5 };
    }
  }
}

function propertiesOf(parts: readonly Schema[]): readonly (readonly [string, Schema])[] {
  return parts
    .flatMap(({ properties, required }) => [
      ...properties,
      ...[...required]
        .filter((name) => !properties.has(name))
        .map((name) => [name, anything(parts)] as const),
    ])
    .filter((entry): entry is readonly [string, Schema] => entry[1] !== undefined);
}

function anything(parts: readonly Schema[]): Schema | undefined {
  return parts.find(({ keywordLines, possible }) => possible && keywordLines.size === 0);
}
