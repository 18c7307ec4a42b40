/** fast-check arbitraries from schemas. What they draw is nearly always valid; whoever draws checks it. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../spec/exact-json.ts';
import { countChoices, flatten } from '../../../spec/flatten.ts';
import { integerRanges } from '../../../spec/formats.ts';
import { sampleOf } from '../../../spec/sample.ts';
import type { Schema, TypeName } from '../../../spec/schema.ts';
import { toJson } from '../cases/numbers/powers.ts';
import { textOf, words } from './words.ts';

/** Recursive schemas have no deepest value; below this only what is required is drawn. */
const SHALLOW = 4;
const DEEPEST = 12;
const MOST_CHOICES = 8;
/** More items than this show nothing more. */
const MOST_ITEMS = 6;

/** Bodies of requests: what only answers have is left out. */
export function arbitraryOf(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const choices = Math.min(countChoices(schema), MOST_CHOICES);
  return fc.oneof(
    ...Array.from({ length: choices }, (_unused, choice) => flatArbitrary(flatten(schema, choice), depth)),
  );
}

function flatArbitrary(flat: Schema, depth: number): fc.Arbitrary<Json> {
  if (flat.const !== undefined) return fc.constant(flat.const.value);
  if (flat.enum !== undefined) return fc.constantFrom(...flat.enum);
  const types = flat.types === undefined ? guessTypes(flat) : [...flat.types];
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

function arrays(flat: Schema, depth: number): fc.Arbitrary<readonly Json[]> {
  const minLength = flat.minItems ?? 0;
  const most = depth < SHALLOW ? Math.max(minLength, MOST_ITEMS) : minLength;
  const maxLength = Math.min(flat.maxItems ?? most, most);
  const item = flat.items === undefined ? words : arbitraryOf(flat.items, depth + 1);
  if (flat.prefixItems.length === 0) return fc.array(item, { minLength, maxLength });
  return fc.tuple(...flat.prefixItems.map((part) => arbitraryOf(part, depth + 1)));
}

function strings(flat: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength, pattern, format } = flat;
  if (pattern !== undefined) return matching(pattern, flat);
  if (format !== undefined) return fc.constant(sampleText(flat));
  if (maxLength === undefined && minLength === 0) return words;
  return textOf({ minLength, maxLength: Math.min(maxLength ?? minLength + 300, minLength + 300) });
}

/** Not every pattern can be turned round; then there is one text that is known to match. */
function matching(pattern: RegExp, flat: Schema): fc.Arbitrary<string> {
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
  const min = flat.minimum === undefined ? range.min : BigInt(Math.ceil(Number(flat.minimum)));
  const max = flat.maximum === undefined ? range.max : BigInt(Math.floor(Number(flat.maximum)));
  if (min > max) return fc.constant(toJson(min));
  const step = flat.multipleOf === undefined ? 1n : BigInt(Math.trunc(Number(flat.multipleOf))) || 1n;
  const any = fc.bigInt({ min, max });
  const round = any.map((number) => (number / 1000n) * 1000n);
  const power = fc.bigInt({ min: 0n, max: 62n }).map((exponent) => 2n ** exponent);
  return fc.oneof(any, round, power).map((number) => toJson((number / step) * step));
}

/** With two decimals, as amounts and measures have: what every type of number keeps. */
function numbers({ minimum = -1e9, maximum = 1e9 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Math.ceil(Number(minimum) * 100), Math.floor(Number(maximum) * 100)];
  if (!(min <= max)) return fc.constant(Number(minimum));
  const within = { min: Math.max(min, -1e11), max: Math.min(max, 1e11) };
  return fc.integer(within).map((hundredths) => hundredths / 100);
}
