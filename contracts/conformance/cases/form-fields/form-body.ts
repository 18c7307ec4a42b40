/** What the cases of a form have in common. */
import { type Json, parseJson } from '../../../../spec/exact-json.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { formatPath, isValid } from '../../../../spec/validate.ts';
import type { Case } from '../../model/case.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import { type CaseSeed, caseOf } from '../../request/case-of.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import { carried, valuesOf } from '../../request/payload/forms.ts';
import type { Form, Payload } from '../../request/payload/payload.ts';
import type { Twin } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';
import { freshen } from '../../request/values/fresh.ts';
import { replaceAt } from '../../request/values/sites.ts';

export interface FormBody {
  /** Whose body is this form. */
  readonly twin: Twin;
  readonly payload: Payload;
  readonly form: Form;
  readonly schema: Schema;
  readonly full: Json;
}

/** A case about one field; `name` is unique within it. */
export type FieldSeed = Omit<CaseSeed, 'family' | 'topic' | 'name'> & {
  readonly name: string;
  /** Undefined for the form as a whole. */
  readonly field?: string;
};

export function fieldCase(
  { twin, payload }: Pick<FormBody, 'twin' | 'payload'>,
  { field, name, ...seed }: FieldSeed,
): Case {
  const topic = field === undefined ? name : formatPath([field]);
  const part = field === undefined ? '' : `${topic}/`;
  return caseOf(twin, { ...seed, family: 'form-fields', name: `${payload.kind}/${part}${name}`, topic });
}

/** The form with other fields: made of the valid ones, which have fresh values, and of what they mean. */
export function formDraft(
  { twin, form, schema, full }: FormBody,
  fresh: Fresh,
  change: (values: readonly ParameterValue[], value: Json) => readonly [readonly ParameterValue[], Json?],
): Draft {
  const value = freshen(full, schema, fresh);
  const [values, meant] = change(valuesOf(form, value), value);
  return rawDraft(twin, {
    ...form.write(values),
    ...(meant === undefined ? {} : { value: carried(form.fields, meant) }),
  });
}

/** One value in the place of another of the same field. */
export function inPlace(
  values: readonly ParameterValue[],
  changed: ParameterValue,
): readonly ParameterValue[] {
  return values.map((given) => (given.parameter.name === changed.parameter.name ? changed : given));
}

/** A field is text: what it means is a value that it can be read as, of those that make the whole valid if one does. */
export function meaningOf({ schema, full }: FormBody, field: string, sent: Json): Reading {
  const readings = readingsOf(sent);
  const valid = readings.find((value) => isValid(schema, replaceAt(full, [field], value), 'request'));
  return { value: valid ?? sent, isValid: valid !== undefined };
}

export interface Reading {
  readonly value: Json;
  readonly isValid: boolean;
}

function readingsOf(sent: Json): readonly Json[] {
  if (Array.isArray(sent)) return [sent, sent.map((item) => readingsOf(item).at(-1) ?? item)];
  const parsed = typeof sent === 'string' ? parseJson(sent) : undefined;
  const isScalar = parsed?.ok === true && (typeof parsed.value !== 'object' || parsed.value === null);
  return isScalar ? [sent, parsed.value] : [sent];
}
