/** Parses the bytes of a body to the value that is validated, using the declared media types. */

import { decodeLatin1 } from '../../platform/bytes.ts';
import { truncate } from '../../sanitize.ts';
import { type Json, parseJson } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import { findMediaType, isJsonType, type MediaType, type RequestBody } from '../../spec/model/contract.ts';
import { declaredTypes } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { findXmlError, parseXml } from '../../spec/wire/xml.ts';
import { isForm, isXmlType } from '../format/body-text.ts';
import { HttpError, quoteText } from '../http/http-error.ts';
import { coerce } from './coerce.ts';
import { headerParameter, readForm, readMultipart } from './form.ts';
import { xmlValue } from './xml-value.ts';

export interface ReadBody {
  readonly media: MediaType;
  /** `undefined` if the media type cannot be parsed, such as an image: the body is then not validated. */
  readonly value: Json | undefined;
  /** The text of a JSON body. */
  readonly text?: () => string;
}

/** `undefined` if there is no body and none is required. */
export function readRequestBody(
  declared: RequestBody,
  contentType: string | undefined,
  bytes: Uint8Array,
): ReadBody | HttpError | undefined {
  if (bytes.length === 0 && !isEmptyForm(declared, contentType)) {
    const message = 'body: expected a value (the body is required), got nothing';
    return declared.required ? new HttpError('body-missing', message, { rule: 'required' }) : undefined;
  }
  const reading = contentType === undefined ? undefined : cachedReading(declared, contentType);
  if (reading === undefined || contentType === undefined) return unknownMediaType(declared, contentType);
  const { media, isJson } = reading;
  const value = readValue(reading, contentType, bytes);
  if (value instanceof HttpError) return value;
  return isJson ? { media, value, text: () => decodeUtf8(bytes) ?? '' } : { media, value };
}

/** How bodies of a media type are parsed. */
interface BodyReading {
  readonly media: MediaType;
  readonly isJson: boolean;
  readonly isMultipart: boolean;
  /** Undefined if the media type cannot be parsed. */
  readonly reader: BodyReader | undefined;
}

/** Clients usually send few types, but the number and length of types are unlimited. */
const MAX_CACHED_TYPES = 100;
const MAX_TYPE_LENGTH = 300;
const cachedReadings = memoize((_declared: RequestBody) => new Map<string, BodyReading>());

function cachedReading(declared: RequestBody, type: string): BodyReading | undefined {
  const known = cachedReadings(declared);
  const found = known.get(type);
  if (found !== undefined) return found;
  const reading = createReading(declared, type);
  if (known.size >= MAX_CACHED_TYPES) known.clear();
  if (reading !== undefined && type.length <= MAX_TYPE_LENGTH) known.set(type, reading);
  return reading;
}

function createReading({ content }: RequestBody, type: string): BodyReading | undefined {
  const media = isMediaType(type) ? findMediaType(content, type) : undefined;
  if (media === undefined) return undefined;
  const reader = isUpload(media) ? undefined : bodyReaders.find(({ accepts }) => accepts(type));
  return { media, isJson: isJsonType(type), isMultipart: /^multipart\/form-data\b/i.test(type), reader };
}

/** A form without fields has no bytes; it is valid if no field is required. */
function isEmptyForm({ content }: RequestBody, contentType: string | undefined): boolean {
  if (contentType === undefined || !isForm(contentType)) return false;
  const schema = findMediaType(content, contentType)?.schema;
  return schema !== undefined && isValid(schema, {}, 'request');
}

function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(text.trim());
}

function unknownMediaType(declared: RequestBody, received: string | undefined): HttpError {
  const expected = declared.content.map((media) => media.range).join(' or ');
  const got = received === undefined ? 'none' : quoteText(received);
  return new HttpError('media-type', `header.Content-Type: expected ${expected}, got ${got}`);
}

