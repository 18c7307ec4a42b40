/** From the bytes of a body to the value that the contract judges, by the declared media types. */
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, mediaTypeFor, type RequestBody } from '../../spec/model/contract.ts';
import { typesOf } from '../../spec/model/schema-view.ts';
import { remembered } from '../../spec/remembered.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { parseXml, xmlFaultIn } from '../../spec/wire/xml.ts';
import { beginningOf } from '../../text.ts';
import { isForm, isXmlType } from '../format/body-text.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import { coerce } from './coerce.ts';
import { parameterOf, readForm, readMultipart } from './form.ts';
import { xmlValue } from './xml-value.ts';

export interface Payload {
  readonly media: MediaType;
  /** `undefined` where the kit cannot read the media type, such as an image: then nothing is judged. */
  readonly value: Json | undefined;
  /** Of a JSON body. */
  readonly text?: () => string;
}

/** `undefined` for no body where none is required. */
export function readPayload(
  declared: RequestBody,
  contentType: string | undefined,
  bytes: Buffer,
): Payload | Refusal | undefined {
  if (bytes.length === 0 && !isEmptyForm(declared, contentType)) {
    const message = 'body: expected a value (the body is required), got nothing';
    return declared.required ? new Refusal('body-missing', message, { rule: 'required' }) : undefined;
  }
  const reading = contentType === undefined ? undefined : readingFor(declared, contentType);
  if (reading === undefined || contentType === undefined) return unknownMediaType(declared, contentType);
  const { media, isJson } = reading;
  const value = readValue(reading, contentType, bytes);
  if (value instanceof Refusal) return value;
  return isJson ? { media, value, text: () => decodeUtf8(bytes) ?? '' } : { media, value };
}

/** How bodies of a type are read. */
interface Reading {
  readonly media: MediaType;
  readonly isJson: boolean;
  readonly isMultipart: boolean;
  /** Undefined where the kit cannot read the media type. */
  readonly reader: Reader | undefined;
}

/** Clients write few types, and may write any number, as long as they like. */
const MOST_TYPES = 100;
const LONGEST_TYPE = 300;
const readings = remembered((_declared: RequestBody) => new Map<string, Reading>());

function readingFor(declared: RequestBody, type: string): Reading | undefined {
  const known = readings(declared);
  const found = known.get(type);
  if (found !== undefined) return found;
  const reading = readingOf(declared, type);
  if (known.size >= MOST_TYPES) known.clear();
  if (reading !== undefined && type.length <= LONGEST_TYPE) known.set(type, reading);
  return reading;
}

function readingOf({ content }: RequestBody, type: string): Reading | undefined {
  const media = isMediaType(type) ? mediaTypeFor(content, type) : undefined;
  if (media === undefined) return undefined;
  const reader = isUpload(media) ? undefined : readers.find(({ reads }) => reads(type));
  return { media, isJson: isJsonType(type), isMultipart: /^multipart\/form-data\b/i.test(type), reader };
}

/** A form without fields has no bytes: where none is needed, it says as much as any other. */
function isEmptyForm({ content }: RequestBody, contentType: string | undefined): boolean {
  if (contentType === undefined || !isForm(contentType)) return false;
  const schema = mediaTypeFor(content, contentType)?.schema;
  return schema !== undefined && isValid(schema, {}, 'request');
}

function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(text.trim());
}

function unknownMediaType(declared: RequestBody, received: string | undefined): Refusal {
  const wanted = declared.content.map((media) => media.range).join(' or ');
  const got = received === undefined ? 'none' : quoted(received);
  return new Refusal('media-type', `header.Content-Type: expected ${wanted}, got ${got}`);
}

function readValue(
  { media, isMultipart, reader }: Reading,
  type: string,
  bytes: Buffer,
): Json | undefined | Refusal {
  if (isMultipart) return readMultipart(type, bytes, media);
  if (reader === undefined) return undefined;
  const charset = reader.charsetOf(type, bytes);
  const text = decodeText(bytes, charset);
  if (text === undefined)
    return new Refusal(
      'body-encoding',
      `body: expected ${beginningOf(charset.toUpperCase(), 40)}, got other bytes`,
    );
  return reader.value(text, media);
}

/** Any bytes at all are what such a range is for, those of JSON among them. */
function isUpload({ range, schema }: MediaType): boolean {
  if (!range.includes('*') || schema === undefined) return false;
  const types = typesOf(schema);
  return types.has('string') && types.size === 1 && schema.format === 'binary';
}

interface Reader {
  readonly reads: (type: string) => boolean;
  readonly charsetOf: (type: string, bytes: Buffer) => string;
  readonly value: (text: string, media: MediaType) => Json | undefined | Refusal;
}

const utf8 = () => 'utf-8';
const saidCharset = (type: string) => parameterOf(type, 'charset') ?? 'utf-8';

const readers: readonly Reader[] = [
  { reads: isJsonType, charsetOf: utf8, value: readJson },
  { reads: isForm, charsetOf: utf8, value: readForm },
  { reads: isXmlType, charsetOf: xmlCharset, value: readXmlText },
  { reads: (type) => /^text\/plain\b/i.test(type), charsetOf: saidCharset, value: readPlain },
  { reads: (type) => /^text\//i.test(type), charsetOf: saidCharset, value: readOtherText },
];

/** Undefined for other bytes, and for a charset that nobody knows. */
function decodeText(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A byte order mark is left out, as RFC 8259 allows. */
function decodeUtf8(bytes: Buffer): string | undefined {
  return decodeText(bytes, 'utf-8');
}

/** By its first bytes, by the media type, or by what the document says itself (XML 1.0, 4.3.3). */
function xmlCharset(type: string, bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 200);
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  const [, declared] = /^<\?xml[^>]*?\sencoding=["']([\w.-]+)["']/.exec(start) ?? [];
  return parameterOf(type, 'charset') ?? declared ?? 'utf-8';
}

function readJson(text: string): Json | Refusal {
  const parsed = parseJson(text);
  return parsed.ok
    ? parsed.value
    : new Refusal('body-malformed', `body: expected JSON, got something else (${parsed.reason})`);
}

/** Without a schema that says how it looks, only whether it is XML. */
function readXmlText(text: string, { schema }: MediaType): Json | undefined | Refusal {
  const fault = xmlFaultIn(text);
  if (fault !== undefined)
    return new Refusal('body-malformed', `body: expected XML, got something else (${fault.reason})`);
  const root = schema === undefined ? undefined : parseXml(text);
  return root === undefined || schema === undefined ? undefined : xmlValue(root, schema);
}

/** How a text says an object or a list, nobody has defined: then the media type is all that is judged. */
function readPlain(text: string, { schema }: MediaType): Json | undefined {
  const types = schema === undefined ? new Set<string>() : typesOf(schema);
  const isOpen = types.size > 0 && [...types].every((type) => type === 'object' || type === 'array');
  return isOpen ? undefined : coerce(text, schema);
}

/** CSV, HTML, ...: a text where the schema says so, else what nobody here can read. */
function readOtherText(text: string, { schema }: MediaType): Json | undefined {
  return schema === undefined || typesOf(schema).has('string') ? text : undefined;
}
