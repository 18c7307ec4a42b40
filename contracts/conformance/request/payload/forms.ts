/** Form bodies: urlencoded and multipart. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type ParameterValue, parameterToText } from '../parameters/serialize-parameters.ts';
import { withOrderedBounds } from '../values/bound-pairs.ts';
import { createFormFields, type FormValue, isOmittedInForm } from './form-fields.ts';
import { BOUNDARY, createParts, type FormPart, filesIn, multipartBody } from './multipart.ts';
import {
  type FilesByField,
  type Form,
  type FormField,
  type Payload,
  type RequestBodySpec,
  toleratedBecauseUnclear,
} from './payload.ts';

/** Undefined where the schema is not that of an object, or no valid value was found. */
export function formPayload(media: MediaType, type: string, isMultipart: boolean): Payload | undefined {
  const { schema } = media;
  const full = schema === undefined ? undefined : fullFormValue(media, schema, isMultipart);
  if (schema === undefined || full === undefined) return undefined;
  const formValue: FormValue = { media, schema, isMultipart, value: full };
  const fields = createFormFields(formValue);
  const write = isMultipart ? serializeMultipart(fields) : serializeUrlencoded(type);
  return {
    kind: isMultipart ? 'multipart' : 'form',
    media,
    type,
    schema,
    full,
    tolerated: fields.every(({ isUnambiguous }) => isUnambiguous)
      ? []
      : toleratedBecauseUnclear('implementations map objects to forms differently'),
    form: { fields, write },
    write: (value = full, files) => ({
      ...write(fieldValues({ fields, write }, value), files),
      jsonValue: visibleValue(fields, value),
    }),
  };
}

/** The fields of another value of the same schema, in the order of that value. */
export function fieldValues({ fields }: Form, value: Json): readonly ParameterValue[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const field = fields.find(({ parameter }) => parameter.name === name);
    return field === undefined || (part === null && !field.isFile) ? [] : [{ ...field, value: part }];
  });
}

/** The parts of a multipart form with this value. */
export function formParts(form: Form, value: Json, files?: FilesByField): readonly FormPart[] {
  return fieldValues(form, value).flatMap((one) => createParts(one, findField(form.fields, one), files));
}

export function namesWithFilesLast({ fields }: Form, names: readonly string[]): readonly string[] {
  const files = new Set(fields.filter(({ isFile }) => isFile).map(({ parameter }) => parameter.name));
  return names.toSorted((a, b) => Number(files.has(a)) - Number(files.has(b)));
}

/** The part of a value that the form transmits: empty arrays are not sent. */
export function visibleValue(fields: readonly FormField[], value: Json): Json {
  if (!isJsonObject(value)) return value;
  const isOmitted = (name: string, part: Json) => {
    const field = fields.find(({ parameter }) => parameter.name === name);
    return field !== undefined && isOmittedInForm(field.parameter, part);
  };
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => !isOmitted(name, part)));
}

/** A value without the optional fields whose serialization is ambiguous. */
function fullFormValue(media: MediaType, schema: Schema, isMultipart: boolean): JsonObject | undefined {
  const samples = [
    sampleValue(schema, 'request', { optional: 'all' }),
    sampleValue(schema, 'request'),
    ...media.examples.map((example) => example.value),
  ];
  const value = samples.find(
    (sample) => sample !== undefined && isJsonObject(sample) && isValid(schema, sample, 'request'),
  );
  if (value === undefined || !isJsonObject(value)) return undefined;
  const agreedNames = new Set(
    createFormFields({ media, schema, isMultipart, value })
      .filter((field) => field.isUnambiguous)
      .map(({ parameter }) => parameter.name),
  );
  const agreed = Object.keys(value)
    .filter((name) => !agreedNames.has(name))
    .reduce<JsonObject>((kept, name) => withoutIfValid(kept, name, schema), value);
  const ordered = withOrderedBounds(agreed, schema);
  return isJsonObject(ordered) ? ordered : agreed;
}

function withoutIfValid(value: JsonObject, name: string, schema: Schema): JsonObject {
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return isValid(schema, rest, 'request') ? rest : value;
}

function serializeUrlencoded(type: string): Form['write'] {
  return (values) => ({
    content: values
      .map(parameterToText)
      .filter((pair) => pair !== '')
      .join('&'),
    contentType: type,
  });
}

function serializeMultipart(fields: readonly FormField[]): Form['write'] {
  return (values, files): RequestBodySpec => {
    const parts = values.flatMap((one) => createParts(one, findField(fields, one), files));
    const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
    return { content: multipartBody(parts), contentType, files: filesIn(parts) };
  };
}

/** The field that a value belongs to. */
export function findField(fields: readonly FormField[], { parameter }: ParameterValue): FormField | undefined {
  return fields.find((field) => field.parameter.name === parameter.name);
}
