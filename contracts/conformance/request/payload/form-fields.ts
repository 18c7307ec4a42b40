/** The fields of a form, by its schema and the `encoding` of its media type. */
import { createEmptySchema } from '../../../../spec/compiling/empty-schema.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Parameter, type PartEncoding } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isUnambiguous } from '../../../../spec/wire/parameter-styles.ts';
import { flattenSchemaFor, memberSchema } from '../values/value-locations.ts';
import type { FormField } from './payload.ts';

/** A form media type and a value of its schema. */
export interface FormValue {
  readonly media: MediaType;
  readonly schema: Schema;
  readonly isMultipart: boolean;
  readonly value: JsonObject;
}

/** Each declared member, in the order of the value. Null cannot be represented in a form and is left out. */
export function createFormFields(form: FormValue): readonly FormField[] {
  const flat = flattenSchemaFor(form.schema, form.value);
  return Object.entries(form.value).flatMap(([name, value]) => {
    const schema = memberSchema(flat, name) ?? undeclaredFieldSchema(flat, name);
    return schema === undefined ? [] : createFormField(form, { name, schema, value });
  });
}

/** A required property without a schema may have any value. */
function undeclaredFieldSchema({ required, place }: Schema, name: string): Schema | undefined {
  return required.has(name) ? createEmptySchema(place) : undefined;
}

interface FormMember {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json;
}

function createFormField({ media, isMultipart }: FormValue, { name, schema, value }: FormMember): readonly FormField[] {
  const encoding = media.encoding?.get(name);
  const types = encoding?.types ?? [];
  const isFile = isMultipart && holdsFiles(schema, types);
  if (value === null && !isFile) return [];
  const field = { name, schema, value };
  const parameter = isMultipart ? partParameter(field, types) : pairParameter(field, encoding);
  const hasClearForm = isMultipart || encoding !== undefined || !holdsObject(value);
  const isWritten = !isOmittedInForm(parameter, value);
  return [
    {
      parameter,
      value,
      schema,
      isFile,
      types,
      isUnambiguous: isWritten && (isFile || (hasClearForm && isUnambiguous(parameter, value))),
    },
  ];
}

/** Empty arrays and objects add nothing to a form, unless they are serialized as JSON. */
export function isOmittedInForm({ content }: Parameter, value: Json): boolean {
  const isEmptyContainer = (isJsonArray(value) || isJsonObject(value)) && Object.keys(value).length === 0;
  return content.length === 0 && isEmptyContainer;
}

/** `format: binary`, `contentMediaType` of OpenAPI 3.1, or no type together with a media type that is not text. */
export function holdsFiles(schema: Schema, types: readonly string[]): boolean {
  const flat = flattenSchema(schema);
  if (flat.types?.has('array') === true) return flat.items !== undefined && holdsFiles(flat.items, types);
  const isUpload = types.some((type) => !isJsonType(type) && !/^text\/plain\b/.test(type));
  if (flat.types === undefined) return isUpload || flat.contentMediaType !== undefined;
  if (!flat.types.has('string')) return false;
  const isText = [flat.enum, flat.pattern, flat.const].some((keyword) => keyword !== undefined);
  return (
    flat.format === 'binary' ||
    (flat.format === undefined && !isText && (isUpload || flat.contentMediaType !== undefined))
  );
}

function holdsObject(value: Json): boolean {
  return isJsonObject(value) || (isJsonArray(value) && value.some(holdsObject));
}

/** Arrays have one part for each item; objects are JSON. */
function partParameter(member: FormMember, types: readonly string[]): Parameter {
  const isJson = types.some(isJsonType) || (isJsonObject(member.value) && types.length === 0);
  return isJson ? jsonParameter(member) : styledParameter(member, { style: 'form', explode: true });
}

function pairParameter(member: FormMember, encoding: PartEncoding | undefined): Parameter {
  const isJson = encoding === undefined ? holdsObject(member.value) : encoding.types.some(isJsonType);
  return isJson ? jsonParameter(member) : styledParameter(member, encoding ?? { style: 'form', explode: true });
}

function styledParameter(
  { name, schema }: FormMember,
  { style, explode }: Pick<PartEncoding, 'style' | 'explode'>,
): Parameter {
  return { ...commonParameter(name, schema), style, explode, schema, content: [] };
}

function jsonParameter({ name, schema }: FormMember): Parameter {
  const content = [{ range: 'application/json', place: schema.place, schema, examples: [] }];
  return { ...commonParameter(name, schema), style: 'form', explode: true, schema: undefined, content };
}

function commonParameter(name: string, { place }: Schema) {
  return { name, in: 'query', required: true, place, examples: [] } as const;
}
