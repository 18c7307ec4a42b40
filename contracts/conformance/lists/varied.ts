/** Records that differ in what a list can be asked by. */
import { isJsonObject, type Json } from '../../../spec/exact-json.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Fresh } from '../draft.ts';
import { freshenAll } from '../request/fresh.ts';
import { replaceAt } from '../request/sites.ts';
import type { TwinBody } from '../request/twin.ts';

export interface Variation {
  /** The properties that are to differ. */
  readonly names: readonly string[];
  readonly index: number;
  readonly fresh: Fresh;
}

export function varied({ full, schema }: TwinBody, { names, index, fresh }: Variation): Json {
  const { properties } = flatten(schema);
  const start = freshenAll(full, schema, fresh);
  return names.reduce((value, name) => {
    const declared = properties.get(name);
    const now = isJsonObject(value) ? value[name] : undefined;
    const choices = declared === undefined ? [] : choicesFor(declared, now);
    const choice = choices[index % Math.max(choices.length, 1)];
    if (choice === undefined || !isJsonObject(value)) return value;
    const changed = replaceAt(value, [name], choice);
    return isValid(schema, changed, 'request') ? changed : value;
  }, start);
}

function choicesFor(schema: Schema, now: Json | undefined): readonly Json[] {
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
