/** fast-check arbitraries from schemas. What they draw is nearly always valid; whoever draws checks it. */
import fc from 'fast-check';
import { type Json, type JsonObject, numberFromBigInt } from '../../../../spec/exact-json.ts';
import { countChoices, flatten } from '../../../../spec/flatten.ts';
import { integerRanges } from '../../../../spec/judging/formats.ts';
import { isDrawable } from '../../../../spec/judging/patterns.ts';
import { sampleOf } from '../../../../spec/sample.ts';
import type { Schema, TypeName } from '../../../../spec/schema.ts';
import { textOf, words } from './words.ts';

/** Recursive schemas have no deepest value; below this only what is required is drawn. */
const SHALLOW = 4;
const DEEPEST = 12;
const MOST_CHOICES = 8;
/** More items than this show nothing more. */
const MOST_ITEMS = 6;
/** Who asks for more gets the one value that is known. */
const MOST_NEEDED = 1_000;
const MOST_NEEDED_CHARACTERS = 10_000;

/** Bodies of requests: what only answers have is left out. */
export function arbitraryOf(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const byDepth = made.get(schema) ?? new Map<number, fc.Arbitrary<Json>>();
  const arbitrary = byDepth.get(depth) ?? makeArbitrary(schema, depth);
  made.set(schema, byDepth.set(depth, arbitrary));
  return arbitrary;
}

/** One part of a web of schemas is reached by very many ways. */
const made = new WeakMap<Schema, Map<number, fc.Arbitrary<Json>>>();

function makeArbitrary(schema: Schema, depth: number): fc.Arbitrary<Json> {
  const choices = Math.min(countChoices(schema), MOST_CHOICES);
  return fc.oneof(
    ...Array.from({ length: choices }, (_unused, choice) => flatArbitrary(flatten(schema, choice), depth)),
  );
}

function flatArbitrary(flat: Schema, depth: number): fc.Arbitrary<Json> {
  if (flat.const !== undefined) return fc.constant(flat.const.value);
  if (flat.enum !== undefined) return fc.constantFrom(...flat.enum);
  const types = flat.types === undefined ? guessTypes(flat) : [...flat.types];
  // Parts of an allOf that have no type in common allow nothing.
  if (types.length === 0) return fc.constant(null);
  return fc.oneof(...types.map((type) => ofType[type](flat, depth)));
}

/** A schema that names no type tells by its keywords what it is about. */
function guessTypes({ properties, items }: Schema): readonly TypeName[] {
  if (properties.size > 0) return ['object'];
  return items === undefined ? ['string'] : ['array'];
}

const ofType: Readonly<Record<TypeName, (flat: Schema, depth: number) => fc.Arbitrary<Json>>> = {
  object: objects,
  array: arrays,
  string: strings,
  integer: integers,
  number: numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

function objects(flat: Schema, depth: number): fc.Arbitrary<JsonObject> {
  const members = [...flat.properties].filter(
    ([name, part]) => !part.readOnly && (depth < SHALLOW || flat.required.has(name)),
  );
  const names = members.map(([name]) => name);
  const known = Object.fromEntries(
    members.map(([name, part]) => [name, depth < DEEPEST ? arbitraryOf(part, depth + 1) : fc.constant(null)]),
  );
  const requiredKeys = names.filter((name) => flat.required.has(name));
  return fc.record(known, { requiredKeys, noNullPrototype: true });
}

function arrays(flat: Schema, depth: number): fc.Arbitrary<Json> {
  const minLength = flat.minItems ?? 0;
  if (minLength > MOST_NEEDED) return fc.constant(sampleOf(flat, 'request') ?? []);
  const most = depth < SHALLOW ? Math.max(minLength, MOST_ITEMS) : minLength;
  const maxLength = Math.min(flat.maxItems ?? most, most);
  const item = flat.items === undefined ? words : arbitraryOf(flat.items, depth + 1);
  if (flat.prefixItems.length === 0) return fc.array(item, { minLength, maxLength });
  return fc.tuple(...flat.prefixItems.map((part) => arbitraryOf(part, depth + 1)));
}

function strings(flat: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength, pattern, format } = flat;
  if (pattern !== undefined) return matching(pattern, flat);
  if (format !== undefined || minLength > MOST_NEEDED_CHARACTERS) return fc.constant(sampleText(flat));
  if (maxLength === undefined && minLength === 0) return words;
  return textOf({ minLength, maxLength: Math.min(maxLength ?? minLength + 300, minLength + 300) });
}

