/** Bodies in the media types other than the JSON one of the baseline request: one for each declared type. */
import { isEqualJson, isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Example, MediaType, Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleFileBytes, sampleFileText } from '../../../../spec/sampling/sample-files.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { withSuppliedValues } from '../values/supplied-values.ts';
import { formPayload, namesWithFilesLast, visibleValue } from './forms.ts';
import { concreteType, type Form, type Payload, payloadKind, toleratedBecauseUnclear } from './payload.ts';
import { serializeXml } from './serialize-xml.ts';

/**
 * The bodies that can be derived, forms first because their values are checked. `except` is the type that is sent as
 * JSON.
 */
export function createPayloads({ requestBody }: Operation, except: MediaType | undefined): readonly Payload[] {
  const declared = (requestBody?.content ?? []).filter(({ place }) => place !== except?.place);
  const payloads = declared.map(createPayload).filter((payload) => payload !== undefined);
  const isForm = ({ form }: Payload) => form !== undefined;
  return [...payloads.filter(isForm), ...payloads.filter((payload) => !isForm(payload))];
}

function createPayload(media: MediaType): Payload | undefined {
  const payload = derivePayload(media);
  if (payload?.full === undefined || payload.schema === undefined) return payload;
  const { full, schema, form } = payload;
  const supplied = withSuppliedValues(full, media, schema);
  const canWrite = supplied !== full && (form === undefined || isWritable(form, schema, supplied));
  return canWrite ? payloadWithValue(payload, supplied) : payload;
}

function derivePayload(media: MediaType): Payload | undefined {
  const concrete = concreteType(media);
  const type = `${concrete}${media.parameters ?? ''}`;
  switch (payloadKind(concrete)) {
    case 'form':
      return formPayload(media, type, false);
    case 'multipart':
      return formPayload(media, type, true);
    case 'json':
      return jsonPayload(media, type);
    case 'xml':
      return xmlPayload(media, type);
    case 'text':
      return textPayload(media, type);
    case 'bytes':
      return bytesPayload(media, type);
  }
}

function jsonPayload(media: MediaType, type: string): Payload | undefined {
  const { schema } = media;
  const full = schema === undefined ? undefined : fullJsonValue(schema);
  if (full === undefined) return undefined;
  const write = (value: Json = full) => ({
    content: stringifyJson(value),
    jsonValue: value,
    contentType: type,
  });
  return { kind: 'json', media, type, schema, full, tolerated: [], write };
}

function fullJsonValue(schema: Schema): Json | undefined {
  return sampleValue(schema, 'request', { optional: 'all' }) ?? sampleValue(schema, 'request');
}

/** Prefers the literal example of the document. */
function xmlPayload(media: MediaType, type: string): Payload | undefined {
  const [example] = literalExamples(media);
  if (example !== undefined) return createLiteralPayload(media, { kind: 'xml', type, text: example });
  const { schema } = media;
  if (schema === undefined)
    return createLiteralPayload(media, { kind: 'xml', type, text: '<sample/>', reason: CONTENT_UNSTATED });
  const full = fullJsonValue(schema);
  const text = full === undefined ? undefined : serializeXml(full, schema);
  if (full === undefined || text === undefined) return undefined;
  const write = (value: Json = full) => ({ content: serializeXml(value, schema) ?? text, contentType: type });
  const tolerated = toleratedBecauseUnclear('implementations map schemas to XML differently');
  return { kind: 'xml', media, type, schema, full, tolerated, write };
}

/** The same payload with other values: the examples of the contract, and only the required properties. */
export function payloadVariants(payload: Payload): readonly Payload[] {
  const { schema, full, media, form } = payload;
  if (schema === undefined || full === undefined) return [];
  const canWrite = (value: Json) => form === undefined || isWritable(form, schema, value);
  const requiredOnly = sampleValue(schema, 'request', { optional: 'none' });
  const values = [...media.examples.map(({ value }) => value), ...schema.examples, requiredOnly].filter(
    (value) => value !== undefined && isValid(schema, value, 'request') && !isEqualJson(value, full),
  );
  return values.flatMap((value) => (value === undefined || !canWrite(value) ? [] : [payloadWithValue(payload, value)]));
}

/** The same multipart form with its files last; undefined where they are, or there are none. */
export function payloadWithFilesLast(payload: Payload): Payload | undefined {
  const { form, full, kind } = payload;
  if (kind !== 'multipart' || form === undefined || full === undefined || !isJsonObject(full)) return undefined;
  const names = Object.keys(full);
  const ordered = namesWithFilesLast(form, names);
  if (ordered.join() === names.join()) return undefined;
  return payloadWithValue(payload, Object.fromEntries(ordered.map((name) => [name, full[name] ?? null])));
}

/** Whether the form can represent the whole value. */
function isWritable({ fields }: Form, schema: Schema, value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const fieldNames = new Set(fields.map(({ parameter }) => parameter.name));
  const isKnown = Object.keys(value).every((name) => fieldNames.has(name));
  return isKnown && isValid(schema, visibleValue(fields, value), 'request');
}

function payloadWithValue(payload: Payload, value: Json): Payload {
  return { ...payload, full: value, write: (other = value, files) => payload.write(other, files) };
}

function textPayload(media: MediaType, type: string): Payload | undefined {
  const [example] = literalExamples(media);
  if (example !== undefined) return createLiteralPayload(media, { kind: 'text', type, text: example });
  const sampleText = sampleFileText(type);
  const { schema } = media;
  const derived = schema === undefined ? undefined : fullJsonValue(schema);
  const plain = derived === undefined || /^text\/(?!plain)/.test(type) ? undefined : valueAsText(derived);
  const text = plain ?? sampleText ?? valueAsText(derived ?? 'sample');
  return createLiteralPayload(media, { kind: 'text', type, text, reason: CONTENT_UNSTATED });
}

function valueAsText(value: Json): string {
  return isJsonObject(value) ? stringifyJson(value) : plainText(value);
}

function bytesPayload(media: MediaType, type: string): Payload {
  return createLiteralPayload(media, {
    kind: 'bytes',
    type,
    text: sampleFileBytes(type),
    reason: CONTENT_UNSTATED,
  });
}

const CONTENT_UNSTATED = 'the contract does not specify the content of the body';

/** The examples that are texts; other values would have to be serialized. */
export function literalExamples({ examples, schema }: MediaType): readonly string[] {
  const values = [...examples.map(({ value }: Example) => value), ...(schema?.examples ?? [])];
  return values.filter((value) => typeof value === 'string');
}

interface LiteralPayload {
  readonly kind: Payload['kind'];
  readonly type: string;
  readonly text: string | Uint8Array;
  /** Why it may be rejected. */
  readonly reason?: string;
}

function createLiteralPayload(media: MediaType, { kind, type, text, reason }: LiteralPayload): Payload {
  return {
    kind,
    media,
    type,
    schema: media.schema,
    full: undefined,
    tolerated: reason === undefined ? [] : toleratedBecauseUnclear(reason),
    write: () => ({ content: text, contentType: type }),
  };
}
