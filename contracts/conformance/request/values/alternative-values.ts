/** Different values for schemas with few values or with an order. */
import { isEqualJson, isJsonArray, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { withOrderedBounds } from './bound-pairs.ts';
import { type Path, replaceAt } from './value-locations.ts';

/** A value other than the current one; undefined where none is known, as for free text. */
export function differentValue(current: Json, schema: Schema): Json | undefined {
  const { enum: enumValues, format } = flattenSchema(schema);
  if (typeof current === 'string' && enumValues === undefined && !/^date/.test(format ?? '')) return undefined;
  const choices = isJsonArray(current) ? [current.slice(0, 1), []] : alternativeValues(schema, current);
  return choices.find((one) => !isEqualJson(one, current) && isValid(schema, one, 'request'));
}

/** A few values in no particular order; for texts, with other prefixes. */
export function alternativeValues(schema: Schema, current: Json | undefined): readonly Json[] {
  const { enum: enumValues, types, format, minimum, maximum } = flattenSchema(schema);
  if (enumValues !== undefined) return enumValues.filter((value) => value !== null);
  if (types?.has('boolean') === true) return [true, false];
  if (types?.has('integer') === true || types?.has('number') === true)
    return (
      numberChoices.find((choices) => choices.every((value) => isValid(schema, value, 'request'))) ??
      [minimum, maximum].filter((value) => value !== undefined)
    );
  if (format === 'date') return ['2026-05-14', '2026-02-03', '2026-09-21'];
  if (format === 'date-time') return ['2026-05-14T10:00:00Z', '2026-02-03T10:00:00Z', '2026-09-21T10:00:00Z'];
  return format === undefined && typeof current === 'string' && current.length >= MIN_PREFIXED_LENGTH
    ? ['mo', 'be', 'ti'].map((start) => start + current.slice(PREFIX_LENGTH))
    : [];
}

/** Sorted as text they have another order; where 1 is allowed, the text of one is the beginning of another's. */
const numberChoices: readonly (readonly number[])[] = [
  [10, 9, 1],
  [10, 9, 20],
];

/**
 * The replaced prefix of a text: long enough to determine the order in every language; the rest stays unique to the
 * run.
 */
const PREFIX_LENGTH = 2;

/** The length of the prefix and a fresh word together. */
const MIN_PREFIXED_LENGTH = 8;

/** Upper case for texts without capitals, otherwise lower case; unchanged for texts without letters. */
export function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** The JSON text before and after the value at a path; undefined where the path does not exist. */
export function splitTextAround(body: Json, path: Path): readonly [before: string, after: string] | undefined {
  const [before, after] = stringifyJson(replaceAt(body, path, PLACEHOLDER)).split(JSON.stringify(PLACEHOLDER));
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** Replaces the value during serialization; its private-use characters occur in no body. */
const PLACEHOLDER = '\ue000value\ue001';

/** A value of the schema that also matches these schemas, with or without optional properties; its ranges are not empty. */
export function sampleWithSchemas(
  schema: Schema,
  more: readonly Schema[],
  optional: 'all' | 'none' = 'all',
): Json | undefined {
  const combinedSchema: Schema = { ...schema, allOf: [...schema.allOf, ...more] };
  const sample = sampleValue(combinedSchema, 'request', { optional }) ?? sampleValue(combinedSchema, 'request');
  return sample === undefined ? undefined : withOrderedBounds(sample, combinedSchema);
}
