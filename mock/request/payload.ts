/** From the bytes of a body to the value that the contract judges, by the declared media types. */
import { isJsonType, type MediaType, mediaTypeFor, type RequestBody } from '../../spec/contract.ts';
import { type Json, type JsonObject, parseJson } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { itemsOf, propertiesOf, typesOf } from '../../spec/schema-view.ts';
import { isValid } from '../../spec/validate.ts';
import { quoted, Refusal } from '../refusals.ts';
import { coerce } from './coerce.ts';
import { partFields } from './deep-fields.ts';
import { decodeField, parseQuery } from './target.ts';

export interface Payload {
  readonly media: MediaType;
  /** `undefined` where the kit cannot read the media type, such as XML or an image: then nothing is judged. */
  readonly value: Json | undefined;
  /** Of a JSON body. */
  readonly text?: () => string;
}

/** `undefined` for no body where none is required. */
export async function readPayload(
  declared: RequestBody,
  contentType: string | undefined,
  bytes: Buffer,
): Promise<Payload | Refusal | undefined> {
  if (bytes.length === 0) {
    const message = 'body: expected a value (the body is required), got nothing';
    return declared.required ? new Refusal('body-missing', message, { rule: 'required' }) : undefined;
  }
  const media = isMediaType(contentType) ? mediaTypeFor(declared.content, contentType) : undefined;
  if (media === undefined || contentType === undefined) return unknownMediaType(declared, contentType);
  const value = await readValue(contentType, bytes, media.schema);
  if (value instanceof Refusal) return value;
  return { media, value, ...(isJsonType(contentType) ? { text: () => decodeUtf8(bytes) ?? '' } : {}) };
}

function isMediaType(text: string | undefined): text is string {
  return text !== undefined && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(text.trim());
}

function unknownMediaType(declared: RequestBody, received: string | undefined): Refusal {
  const wanted = declared.content.map((media) => media.range).join(' or ');
  const got = received === undefined ? 'none' : quoted(received);
  return new Refusal('media-type', `header.Content-Type: expected ${wanted}, got ${got}`);
}

async function readValue(
  type: string,
  bytes: Buffer,
  schema: Schema | undefined,
): Promise<Json | undefined | Refusal> {
  if (/^multipart\/form-data\b/i.test(type)) return readMultipart(type, bytes, schema);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isJsonType(type) && !isForm && !/^text\/plain\b/i.test(type)) return undefined;
  const text = decodeUtf8(bytes);
  if (text === undefined) return new Refusal('body-encoding', 'body: expected UTF-8, got other bytes');
  if (isForm) return readForm(text, schema);
  return isJsonType(type) ? readJson(text) : coerce(text, schema);
}

/** A byte order mark is left out, as RFC 8259 allows. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readJson(text: string): Json | Refusal {
  const parsed = parseJson(text);
  return parsed.ok
    ? parsed.value
    : new Refusal('body-malformed', `body: expected JSON, got something else (${parsed.reason})`);
}

function readForm(text: string, schema: Schema | undefined): Json | Refusal {
  const fields = parseQuery(text);
  if (fields === undefined)
    return new Refusal('body-malformed', 'body: expected a form, got a broken percent-encoding');
  const { plain, deep } = partFields(
    fields.map((field) => [field.name, decodeField(field.rawValue) ?? field.rawValue]),
    schema,
  );
  return { ...objectOf(plain, schema), ...Object.fromEntries(deep) };
}

/** Node's own reader; whatever it cannot read is refused. */
async function readMultipart(
  type: string,
  bytes: Buffer,
  schema: Schema | undefined,
): Promise<Json | Refusal> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const fields: [string, Json][] = [];
    for (const [name, part] of form)
      fields.push([name, typeof part === 'string' ? part : await readPart(part)]);
    return objectOf(fields, schema, readTextPart);
  } catch {
    return new Refusal(
      'body-malformed',
      'body: expected multipart/form-data, got text that cannot be read as that',
    );
  }
}

async function readPart(part: Blob): Promise<Json> {
  const text = await part.text();
  const parsed = isJsonType(part.type) ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text;
}

/** A part that is declared as an object is JSON unless told otherwise (OpenAPI 3.1, 4.8.15.1); Node drops the type of a part without a file name. */
function readTextPart(text: string, schema: Schema | undefined): Json {
  const value = coerce(text, schema);
  if (value !== text || schema === undefined || !typesOf(schema).has('object')) return value;
  if (isValid(schema, text, 'request')) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

type TextReader = (text: string, schema: Schema | undefined) => Json;

/** A name sent more than once, or declared as an array, gives a list. */
function objectOf(
  fields: readonly (readonly [string, Json])[],
  schema: Schema | undefined,
  read: TextReader = coerce,
): JsonObject {
  const properties = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  const groups = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => [
      name,
      fieldValue(
        group.map(([, value]) => value),
        properties.get(name),
        read,
      ),
    ]),
  );
}

function fieldValue(values: readonly Json[], schema: Schema | undefined, read: TextReader): Json {
  const isList = values.length > 1 || (schema !== undefined && typesOf(schema).has('array'));
  const itemSchema = isList && schema !== undefined ? itemsOf(schema) : schema;
  const typed = values.map((value) => (typeof value === 'string' ? read(value, itemSchema) : value));
  return isList ? typed : (typed[0] ?? null);
}
