/** Parses a form to a value, using its schema and the encoding of its fields; also multipart forms (RFC 7578). */
import { decodeLatin1, decodeUtf8, findText } from '../../platform/bytes.ts';
import { type Json, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type PartEncoding } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import {
  additionalSchema,
  composedSchemas,
  declaredProperties,
  declaredTypes,
  itemsSchema,
} from '../../spec/model/schema-view.ts';
import type { UploadedFile } from '../../spec/resources/uploaded-files.ts';
import { isValid } from '../../spec/validation/validate.ts';
import {
  type ContractViolation,
  HttpError,
  invalidRequestError,
  quoteText,
  violationCode,
} from '../http/http-error.ts';
import { decodeFormValue, parseQuery, type QueryField } from '../http/request-target.ts';
import { coerce } from './coerce.ts';
import { splitNestedFields } from './parameter-styles.ts';
import { readParameter } from './validate-parameter.ts';

/** `application/x-www-form-urlencoded` */
export function readForm(text: string, media: MediaType): Json | HttpError {
  const fields = parseQuery(text);
  if (fields === undefined)
    return new HttpError('body-malformed', 'body: expected a form, got an invalid percent-encoding');
  const { schema } = media;
  const styled = readStyledFields(fields, media);
  const others = fields.filter(({ name }) => !Object.hasOwn(styled, name));
  const { plain, nested } = splitNestedFields(
    others.map((field) => [field.name, decodeFormValue(field.rawValue) ?? field.rawValue]),
    schema,
  );
  return { ...formObject(plain, schema), ...Object.fromEntries(nested), ...styled };
}

/** Fields whose declared style differs from the default for forms: `tags=a,b`, `tags=a|b`. */
function readStyledFields(query: readonly QueryField[], { schema, encoding }: MediaType): JsonObject {
  const sources = { captures: new Map<string, string>(), cookies: new Map<string, string>(), query };
  const styled = [...(encoding ?? [])].flatMap(([name, { style, explode, types, place }]) => {
    const property = schema === undefined ? undefined : declaredProperties(schema).get(name);
    if ((style === 'form' && explode) || types.length > 0 || property === undefined) return [];
    const serialization = { name, in: 'query', required: false, style, explode, place } as const;
    const parameter = { ...serialization, schema: property, content: [], examples: [] };
    const [value] = readParameter(parameter, { ...sources, header: () => undefined });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(styled);
}

/** `multipart/form-data`; a part with a media type that its property does not allow is rejected. */
export function readMultipart(type: string, bytes: Uint8Array, media: MediaType): Json | HttpError {
  const parts = parseParts(type, bytes);
  if (parts === undefined) {
    const message = 'body: expected multipart/form-data, got a malformed body';
    return new HttpError('body-malformed', message);
  }
  const [first, ...rest] = parts.flatMap((part) => partTypeViolations(part, media.encoding?.get(part.name)));
  if (first !== undefined) return invalidRequestError(first, rest);
  return formObject(
    parts.map((part) => [part.name, partValue(part)]),
    media.schema,
  );
}

/** A part without a Content-Type has the declared type. */
function partTypeViolations(
  { name, type }: FormPart,
  encoding: PartEncoding | undefined,
): readonly ContractViolation[] {
  const types = encoding?.types ?? [];
  const plain = type?.split(';')[0]?.trim().toLowerCase();
  if (plain === undefined || types.length === 0 || types.some((range) => coversType(range, plain))) return [];
  const message = `body.${name}: expected a part of ${types.join(' or ')}, got ${quoteText(plain)}`;
  return [{ rule: 'media-type', code: violationCode('media-type'), at: ['body', name], message }];
}

function coversType(range: string, type: string): boolean {
  const expected = range.split(';')[0]?.trim() ?? '';
  return expected === '*/*' || expected === type || (expected.endsWith('/*') && type.startsWith(expected.slice(0, -1)));
}

function partValue({ bytes, type }: FormPart): Json {
  const text = decodeUtf8(bytes);
  const parsed = isJsonType(type ?? '') ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text;
}

/** A name that is sent more than once, or declared as an array, becomes a list. */
function formObject(fields: readonly (readonly [string, Json])[], schema: Schema | undefined): JsonObject {
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const others = schema === undefined ? undefined : additionalSchema(schema);
  const groups = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const values = group.map(([, value]) => value);
      return [name, formFieldValue(values, properties.get(name) ?? others)];
    }),
  );
}

