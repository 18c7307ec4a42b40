/** The text of a body in its media type. */

import { isJsonArray, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';
import { csvText } from './csv.ts';
import { xmlText } from './xml.ts';

/** A response that declares JSON and nothing more is still to be parsed. */
export function bodyText(body: Json | undefined, type: string, schema: MediaType['schema']): string {
  if (body === undefined) return isJsonType(type) ? '{}' : '';
  if (isJsonType(type)) return stringifyJson(body);
  // An example may be the whole document; any other text is no document without an element around it.
  const isWritten = typeof body === 'string' && /^\s*</.test(body);
  if (isXmlType(type) && !isWritten) return xmlText(body, schema);
  if (typeof body === 'string') return body;
  if (/^text\/csv\b/i.test(type) && isJsonArray(body)) return csvText(body);
  return isBinary(type) ? '' : stringifyJson(body);
}

/** JSON under the name of a picture would be a lie. */
export function isBinary(type: string): boolean {
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)\b/i.test(type);
}

/** What stands in Content-Type. */
export function contentType(type: string): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** `application/xml`, `text/xml`, `application/atom+xml` */
export function isXmlType(type: string): boolean {
  return /^(?:application|text)\/(?:[^;]+\+)?xml\s*(?:;|$)/i.test(type);
}
