/** Whether a response shows what another one shows. */
import { isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import { mediaTypeEssence } from '../../../../spec/model/media-parameters.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange, ReceivedResponse } from '../../model/exchange.ts';

/** The same bytes, or JSON with the same properties and at least half of the values: other cases change lists. */
export function showsSameContent(one: Exchange, other: Exchange): boolean {
  const [response, otherResponse] = [responseOf(one), responseOf(other)];
  if (response === undefined || otherResponse === undefined || response.body.byteLength === 0) return false;
  if (mediaTypeOf(response) !== mediaTypeOf(otherResponse)) return false;
  return Buffer.compare(response.body, otherResponse.body) === 0 || showsSameJson(response, otherResponse);
}

/** The response to HEAD has the headers of GET (RFC 9110, section 9.3.2), and no body that could be compared. */
export function showsSameHead(get: Exchange, head: Exchange): boolean {
  const [response, headResponse] = [responseOf(get), responseOf(head)];
  if (response === undefined || headResponse === undefined) return false;
  const type = mediaTypeOf(response);
  return type !== undefined && type === mediaTypeOf(headResponse);
}

function responseOf({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

function mediaTypeOf({ headers }: ReceivedResponse): string | undefined {
  const type = headerValue(headers, 'content-type');
  return type === undefined ? undefined : mediaTypeEssence(type);
}

function showsSameJson({ body }: ReceivedResponse, { body: otherBody }: ReceivedResponse): boolean {
  const [one, other] = [parseJsonBytes(body), parseJsonBytes(otherBody)];
  if (!one.ok || !other.ok || keysOf(one.value) !== keysOf(other.value)) return false;
  const [values, otherValues] = [valuesIn(one.value), valuesIn(other.value)];
  return values.size > 0 && values.intersection(otherValues).size * 2 >= values.size;
}

function keysOf(value: Json): string {
  if (isJsonArray(value)) return 'array';
  return isJsonObject(value) ? JSON.stringify(Object.keys(value).toSorted()) : typeof value;
}

/** Texts and numbers at every depth. */
function valuesIn(value: Json, found = new Set<Json>()): ReadonlySet<Json> {
  if (isJsonArray(value)) for (const item of value) valuesIn(item, found);
  else if (isJsonObject(value)) for (const member of Object.values(value)) valuesIn(member, found);
  else if (value !== null && typeof value !== 'boolean' && value !== '') found.add(value);
  return found;
}
