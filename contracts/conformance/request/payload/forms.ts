/** Bodies of fields: urlencoded, and in parts. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { MediaType } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type ParameterValue, parameterText } from '../parameters/parameters.ts';
import { type FormValue, fieldsOf, isInvisible } from './fields.ts';
import { BOUNDARY, multipartBody, partsOf } from './multipart.ts';
import { doubted, type Form, type FormField, type Payload, type RawBody } from './payload.ts';

/** Undefined where its schema is none of an object, or no valid one was found. */
export function formPayload(media: MediaType, type: string, isMultipart: boolean): Payload | undefined {
  const { schema } = media;
  const full = schema === undefined ? undefined : fullValue(media, schema, isMultipart);
  if (schema === undefined || full === undefined) return undefined;
  const formValue: FormValue = { media, schema, isMultipart, value: full };
  const fields = fieldsOf(formValue);
  const write = isMultipart ? inParts(fields) : urlencoded(type);
  return {
    kind: isMultipart ? 'multipart' : 'form',
    media,
    type,
    schema,
    full,
    doubts: fields.every(({ isAgreed }) => isAgreed)
      ? []
      : doubted('how an object looks in a form is not agreed everywhere'),
    form: { fields, write },
    write: (value = full) => ({
      ...write(valuesOf({ fields, write }, value)),
      value: carried(fields, value),
    }),
  };
}

/** The fields of another value of the same schema, in its order. */
export function valuesOf({ fields }: Form, value: Json): readonly ParameterValue[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const field = fields.find(({ parameter }) => parameter.name === name);
    return field === undefined || (part === null && !field.isFile) ? [] : [{ ...field, value: part }];
  });
}

/** What a reader can know of a value: of a list without items nothing goes out. */
export function carried(fields: readonly FormField[], value: Json): Json {
  if (!isJsonObject(value)) return value;
  const isBare = (name: string, part: Json) => {
    const field = fields.find(({ parameter }) => parameter.name === name);
    return field !== undefined && isInvisible(field.parameter, part);
  };
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => !isBare(name, part)));
}

/** All that can be written without doubt; what is optional and has no agreed form is left out. */
function fullValue(media: MediaType, schema: Schema, isMultipart: boolean): JsonObject | undefined {
  const samples = [
    sampleOf(schema, 'request', { optional: 'all' }),
    sampleOf(schema, 'request'),
    ...media.examples.map((example) => example.value),
  ];
  const value = samples.find(
    (sample) => sample !== undefined && isJsonObject(sample) && isValid(schema, sample, 'request'),
  );
  if (value === undefined || !isJsonObject(value)) return undefined;
  const clear = new Set(
    fieldsOf({ media, schema, isMultipart, value })
      .filter((field) => field.isAgreed)
      .map(({ parameter }) => parameter.name),
  );
  return Object.keys(value)
    .filter((name) => !clear.has(name))
    .reduce<JsonObject>((kept, name) => without(kept, name, schema), value);
}

function without(value: JsonObject, name: string, schema: Schema): JsonObject {
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return isValid(schema, rest, 'request') ? rest : value;
}

function urlencoded(type: string): Form['write'] {
  return (values) => ({
    text: values
      .map(parameterText)
      .filter((pair) => pair !== '')
      .join('&'),
    contentType: type,
  });
}

function inParts(fields: readonly FormField[]): Form['write'] {
  return (values): RawBody => ({
    text: multipartBody(values.flatMap((given) => partsOf(given, fieldFor(fields, given)))),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  });
}

/** The field that a value is one of. */
export function fieldFor(fields: readonly FormField[], { parameter }: ParameterValue): FormField | undefined {
  return fields.find((field) => field.parameter.name === parameter.name);
}
