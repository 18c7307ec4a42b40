/** What the cases of a form have in common, and cases about the parts of multipart forms. */
import { type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { formatPath, isValid } from '../../../../spec/validation/validate.ts';
import type { Case } from '../../model/case.ts';
import type { Draft, Fresh } from '../../model/draft.ts';
import { type CaseSeed, caseOf } from '../../request/case-of.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import { carried, fieldFor, valuesOf } from '../../request/payload/forms.ts';
import { BOUNDARY, type FormPart, multipartBody, partsOf } from '../../request/payload/multipart.ts';
import type { Form, FormField, Payload } from '../../request/payload/payload.ts';
import type { Twin } from '../../request/twin.ts';
import { payloadDraft, rawDraft } from '../../request/twin-draft.ts';
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

/** How one part of a multipart form is written otherwise. */
interface PartChange extends Pick<FieldSeed, 'name' | 'expectation' | 'mutation' | 'open'> {
  change(part: FormPart): FormPart;
}

/** That part changed, beside the others as they were. */
export function changedPart(
  body: FormBody,
  { parameter, schema }: FormField,
  { change, mutation, ...seed }: PartChange,
): Case {
  const { twin, form, full, schema: whole } = body;
  const place = twin.payloads[0]?.media.encoding?.get(parameter.name)?.place ?? schema.place;
  return fieldCase(body, {
    ...seed,
    field: parameter.name,
    mutation: `the part "${parameter.name}" ${mutation}`,
    place,
    build: (fresh) => {
      const values = valuesOf(form, freshen(full, whole, fresh));
      const parts = values.flatMap((given) => partsOf(given, fieldFor(form.fields, given)));
      const changed = parts.map((part) => (part.name === parameter.name ? change(part) : part));
      const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
      return rawDraft(twin, { text: multipartBody(changed), contentType });
    },
  });
}

/** A part of JSON that is none. */
export function* brokenJson(body: FormBody, field: FormField): Generator<Case> {
  const [media] = field.parameter.content;
  if (media === undefined || !isJsonType(media.range)) return;
  yield changedPart(body, field, {
    name: 'no json',
    expectation: 'reject',
    mutation: 'is no JSON: {',
    change: (part) => ({ ...part, content: '{' }),
  });
}

/** As HTTP lets every parameter of a media type be written (RFC 9110, section 5.6.6), and clients do. */
export function quotedBoundary({ twin, payload }: FormBody): Case {
  const quoted = `multipart/form-data; boundary="${BOUNDARY}"`;
  return fieldCase(
    { twin, payload },
    {
      name: 'boundary in quotes',
      expectation: 'accept',
      mutation: 'the boundary in the media type stands in quotes',
      place: payload.media.place,
      build: (fresh) => {
        const { body: text, value } = payloadDraft(twin, payload, fresh);
        return rawDraft(twin, { text, value, contentType: quoted });
      },
    },
  );
}
