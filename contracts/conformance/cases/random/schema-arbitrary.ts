/** fast-check arbitraries for schemas. Nearly all drawn values are valid; callers have to validate them. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema, TypeName } from '../../../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { canGenerateMatches } from '../../../../spec/validation/patterns.ts';
import { freeText, integers, numbers, textWithinLengths } from './number-and-text-arbitraries.ts';

/** Recursive schemas have no maximum depth; below this level only required properties are drawn. */
const MAX_OPTIONAL_DEPTH = 4;
const MAX_DEPTH = 12;
const MAX_CHOICES = 8;
/** More items find no additional errors. */
const MAX_ITEMS = 6;
/** Above these limits a single sample value is used. */
const MAX_REQUIRED_ITEMS = 1_000;
const MAX_REQUIRED_CHARACTERS = 10_000;

/** For request bodies: readOnly properties are left out. */
export function arbitraryForSchema(schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const byDepth = arbitraryCache.get(schema) ?? new Map<number, fc.Arbitrary<Json>>();
  const arbitrary = byDepth.get(depth) ?? makeArbitrary(schema, depth);
  arbitraryCache.set(schema, byDepth.set(depth, arbitrary));
  return arbitrary;
}

/** A part of a recursive schema is reached by very many paths. */
const arbitraryCache = new WeakMap<Schema, Map<number, fc.Arbitrary<Json>>>();

function makeArbitrary(schema: Schema, depth: number): fc.Arbitrary<Json> {
  const choices = Math.min(countChoices(schema), MAX_CHOICES);
  return fc.oneof(
    ...Array.from({ length: choices }, (_unused, choice) => flatArbitrary(flattenSchema(schema, choice), depth)),
  );
}

function flatArbitrary(flat: Schema, depth: number): fc.Arbitrary<Json> {
  if (flat.const !== undefined) return fc.constant(flat.const.value);
  if (flat.enum !== undefined) return fc.constantFrom(...flat.enum);
  const types = flat.types === undefined ? guessTypes(flat) : [...flat.types];
  // The parts of an allOf without a common type allow no value.
  if (types.length === 0) return fc.constant(null);
  return fc.oneof(...types.map((type) => arbitraryByType[type](flat, depth)));
}

/** Guesses the type of a schema without `type` from its keywords. */
function guessTypes({ properties, items }: Schema): readonly TypeName[] {
  if (properties.size > 0) return ['object'];
  return items === undefined ? ['string'] : ['array'];
}

const arbitraryByType: Readonly<Record<TypeName, (flat: Schema, depth: number) => fc.Arbitrary<Json>>> = {
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
    ([name, part]) => !part.readOnly && (depth < MAX_OPTIONAL_DEPTH || flat.required.has(name)),
  );
  const names = members.map(([name]) => name);
  const known = Object.fromEntries(
    members.map(([name, part]) => [name, depth < MAX_DEPTH ? arbitraryForSchema(part, depth + 1) : fc.constant(null)]),
  );
  const requiredKeys = names.filter((name) => flat.required.has(name));
  return fc.record(known, { requiredKeys, noNullPrototype: true });
}

function arrays(flat: Schema, depth: number): fc.Arbitrary<Json> {
  const minLength = flat.minItems ?? 0;
  if (minLength > MAX_REQUIRED_ITEMS) return fc.constant(sampleValue(flat, 'request') ?? []);
  const maxItems = depth < MAX_OPTIONAL_DEPTH ? Math.max(minLength, MAX_ITEMS) : minLength;
  const maxLength = Math.min(flat.maxItems ?? maxItems, maxItems);
  const item = flat.items === undefined ? freeText : arbitraryForSchema(flat.items, depth + 1);
  if (flat.prefixItems.length === 0) return fc.array(item, { minLength, maxLength });
  return fc.tuple(...flat.prefixItems.map((part) => arbitraryForSchema(part, depth + 1)));
}

function strings(flat: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength, pattern, format, contentMediaType } = flat;
  if (pattern !== undefined) return stringsMatching(pattern, flat);
  // An implementation may read the text as that media type.
  if (format !== undefined || contentMediaType !== undefined || minLength > MAX_REQUIRED_CHARACTERS)
    return fc.constant(sampleText(flat));
  if (maxLength === undefined && minLength === 0) return freeText;
  return textWithinLengths({ minLength, maxLength: Math.min(maxLength ?? minLength + 300, minLength + 300) });
}

/** Matches cannot be generated for every pattern; then a single matching sample is used. */
function stringsMatching(pattern: RegExp, flat: Schema): fc.Arbitrary<string> {
  if (!canGenerateMatches(pattern)) return fc.constant(sampleText(flat));
  try {
    return fc.stringMatching(new RegExp(pattern.source, 'u'));
  } catch {
    return fc.constant(sampleText(flat));
  }
}

function sampleText(flat: Schema): string {
  const sample = sampleValue(flat, 'request');
  return typeof sample === 'string' ? sample : '';
}
