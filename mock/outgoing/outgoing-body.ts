/**
 * The body of a callback or webhook: made-up values of its schema, and those of the exchange that caused it. The service
 * sends it, so it has the `readOnly` properties of a response and none that are `writeOnly`.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type MediaType, type Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { bodyText } from '../format/body-text.ts';
import { withRequestOrigin } from '../made-up/image-url.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { type EventRecords, withEventRecords } from './event-records.ts';
import { type OutgoingEvent, withEventValues } from './event-values.ts';

export interface OutgoingBody {
  /** Empty without a body. */
  readonly text: string;
  /** Undefined without a body. */
  readonly type: string | undefined;
}

export interface OutgoingValues {
  /** Replaces the made-up body. */
  readonly given?: Json | undefined;
  /** Objects whose values the body takes over under the same names, the most important first. */
  readonly known: readonly Json[];
  readonly madeUp: MadeUpValues;
  readonly event: OutgoingEvent;
  /** Where it is about records that nothing else names; undefined for a callback, which is about its exchange. */
  readonly about?: (EventRecords & { readonly key: string }) | undefined;
  /** Of the mock server, for its images. */
  readonly origin: string | undefined;
}

export async function outgoingBody(
  { requestBody }: Operation,
  { given, ...values }: OutgoingValues,
): Promise<OutgoingBody> {
  const content = requestBody?.content ?? [];
  const media = content.find(({ range }) => isJsonType(range)) ?? content[0];
  if (media === undefined)
    return given === undefined ? noBody : { text: bodyText(given, JSON_TYPE, undefined), type: JSON_TYPE };
  const type = media.range.includes('*') ? JSON_TYPE : media.range;
  const value = given ?? (await sampleBody(media, values));
  return { text: withRequestOrigin(bodyText(value, type, media.schema), values.origin), type };
}

const JSON_TYPE = 'application/json';

const noBody: OutgoingBody = { text: '', type: undefined };

type SampleValues = Omit<OutgoingValues, 'given'>;

async function sampleBody({ schema, examples: [example] }: MediaType, values: SampleValues): Promise<Json | undefined> {
  if (schema === undefined) return example?.value;
  const sample = example === undefined ? await makeUpBody(schema, values) : example.value;
  if (sample === undefined) return undefined;
  return values.known
    .filter(isObject)
    .toReversed()
    .reduce<Json>((body, one) => withValues(body, one, schema), sample);
}

/** Other values after each exchange, because receivers ignore an event whose identifier they have seen. */
async function makeUpBody(schema: Schema, { known, madeUp, event, about }: SampleValues): Promise<Json | undefined> {
  const sample = sampleValue(schema, 'response');
  if (sample === undefined) return undefined;
  await madeUp.load();
  const key = about?.key ?? known.map(stringifyJson).join(' ');
  const made = madeUp.makeUp(sample, schema, key === '' ? {} : { key });
  const placed = about === undefined ? made : await withEventRecords(made, schema, about);
  return isObject(placed) ? withEventValues(placed, schema, event) : placed;
}

/** Also into objects of the body, such as the order in `{event, order}`, if they have the same identifier. */
function withValues(body: Json, known: Json, schema: Schema): Json {
  if (!isObject(body) || !isObject(known)) return body;
  const properties = declaredProperties(schema);
  let whole = body;
  for (const [name, value] of Object.entries(body)) {
    const part = properties.get(name);
    const isRecord = part !== undefined && isObject(value) && sharesRecord(value, known);
    const own = ownValue(known, name);
    // Null is a value: what has not happened to a record has not happened in its event.
    const next = { ...whole, [name]: own !== undefined ? own : isRecord ? withValues(value, known, part) : value };
    if (isValid(schema, next, 'response')) whole = next;
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
