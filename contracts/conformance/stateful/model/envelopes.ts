/** Records inside another object: `{ "status": "ok", "data": { "id": 7, "status": "open" } }`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { isEnvelopeName } from '../../../../spec/resources/record-envelopes.ts';

/** Members that say something about the response and not about the record. */
const metadataNames =
  /^_?(?:status(?:[_-]?code)?|code|message|msg|success|ok|errors?|meta|links|included|jsonapi|version|(?:request|trace)[_-]?id|timestamp|time|took)$/i;

const idNames = /^_?(?:id|uuid)$/i;

/** The record in an envelope that names it; undefined when the object may be the record itself. */
export function recordInEnvelope(body: JsonObject): JsonObject | undefined {
  const entries = Object.entries(body);
  const [envelope, ...more] = entries.filter(([name, value]) => isEnvelopeName(name) && isJsonObject(value));
  const record = envelope?.[1];
  if (envelope === undefined || more.length > 0 || record === undefined || !isJsonObject(record)) return undefined;
  const isAboutResponse = ([name]: readonly [string, Json]) =>
    name === envelope[0] || metadataNames.test(name) || (idNames.test(name) && hasId(record));
  // An identifier and an item alone are those of a record that has an item.
  const saysMore = entries.length === 1 || entries.some(([name]) => metadataNames.test(name)) || !hasOuterId(body);
  return saysMore && entries.every(isAboutResponse) ? record : undefined;
}

function hasOuterId(body: JsonObject): boolean {
  return Object.keys(body).some((name) => idNames.test(name));
}

export function hasId(value: JsonObject): boolean {
  return Object.keys(value).some((name) => idNames.test(name));
}