/** Not every pattern can be turned round; then there is one text that is known to match. */
function matching(pattern: RegExp, flat: Schema): fc.Arbitrary<string> {
  if (!isDrawable(pattern)) return fc.constant(sampleText(flat));
  try {
    return fc.stringMatching(new RegExp(pattern.source, 'u'));
  } catch {
    return fc.constant(sampleText(flat));
  }
}

function sampleText(flat: Schema): string {
  const sample = sampleOf(flat, 'request');
  return typeof sample === 'string' ? sample : '';
}

/** Without a format no implementation has all integers, and most have 32 bits. */
const usual = { min: -(2n ** 31n), max: 2n ** 31n - 1n };

function integers(flat: Schema): fc.Arbitrary<Json> {
  const range = integerRanges.get(flat.format ?? '') ?? usual;
  const min = highest(range.min, wholeFrom(flat.minimum, 0n), wholeFrom(flat.exclusiveMinimum, 1n));
  const max = lowest(range.max, wholeTo(flat.maximum, 0n), wholeTo(flat.exclusiveMaximum, 1n));
  if (min > max) return fc.constant(numberFromBigInt(min));
  const step = flat.multipleOf === undefined ? 1n : BigInt(Math.trunc(Number(flat.multipleOf))) || 1n;
  const any = fc.bigInt({ min, max });
  const round = any.map((number) => (number / 1000n) * 1000n);
  const power = fc.bigInt({ min: 0n, max: 62n }).map((exponent) => 2n ** exponent);
  return fc.oneof(any, round, power).map((number) => numberFromBigInt((number / step) * step));
}

type Bound = number | bigint | undefined;

function wholeFrom(bound: Bound, beyond: bigint): bigint | undefined {
  if (bound === undefined) return undefined;
  return typeof bound === 'bigint' || Number.isInteger(bound)
    ? BigInt(bound) + beyond
    : BigInt(Math.ceil(bound));
}

function wholeTo(bound: Bound, beyond: bigint): bigint | undefined {
  if (bound === undefined) return undefined;
  return typeof bound === 'bigint' || Number.isInteger(bound)
    ? BigInt(bound) - beyond
    : BigInt(Math.floor(bound));
}

function highest(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>((most, other) => (other !== undefined && other > most ? other : most), first);
}

function lowest(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>(
    (least, other) => (other !== undefined && other < least ? other : least),
    first,
  );
}

/** Two decimals, as amounts and measures have: what every type of number keeps. */
const USUAL_STEP = 0.01;
const USUAL_END = 1e9;

function numbers(flat: Schema): fc.Arbitrary<number> {
  const step = flat.multipleOf === undefined ? USUAL_STEP : Number(flat.multipleOf);
  const low = Number(flat.exclusiveMinimum ?? flat.minimum ?? -USUAL_END);
  const high = Number(flat.exclusiveMaximum ?? flat.maximum ?? USUAL_END);
  const min = Math.ceil(low / step) + (flat.exclusiveMinimum === undefined ? 0 : 1);
  const max = Math.floor(high / step) - (flat.exclusiveMaximum === undefined ? 0 : 1);
  if (!(min <= max)) return fc.constant((low + high) / 2);
  const digits = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const within = nearZero(min, max);
  if (!Number.isSafeInteger(within.min) || !Number.isSafeInteger(within.max))
    return fc.constantFrom(low, high);
  return fc.integer(within).map((steps) => Number((steps * step).toFixed(Math.min(digits, 20))));
}

const MOST_STEPS = 1e11;

/** Of a range all steps that are at most so many away from zero, or from its end on that side. */
function nearZero(min: number, max: number): { readonly min: number; readonly max: number } {
  const first = Math.min(Math.max(min, -MOST_STEPS), Math.max(max - MOST_STEPS, min));
  return { min: first, max: Math.min(max, Math.max(MOST_STEPS, first + MOST_STEPS)) };
}
