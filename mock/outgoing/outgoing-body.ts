/** The body of a callback or webhook: a sample of its schema with the values of the exchange that caused it. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { bodyText } from '../format/body-text.ts';

export interface OutgoingBody {
  /** Empty without a body. */
  readonly text: string;
  /** Undefined without a body. */
  readonly type: string | undefined;
}

/**
 * `given` replaces the sample. `known`: objects whose values the body takes over under the same names, the most
 * important first.
 */
export function outgoingBody(
  { requestBody }: Operation,
  { given, known }: { readonly given?: Json | undefined; readonly known: readonly Json[] },
): OutgoingBody {
  const content = requestBody?.content ?? [];
  const media = content.find(({ range }) => isJsonType(range)) ?? content[0];
  if (media === undefined)
    return given === undefined ? noBody : { text: bodyText(given, JSON_TYPE, undefined), type: JSON_TYPE };
  const type = media.range.includes('*') ? JSON_TYPE : media.range;
  return { text: bodyText(given ?? sampleBody(media, known), type, media.schema), type };
}

const JSON_TYPE = 'application/json';

const noBody: OutgoingBody = { text: '', type: undefined };

function sampleBody({ schema, examples }: MediaType, known: readonly Json[]): Json | undefined {
  const sample = examples[0]?.value ?? (schema === undefined ? undefined : sampleValue(schema, 'request'));
  if (schema === undefined || sample === undefined) return sample;
  return known
    .filter((one) => isJsonObject(one) && !isJsonArray(one))
    .toReversed()
    .reduce<Json>((body, one) => withValues(body, one, schema), sample);
}

/** Also into objects of the body, such as the order in `{event, order}`, if they have the same identifier. */
function withValues(body: Json, known: Json, schema: Schema): Json {
  if (!isObject(body) || !isObject(known)) return body;
  const properties = declaredProperties(schema);
  let whole = body;
  for (const [name, value] of Object.entries(body)) {
    const part = properties.get(name);
    const isRecord = part !== undefined && isObject(value) && sharesRecord(value, known);
    const next = { ...whole, [name]: ownValue(known, name) ?? (isRecord ? withValues(value, known, part) : value) };
    if (isValid(schema, next, 'request')) whole = next;
  }
  return whole;
}

/** A property may be named "constructor". */
function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !isJsonArray(value);
}

/** Most of the properties of a record in an envelope are those of the record that the exchange was about. */
function sharesRecord(part: JsonObject, known: JsonObject): boolean {
  const names = Object.keys(part);
  return names.filter((name) => Object.hasOwn(known, name)).length * 2 > names.length;
}
