/** Values that differ, for what has few of them or an order. */
import { isJsonArray, type Json, sameJson, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type Path, replaceAt } from './sites.ts';

/** Another one than is there; undefined where none is known, as for free texts. */
export function otherValue(now: Json, schema: Schema): Json | undefined {
  const { enum: values, format } = flatten(schema);
  if (typeof now === 'string' && values === undefined && !/^date/.test(format ?? '')) return undefined;
  const choices = isJsonArray(now) ? [now.slice(0, 1), []] : choicesFor(schema, now);
  return choices.find((one) => !sameJson(one, now) && isValid(schema, one, 'request'));
}

/** A few, in no order of their own; of a text other beginnings. */
export function choicesFor(schema: Schema, now: Json | undefined): readonly Json[] {
  const { enum: values, types, format, minimum, maximum } = flatten(schema);
  if (values !== undefined) return values.filter((value) => value !== null);
  if (types?.has('boolean') === true) return [true, false];
  // Of different lengths: sorted as text they are in another order.
  if (types?.has('integer') === true || types?.has('number') === true)
    return [10, 9, 20].every((value) => isValid(schema, value, 'request'))
      ? [10, 9, 20]
      : [minimum, maximum].filter((value) => value !== undefined);
  if (format === 'date') return ['2026-05-14', '2026-02-03', '2026-09-21'];
  if (format === 'date-time') return ['2026-05-14T10:00:00Z', '2026-02-03T10:00:00Z', '2026-09-21T10:00:00Z'];
  return format === undefined && typeof now === 'string' && now.length >= MARKED
    ? ['mo', 'be', 'ti'].map((start) => start + now.slice(BEGINNING))
    : [];
}

/** Of a text: enough to be sorted by in every language, and its end is still of this run alone. */
const BEGINNING = 2;

/** As long as that and a fresh word together. */
const MARKED = 8;

/** A name or text in another case: in capitals where it has none, else without; the same where it has no letters. */
export function otherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/** The text of a body before and after the value at a path; undefined where there is no such place. */
export function textAround(body: Json, path: Path): readonly [before: string, after: string] | undefined {
  const [before, after] = stringifyJson(replaceAt(body, path, PLACEHOLDER)).split(
    JSON.stringify(PLACEHOLDER),
  );
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** Stands for the value while the rest is written; of Unicode's private use, so that no body has it. */
const PLACEHOLDER = '\ue000value\ue001';

/** A value of the schema that meets these as well, with or without what is optional. */
export function sampleWith(
  schema: Schema,
  more: readonly Schema[],
  optional: 'all' | 'none' = 'all',
): Json | undefined {
  const both: Schema = { ...schema, allOf: [...schema.allOf, ...more] };
  return sampleOf(both, 'request', { optional }) ?? sampleOf(both, 'request');
}
