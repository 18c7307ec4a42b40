/** The value of a form, by its schema and by the encoding that the document gives its fields. */

import { type Json, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type PartEncoding } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf, typesOf, valuesOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { codeOf, type Fault, quoted, Refusal, refusalFor } from '../refusals.ts';
import { coerce } from './coerce.ts';
import { partFields } from './deep-fields.ts';
import { type Part, partsIn } from './multipart.ts';
import { readParameter } from './parameters.ts';
import { decodeField, parseQuery, type QueryField } from './target.ts';

/** `application/x-www-form-urlencoded` */
export function readForm(text: string, media: MediaType): Json | Refusal {
  const fields = parseQuery(text);
  if (fields === undefined)
    return new Refusal('body-malformed', 'body: expected a form, got a broken percent-encoding');
  const { schema } = media;
  const styled = styledFields(fields, media);
  const others = fields.filter(({ name }) => !Object.hasOwn(styled, name));
  const { plain, deep } = partFields(
    others.map((field) => [field.name, decodeField(field.rawValue) ?? field.rawValue]),
    schema,
  );
  return { ...objectOf(plain, schema), ...Object.fromEntries(deep), ...styled };
}

/** Those that the document gives a style of another kind than forms have: `tags=a,b`, `tags=a|b`. */
function styledFields(query: readonly QueryField[], { schema, encoding }: MediaType): JsonObject {
  const sources = { captures: new Map<string, string>(), cookies: new Map<string, string>(), query };
  const styled = [...(encoding ?? [])].flatMap(([name, { style, explode, types, place }]) => {
    const property = schema === undefined ? undefined : propertiesOf(schema).get(name);
    if ((style === 'form' && explode) || types.length > 0 || property === undefined) return [];
    const written = { name, in: 'query', required: false, style, explode, place } as const;
    const parameter = { ...written, schema: property, content: [], examples: [] };
    const [value] = readParameter(parameter, { ...sources, header: () => undefined });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(styled);
}

/** `multipart/form-data`; a part of a media type that its property may not have is refused. */
export function readMultipart(type: string, bytes: Buffer, media: MediaType): Json | Refusal {
  const parts = partsIn(type, bytes);
  if (parts === undefined) {
    const message = 'body: expected multipart/form-data, got text that cannot be read as that';
    return new Refusal('body-malformed', message);
  }
  const [first, ...rest] = parts.flatMap((part) => typeFault(part, media.encoding?.get(part.name)));
  if (first !== undefined) return refusalFor(first, rest);
  return objectOf(
    parts.map((part) => [part.name, partValue(part)]),
    media.schema,
  );
}

/** A part that does not say what it is, is what the document says. */
function typeFault({ name, type }: Part, encoding: PartEncoding | undefined): readonly Fault[] {
  const types = encoding?.types ?? [];
  const plain = type?.split(';')[0]?.trim().toLowerCase();
  if (plain === undefined || types.length === 0 || types.some((range) => covers(range, plain))) return [];
  const message = `body.${name}: expected a part of ${types.join(' or ')}, got ${quoted(plain)}`;
  return [{ rule: 'media-type', code: codeOf('media-type'), at: ['body', name], message }];
}

function covers(range: string, type: string): boolean {
  const wanted = range.split(';')[0]?.trim() ?? '';
  return (
    wanted === '*/*' || wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
  );
}

function partValue({ bytes, type }: Part): Json {
  const text = bytes.toString('utf8');
  const parsed = isJsonType(type ?? '') ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text;
}

/** A name sent more than once, or declared as an array, gives a list. */
function objectOf(fields: readonly (readonly [string, Json])[], schema: Schema | undefined): JsonObject {
  const properties = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  const others = schema === undefined ? undefined : valuesOf(schema);
  const groups = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const values = group.map(([, value]) => value);
      return [name, fieldValue(values, properties.get(name) ?? others)];
    }),
  );
}

function fieldValue(values: readonly Json[], schema: Schema | undefined): Json {
  const [first = null] = values;
  const isDeclaredList = schema !== undefined && typesOf(schema).has('array');
  // A whole list in one part, as JSON.
  if (values.length === 1 && isDeclaredList && typeof first !== 'string' && isValid(schema, first, 'request'))
    return first;
  const isList = values.length > 1 || isDeclaredList;
  const itemSchema = isList && schema !== undefined ? itemsOf(schema) : schema;
  const typed = values.map((value) => (typeof value === 'string' ? readText(value, itemSchema) : value));
  return isList ? typed : (typed[0] ?? null);
}

/** A field that is declared as an object is JSON unless told otherwise (OpenAPI 3.1, 4.8.15.1). */
function readText(text: string, schema: Schema | undefined): Json {
  const value = coerce(text, schema);
  if (value !== text || schema === undefined || !typesOf(schema).has('object')) return value;
  if (isValid(schema, text, 'request')) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}
