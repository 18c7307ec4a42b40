/** The bodies of an operation that the JSON families do not send: one for each declared media type. */
import { isJsonObject, type Json, sameJson, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Example, MediaType, Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { specimenOf, textSpecimenOf } from '../../../../spec/sampling/specimens.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { carried, formPayload } from './forms.ts';
import { concreteType, doubted, type Form, kindOfType, type Payload } from './payload.ts';
import { xmlText } from './xml-text.ts';

/** Those that can be derived, forms first: what is sent in them is judged. Without `except`, which is sent as JSON. */
export function payloadsOf({ requestBody }: Operation, except: MediaType | undefined): readonly Payload[] {
  const declared = (requestBody?.content ?? []).filter(({ place }) => place !== except?.place);
  const payloads = declared.map(payloadOf).filter((payload) => payload !== undefined);
  const isForm = ({ form }: Payload) => form !== undefined;
  return [...payloads.filter(isForm), ...payloads.filter((payload) => !isForm(payload))];
}

function payloadOf(media: MediaType): Payload | undefined {
  const concrete = concreteType(media);
  const type = `${concrete}${media.parameters ?? ''}`;
  switch (kindOfType(concrete)) {
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
  const full = schema === undefined ? undefined : fullValue(schema);
  if (full === undefined) return undefined;
  const write = (value: Json = full) => ({ text: stringifyJson(value), value, contentType: type });
  return { kind: 'json', media, type, schema, full, doubts: [], write };
}

function fullValue(schema: Schema): Json | undefined {
  return sampleOf(schema, 'request', { optional: 'all' }) ?? sampleOf(schema, 'request');
}

/** The document's own, letter by letter, where there is one. */
function xmlPayload(media: MediaType, type: string): Payload | undefined {
  const [example] = writtenExamples(media);
  if (example !== undefined) return asItStands(media, { kind: 'xml', type, text: example });
  const { schema } = media;
  if (schema === undefined)
    return asItStands(media, { kind: 'xml', type, text: '<sample/>', because: unsaid });
  const full = fullValue(schema);
  const text = full === undefined ? undefined : xmlText(full, schema);
  if (full === undefined || text === undefined) return undefined;
  const write = (value: Json = full) => ({ text: xmlText(value, schema) ?? text, contentType: type });
  const doubts = doubted('how a schema looks in XML is not agreed everywhere');
  return { kind: 'xml', media, type, schema, full, doubts, write };
}

/** The same body with other values: the examples of the contract, and only what is required. */
export function otherValues(payload: Payload): readonly Payload[] {
  const { schema, full, media, form } = payload;
  if (schema === undefined || full === undefined) return [];
  const canWrite = (value: Json) => form === undefined || isWritable(form, schema, value);
  const bare = sampleOf(schema, 'request', { optional: 'none' });
  const values = [...media.examples.map(({ value }) => value), ...schema.examples, bare].filter(
    (value) => value !== undefined && isValid(schema, value, 'request') && !sameJson(value, full),
  );
  return values.flatMap((value) =>
    value === undefined || !canWrite(value) ? [] : [withValue(payload, value)],
  );
}

/** All of it goes out, and means the same. */
function isWritable({ fields }: Form, schema: Schema, value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const known = new Set(fields.map(({ parameter }) => parameter.name));
  const isKnown = Object.keys(value).every((name) => known.has(name));
  return isKnown && isValid(schema, carried(fields, value), 'request');
}

function withValue(payload: Payload, value: Json): Payload {
  return { ...payload, full: value, write: (other = value) => payload.write(other) };
}

function textPayload(media: MediaType, type: string): Payload | undefined {
  const [example] = writtenExamples(media);
  if (example !== undefined) return asItStands(media, { kind: 'text', type, text: example });
  const known = textSpecimenOf(type);
  const { schema } = media;
  const derived = schema === undefined ? undefined : fullValue(schema);
  const plain = derived === undefined || /^text\/(?!plain)/.test(type) ? undefined : textOf(derived);
  const text = plain ?? known ?? textOf(derived ?? 'sample');
  return asItStands(media, { kind: 'text', type, text, because: unsaid });
}

function textOf(value: Json): string {
  return isJsonObject(value) ? stringifyJson(value) : plainText(value);
}

function bytesPayload(media: MediaType, type: string): Payload {
  return asItStands(media, { kind: 'bytes', type, text: specimenOf(type), because: unsaid });
}

const unsaid = 'the contract does not say what the body holds';

/** Those that are texts; a value would have to be written first. */
export function writtenExamples({ examples, schema }: MediaType): readonly string[] {
  const values = [...examples.map(({ value }: Example) => value), ...(schema?.examples ?? [])];
  return values.filter((value) => typeof value === 'string');
}

interface Standing {
  readonly kind: Payload['kind'];
  readonly type: string;
  readonly text: string | Uint8Array;
  /** Why it may be refused. */
  readonly because?: string;
}

function asItStands(media: MediaType, { kind, type, text, because }: Standing): Payload {
  return {
    kind,
    media,
    type,
    schema: media.schema,
    full: undefined,
    doubts: because === undefined ? [] : doubted(because),
    write: () => ({ text, contentType: type }),
  };
}
