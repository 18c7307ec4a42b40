/** Shared by the form cases: requests with changed fields, and cases about multipart parts. */
import { type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { formatPath, isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec } from '../../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../../request/create-case.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { fieldValues, formParts, visibleValue } from '../../request/payload/forms.ts';
import { BOUNDARY, type FormPart, multipartBody } from '../../request/payload/multipart.ts';
import type { Form, FormField, Payload } from '../../request/payload/payload.ts';
import { freshen } from '../../request/values/freshen.ts';
import { replaceAt } from '../../request/values/value-locations.ts';

export interface FormBody {
  /** The request whose body is this form. */
  readonly baseline: BaselineRequest;
  readonly payload: Payload;
  readonly form: Form;
  readonly schema: Schema;
  readonly full: Json;
}

/** A case about one field; `name` is unique within the field. */
export type FieldSeed = Omit<CaseSeed, 'category' | 'topic' | 'name'> & {
  readonly name: string;
  /** Undefined for the form as a whole. */
  readonly field?: string;
};

export function createFieldCase(
  { baseline, payload }: Pick<FormBody, 'baseline' | 'payload'>,
  { field, name, ...seed }: FieldSeed,
): TestCase {
  const topic = field === undefined ? name : formatPath([field]);
  const part = field === undefined ? '' : `${topic}/`;
  return createCase(baseline, {
    ...seed,
    category: 'form-fields',
    name: `${payload.kind}/${part}${name}`,
    topic,
  });
}

/**
 * The form with changed fields: `change` gets valid fields with fresh values and the JSON value that they represent.
 */
export function formRequestSpec(
  { baseline, form, schema, full }: FormBody,
  fresh: FreshValues,
  change: (values: readonly ParameterValue[], value: Json) => readonly [readonly ParameterValue[], Json?],
): RequestSpec {
  const value = freshen(full, schema, fresh);
  const [values, jsonValue] = change(fieldValues(form, value), value);
  return rawRequestSpec(baseline, {
    ...form.write(values),
    ...(jsonValue === undefined ? {} : { jsonValue: visibleValue(form.fields, jsonValue) }),
  });
}

/** Replaces the value of the field. */
export function replaceFieldValue(
  values: readonly ParameterValue[],
  changed: ParameterValue,
): readonly ParameterValue[] {
  return values.map((current) => (current.parameter.name === changed.parameter.name ? changed : current));
}

/**
 * Interprets text as a JSON value: the reading that makes the whole form valid, if there is one, otherwise the text
 * itself.
 */
export function interpretFieldText({ schema, full }: FormBody, field: string, text: Json): FieldInterpretation {
  const interpretations = possibleValues(text);
  const valid = interpretations.find((value) => isValid(schema, replaceAt(full, [field], value), 'request'));
  return { value: valid ?? text, isValid: valid !== undefined };
}

export interface FieldInterpretation {
  readonly value: Json;
  readonly isValid: boolean;
}

function possibleValues(text: Json): readonly Json[] {
  if (Array.isArray(text)) return [text, text.map((item) => possibleValues(item).at(-1) ?? item)];
  const parsed = typeof text === 'string' ? parseJson(text) : undefined;
  const isScalar = parsed?.ok === true && (typeof parsed.value !== 'object' || parsed.value === null);
  return isScalar ? [text, parsed.value] : [text];
}

/** A change to one part of a multipart form. */
interface PartChange extends Pick<FieldSeed, 'name' | 'expectation' | 'mutation' | 'tolerated'> {
  change(part: FormPart): FormPart;
}

/** Changes that part and keeps the others. */
export function changedPartCase(
  body: FormBody,
  { parameter, schema }: FormField,
  { change, mutation, ...seed }: PartChange,
): TestCase {
  const { baseline, form, full, schema: formSchema } = body;
  const place = baseline.payloads[0]?.media.encoding?.get(parameter.name)?.place ?? schema.place;
  return createFieldCase(body, {
    ...seed,
    field: parameter.name,
    mutation: `the part "${parameter.name}" ${mutation}`,
    place,
    buildRequest: (fresh) => {
      const parts = formParts(form, freshen(full, formSchema, fresh));
      const changed = parts.map((part) => (part.name === parameter.name ? change(part) : part));
      const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
      return rawRequestSpec(baseline, { content: multipartBody(changed), contentType });
    },
  });
}

/** A JSON part whose content is malformed. */
export function* malformedJsonPart(body: FormBody, field: FormField): Generator<TestCase> {
  const [media] = field.parameter.content;
  if (media === undefined || !isJsonType(media.range)) return;
  // Where the part may be a text, an implementation may read it as it is.
  if (isValid(field.schema, MALFORMED, 'request')) return;
  yield changedPartCase(body, field, {
    name: 'no json',
    expectation: 'reject',
    mutation: `is not valid JSON: ${MALFORMED}`,
    change: (part) => ({ ...part, content: MALFORMED }),
  });
}

const MALFORMED = '{';
