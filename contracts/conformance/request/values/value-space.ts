/** The valid values of a schema, numbered, so that distinct ones can be drawn: in the shape of an example. */
import { isEqualJson, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { stringsMatching } from '../../../../spec/sampling/sample-strings.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import { textSpace, type ValueSpace } from './distinct-texts.ts';
import { formatSpace } from './format-space.ts';
import { shapedSpace } from './shaped-texts.ts';

/** Above this size, values from any two places of the space rarely coincide. */
export const LARGE_SPACE = 10_000_000;

/** Some values of a space may be invalid, for example where a pattern has lookaheads. */
const MAX_DRAWS = 100;

/** A valid value that this run has not used, other than the example; undefined where the schema allows no more. */
export function distinctValue(example: Json, schema: Schema, fresh: FreshValues): Json | undefined {
  const space = valueSpace(example, schema);
  if (space === undefined) return undefined;
  for (let draw = 0; draw < Math.min(MAX_DRAWS, space.size); draw++) {
    const index = space.size >= LARGE_SPACE ? fresh.number() : fresh.nextIndex(space.size);
    const value = index === undefined ? undefined : space.valueAt(index % space.size);
    if (index === undefined) return undefined;
    if (value !== undefined && !isEqualJson(value, example) && isValid(schema, value, 'request')) return value;
  }
  return undefined;
}

const spaceCache = new WeakMap<Schema, Map<Json, ValueSpace | undefined>>();

/** Undefined for objects, lists and booleans, and where the example is the only value. */
export function valueSpace(example: Json, schema: Schema): ValueSpace | undefined {
  const cache = spaceCache.get(schema) ?? new Map<Json, ValueSpace | undefined>();
  spaceCache.set(schema, cache);
  if (!cache.has(example)) {
    const space = createSpace(example, schema);
    cache.set(example, space === undefined || space.size < 2 ? undefined : space);
  }
  return cache.get(example);
}

function createSpace(example: Json, schema: Schema): ValueSpace | undefined {
  const flat = flattenSchema(schema);
  const { enum: enumValues, const: constValue, pattern, format } = flat;
  if (constValue !== undefined) return undefined;
  if (enumValues !== undefined) {
    const values = enumValues.filter((value) => value !== null);
    return { size: values.length, valueAt: (index) => values[index] };
  }
  if (typeof example === 'number' || typeof example === 'bigint') return numberSpace(flat);
  if (typeof example !== 'string') return undefined;
  const ofFormat = format === undefined || pattern !== undefined ? undefined : formatSpace(format, example);
  if (ofFormat !== undefined && hasValidValues(ofFormat, schema)) return ofFormat;
  const shaped = shapedSpace(example, schema);
  if (shaped !== undefined && (pattern === undefined || shaped.size >= LARGE_SPACE)) return shaped;
  const { minLength = 0, maxLength = MAX_WORD_LENGTH } = flat;
  const others =
    pattern === undefined
      ? ['a'.repeat(Math.max(minLength, Math.min(maxLength, MAX_WORD_LENGTH)))]
      : stringsMatching(pattern, flat).slice(0, MAX_EXAMPLES);
  const spaces = [textSpace(example, schema)];
  // The shape of the example is kept where it allows enough values.
  if ((spaces[0]?.size ?? 0) < LARGE_SPACE) spaces.push(...others.map((other) => textSpace(other, schema)));
  return spaces.reduce((largest, space) => (space.size > largest.size * MIN_GAIN ? space : largest));
}

const MAX_WORD_LENGTH = 10;
const MAX_EXAMPLES = 50;
/** How much larger a space of another shape must be. */
const MIN_GAIN = 10;

function hasValidValues({ size, valueAt }: ValueSpace, schema: Schema): boolean {
  return [1, Math.floor(size / 2), size - 1].every((index) => {
    const value = valueAt(index);
    return value !== undefined && isValid(schema, value, 'request');
  });
}

/** Most implementations have 32 bits, and count from 1. */
const DEFAULT_MIN = 1;
const MAX_STEPS = 2 ** 31 - 1;

function numberSpace(flat: Schema): ValueSpace | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format = '' } = flat;
  const range = integerRanges.get(format);
  const step = Number(multipleOf ?? 1);
  const min = Number(minimum ?? exclusiveMinimum ?? Math.min(DEFAULT_MIN, Number(maximum ?? DEFAULT_MIN)));
  const max = Number(maximum ?? exclusiveMaximum ?? range?.max ?? min + step * MAX_STEPS);
  const first = Math.ceil(min / step) + (exclusiveMinimum !== undefined && min % step === 0 ? 1 : 0);
  const last = Math.floor(max / step) - (exclusiveMaximum !== undefined && max % step === 0 ? 1 : 0);
  if (!Number.isSafeInteger(first) || last < first) return undefined;
  const places = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  return {
    size: Math.min(last - first + 1, MAX_STEPS),
    valueAt: (index) => Number(((first + index) * step).toFixed(Math.min(places, 20))),
  };
}
