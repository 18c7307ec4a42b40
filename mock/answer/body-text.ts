/** The text of a body in its media type. */
import { isJsonType, type MediaType } from '../../spec/contract.ts';
import { type Json, stringifyJson } from '../../spec/exact-json.ts';
import { xmlText } from './xml.ts';

/** A response that declares JSON and nothing more is still to be parsed. */
export function bodyText(body: Json | undefined, type: string, schema: MediaType['schema']): string {
  if (body === undefined) return isJsonType(type) ? '{}' : '';
  if (isJsonType(type)) return stringifyJson(body);
  if (typeof body === 'string') return body;
  if (isXmlType(type)) return xmlText(body, schema);
  return isBinary(type) ? '' : stringifyJson(body);
}

/** No picture is made up: JSON under the name of one would be a lie. */
function isBinary(type: string): boolean {
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