function readValue(
  { media, isMultipart, reader }: BodyReading,
  type: string,
  bytes: Uint8Array,
): Json | undefined | HttpError {
  if (isMultipart) return readMultipart(type, bytes, media);
  if (reader === undefined) return undefined;
  const charset = reader.charset(type, bytes);
  const text = decodeText(bytes, charset, reader.keepsByteOrderMark);
  if (text === undefined)
    return new HttpError('body-encoding', `body: expected ${truncate(charset.toUpperCase(), 40)}, got invalid bytes`);
  return reader.read(text, media);
}

/** A wildcard range with a binary schema declares an upload, which is not parsed even if it is JSON. */
function isUpload({ range, schema }: MediaType): boolean {
  if (!range.includes('*') || schema === undefined) return false;
  const types = declaredTypes(schema);
  return types.has('string') && types.size === 1 && schema.format === 'binary';
}

interface BodyReader {
  readonly accepts: (type: string) => boolean;
  readonly charset: (type: string, bytes: Uint8Array) => string;
  /** U+FEFF at the beginning is stored with a text in UTF-8. */
  readonly keepsByteOrderMark?: true;
  readonly read: (text: string, media: MediaType) => Json | undefined | HttpError;
}

const utf8Charset = () => 'utf-8';
const declaredCharset = (type: string) => headerParameter(type, 'charset') ?? 'utf-8';

const bodyReaders: readonly BodyReader[] = [
  { accepts: isJsonType, charset: utf8Charset, read: readJson },
  { accepts: isForm, charset: utf8Charset, read: readForm },
  { accepts: isXmlType, charset: xmlCharset, read: readXml },
  {
    accepts: (type) => /^text\/plain\b/i.test(type),
    charset: declaredCharset,
    keepsByteOrderMark: true,
    read: readPlainText,
  },
  { accepts: (type) => /^text\//i.test(type), charset: declaredCharset, read: readOtherText },
];

/** For most bodies; it keeps no state between them. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for invalid bytes, or for an unknown charset. */
function decodeText(bytes: Uint8Array, charset: string, keepsByteOrderMark = false): string | undefined {
  const ignoreBOM = keepsByteOrderMark && /^utf-?8$/i.test(charset);
  try {
    if (charset === 'utf-8' && !ignoreBOM) return utf8.decode(bytes);
    return new TextDecoder(charset, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A byte order mark is removed, as RFC 8259 allows. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decodeText(bytes, 'utf-8');
}

/** The charset from the byte order mark, the media type, or the XML declaration (XML 1.0, section 4.3.3). */
function xmlCharset(type: string, bytes: Uint8Array): string {
  const start = decodeLatin1(bytes.subarray(0, 200));
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  const [, declared] = /^<\?xml[^>]*?\sencoding=["']([\w.-]+)["']/.exec(start) ?? [];
  return headerParameter(type, 'charset') ?? declared ?? 'utf-8';
}

function readJson(text: string): Json | HttpError {
  const parsed = parseJson(text);
  return parsed.ok
    ? parsed.value
    : new HttpError('body-malformed', `body: expected JSON, got invalid JSON (${parsed.reason})`);
}

/** Without a schema, only the syntax is checked. */
function readXml(text: string, { schema }: MediaType): Json | undefined | HttpError {
  const syntaxError = findXmlError(text);
  if (syntaxError !== undefined)
    return new HttpError('body-malformed', `body: expected XML, got invalid XML (${syntaxError.reason})`);
  const root = schema === undefined ? undefined : parseXml(text);
  return root === undefined || schema === undefined ? undefined : xmlValue(root, schema);
}

/** Objects and lists have no defined representation as plain text, so only the media type is checked. */
function readPlainText(text: string, { schema }: MediaType): Json | undefined {
  const types = schema === undefined ? new Set<string>() : declaredTypes(schema);
  const isUndefinedInText = types.size > 0 && [...types].every((type) => type === 'object' || type === 'array');
  return isUndefinedInText ? undefined : coerce(text, schema);
}

/** CSV, HTML, ...: a string if the schema allows one, or else not parsed. */
function readOtherText(text: string, { schema }: MediaType): Json | undefined {
  return schema === undefined || declaredTypes(schema).has('string') ? text : undefined;
}