function formFieldValue(values: readonly Json[], schema: Schema | undefined): Json {
  const [first = null] = values;
  const isDeclaredList = schema !== undefined && declaredTypes(schema).has('array');
  // The whole list is sent in one part, as JSON.
  if (values.length === 1 && isDeclaredList && typeof first !== 'string' && isValid(schema, first, 'request'))
    return first;
  const isList = values.length > 1 || isDeclaredList;
  const itemSchema = isList && schema !== undefined ? itemsSchema(schema) : schema;
  const typed = values.map((value) => (typeof value === 'string' ? readText(value, itemSchema) : value));
  return isList ? typed : (typed[0] ?? null);
}

/** A field declared as an object is JSON by default (OpenAPI 3.1, section 4.8.15.1). */
function readText(text: string, schema: Schema | undefined): Json {
  const value = coerce(text, schema);
  if (value !== text || schema === undefined || !declaredTypes(schema).has('object')) return value;
  if (isValid(schema, text, 'request')) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

/**
 * The parts of a form (RFC 7578) with their media types: Node's parser ignores the type of a part without a file name.
 */

interface FormPart {
  readonly name: string;
  /** Undefined for a part that is no file. */
  readonly fileName: string | undefined;
  /** As sent; undefined if the part has no Content-Type. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
}

/** `undefined` for an invalid form: no boundary, no closing delimiter, or a part without a name. */
function parseParts(contentType: string, bytes: Uint8Array): readonly FormPart[] | undefined {
  const boundary = headerParameter(contentType, 'boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const pieces = splitAtDelimiter(bytes, `--${boundary}`);
  const parts = pieces?.map(parsePart);
  return parts?.every((part) => part !== undefined) === true ? parts : undefined;
}

/** Only a malicious form has more parts. */
export const MAX_PARTS = 10_000;

/** Ignores the text before the first and after the last delimiter (RFC 2046, section 5.1.1). */
function splitAtDelimiter(bytes: Uint8Array, delimiter: string): readonly Uint8Array[] | undefined {
  const pieces: Uint8Array[] = [];
  let at = findText(bytes, delimiter);
  if (at > 0 && latin1Between(bytes, at - 2, at) !== '\r\n') at = findText(bytes, `\r\n${delimiter}`) + 2;
  while (at >= 0 && pieces.length <= MAX_PARTS) {
    const start = at + delimiter.length;
    if (latin1Between(bytes, start, start + 2) === '--') return pieces;
    const head = findText(bytes, '\r\n', start);
    const end = findText(bytes, `\r\n${delimiter}`, Math.max(start, head));
    const isPadded = latin1Between(bytes, start, head).trim() === '';
    if (head < 0 || end < 0 || !isPadded) return undefined;
    pieces.push(bytes.subarray(head + 2, Math.max(head + 2, end)));
    at = end + 2;
  }
  return undefined;
}

/** Empty if `end` is negative. */
function latin1Between(bytes: Uint8Array, start: number, end: number): string {
  return decodeLatin1(bytes.subarray(Math.max(0, start), Math.max(0, end)));
}

function parsePart(piece: Uint8Array): FormPart | undefined {
  const end = findText(piece, '\r\n\r\n');
  if (end < 0) return undefined;
  const head = decodeUtf8(piece.subarray(0, end));
  const disposition = partHeader(head, 'content-disposition') ?? '';
  const name = /^form-data\b/i.test(disposition) ? headerParameter(disposition, 'name') : undefined;
  if (name === undefined) return undefined;
  const fileName = headerParameter(disposition, 'filename') ?? headerParameter(disposition, 'filename\\*');
  const plain = name.replaceAll(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
  return { name: plain, fileName, type: partHeader(head, 'content-type'), bytes: piece.subarray(end + 4) };
}

/**
 * The parts that have a file name, and those of fields that are files in the schema of the form: some clients send them
 * without a name. Empty for an invalid form.
 */
export function readUploadedFiles(
  contentType: string,
  bytes: Uint8Array,
  form: Schema | undefined,
): readonly UploadedFile[] {
  return (parseParts(contentType, bytes) ?? []).flatMap(({ name: field, fileName, type, bytes: content }) => {
    const name = fileName ?? (isFileField(form, field) ? field : undefined);
    return name === undefined ? [] : [{ field, name, type: type ?? 'text/plain', content }];
  });
}

function isFileField(form: Schema | undefined, field: string): boolean {
  const declared = form && declaredProperties(form).get(field);
  if (declared === undefined) return false;
  const parts = composedSchemas(itemsSchema(declared) ?? declared);
  return parts.some(
    ({ format, contentMediaType }) =>
      format === 'binary' || /^(?:image|audio|video|application)\/(?!.*json)/.test(contentMediaType ?? ''),
  );
}

function partHeader(head: string, name: string): string | undefined {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

/** A parameter of a header, quoted or unquoted. */
export function headerParameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]*))`, 'i').exec(header);
  return found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2];
}
