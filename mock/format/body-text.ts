/** The text of a body in its media type; which media types are binary, forms and XML. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';
import { findXmlError } from '../../spec/wire/xml.ts';
import { xmlText } from './xml.ts';

/** A response that declares JSON or XML without a schema or example must still be parseable. */
export function bodyText(body: Json | undefined, type: string, schema: MediaType['schema']): string {
  if (body === undefined) return emptyText(type, schema);
  if (isJsonType(type)) return stringifyJson(body);
  // An example may be a whole document; any other text, also a malformed one, needs an element around it.
  const isDocument = typeof body === 'string' && /^\s*</.test(body) && (!isXmlType(type) || isXmlDocument(body));
  if (isXmlType(type) && !isDocument) return xmlText(body, schema);
  if (typeof body === 'string') return body;
  if (/^text\/csv\b/i.test(type) && isJsonArray(body)) return csvText(body);
  return isBinary(type) ? '' : stringifyJson(body);
}

function emptyText(type: string, schema: MediaType['schema']): string {
  if (isXmlType(type)) return xmlText({}, schema);
  return isJsonType(type) ? '{}' : '';
}

function isXmlDocument(text: string): boolean {
  return findXmlError(text) === undefined;
}

/** For these types the mock sends an empty body: JSON labeled as an image would be wrong. */
export function isBinary(type: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)\b/i.test(type);
}

/** The value of Content-Type. */
export function contentType(type: string): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** Whether the body is a URL-encoded form. */
export function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type);
}

/** `application/xml`, `text/xml`, `application/atom+xml` */
export function isXmlType(type: string): boolean {
  return /^(?:application|text)\/(?:[^;]+\+)?xml\s*(?:;|$)/i.test(type);
}

/**
 * A list as comma-separated values (RFC 4180): a header line with the member names of its objects, then one line each.
 */
function csvText(rows: readonly Json[]): string {
  const names = [...new Set(rows.flatMap((row) => (isJsonObject(row) ? Object.keys(row) : [])))];
  const lines = rows.map((row) => {
    const values = isJsonObject(row) ? names.map((name) => row[name] ?? null) : [row].flat();
    return values.map(csvField).join(',');
  });
  const head = names.length === 0 ? [] : [names.map(csvField).join(',')];
  return [...head, ...lines].map((line) => `${line}\r\n`).join('');
}

function csvField(value: Json): string {
  const text = typeof value === 'string' ? value : value === null ? '' : stringifyJson(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
