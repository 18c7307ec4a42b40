/** Values that differ, for what has few of them or an order. */
import { isEqualJson, isJsonArray, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type Path, replaceAt } from './value-locations.ts';

/** Another one than is there; undefined where none is known, as for free texts. */
export function differentValue(current: Json, schema: Schema): Json | undefined {
  const { enum: values, format } = flattenSchema(schema);
  if (typeof current === 'string' && values === undefined && !/^date/.test(format ?? '')) return undefined;
  const choices = isJsonArray(current) ? [current.slice(0, 1), []] : alternativeValues(schema, current);
  return choices.find((one) => !isEqualJson(one, current) && isValid(schema, one, 'request'));
}

/** A few, in no order of their own; of a text other beginnings. */
export function alternativeValues(schema: Schema, current: Json | undefined): readonly Json[] {
  const { enum: values, types, format, minimum, maximum } = flattenSchema(schema);
  if (values !== undefined) return values.filter((value) => value !== null);
  if (types?.has('boolean') === true) return [true, false];
  // Of different lengths: sorted as text they are in another order.
  if (types?.has('integer') === true || types?.has('number') === true)
    return [10, 9, 20].every((value) => isValid(schema, value, 'request'))
      ? [10, 9, 20]
      : [minimum, maximum].filter((value) => value !== undefined);
  if (format === 'date') return ['2026-05-14', '2026-02-03', '2026-09-21'];
  if (format === 'date-time') return ['2026-05-14T10:00:00Z', '2026-02-03T10:00:00Z', '2026-09-21T10:00:00Z'];
  return format === undefined && typeof current === 'string' && current.length >= MIN_PREFIXED_LENGTH
    ? ['mo', 'be', 'ti'].map((start) => start + current.slice(PREFIX_LENGTH))
    : [];
}

/** Of a text: enough to be sorted by in every language, and its end is still of this run alone. */
const PREFIX_LENGTH = 2;

/** As long as that and a fresh word together. */
const MIN_PREFIXED_LENGTH = 8;

/** A name or text in another case: in capitals where it has none, else without; the same where it has no letters. */
export function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** The text of a body before and after the value at a path; undefined where there is no such place. */
export function splitTextAround(body: Json, path: Path): readonly [before: string, after: string] | undefined {
  const [before, after] = stringifyJson(replaceAt(body, path, PLACEHOLDER)).split(JSON.stringify(PLACEHOLDER));
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** Stands for the value while the rest is written; of Unicode's private use, so that no body has it. */
const PLACEHOLDER = '\ue000value\ue001';

/** A value of the schema that meets these as well, with or without what is optional. */
export function sampleWithSchemas(
  schema: Schema,
  more: readonly Schema[],
  optional: 'all' | 'none' = 'all',
): Json | undefined {
  const combinedSchema: Schema = { ...schema, allOf: [...schema.allOf, ...more] };
  return sampleValue(combinedSchema, 'request', { optional }) ?? sampleValue(combinedSchema, 'request');
}
