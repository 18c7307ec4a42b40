/** POST to a collection. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize, memoizePair } from '../../../spec/memoize.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, declaredTypes, requiredNames } from '../../../spec/model/schema-view.ts';
import { lastLiteral } from '../../../spec/resources/path-templates.ts';
import { rejectsDuplicates } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { HttpError } from '../../http/http-error.ts';
import { type MaybePromise, whenReady } from '../../model/when-ready.ts';
import {
  hasSeparateCreatedStatus,
  itemPath,
  type RecordContext,
  recordAlreadyExists,
  recordBody,
  recordEnvelope,
  recordId,
  recordKey,
  successStatus,
  withId,
} from '../collection.ts';
import { withParentReference } from '../nesting/parent-reference.ts';
import { hasValidProjection } from '../projection.ts';
import type { PreparedOperation, PreparedResult, RecordResponse, SampleResponse } from '../record-handler.ts';
import { hasCreator, withCreator } from '../relations/creator.ts';
import { withComputedProperties, withInitialValues } from '../relations/described-values.ts';
import { withoutChildren } from '../relations/related-records.ts';
import { storeUploadedContent, withFileTraits } from '../uploads/uploaded-files.ts';
import { generateIds, idPosition } from '../values/generate-ids.ts';
import { readSentRecord, type SentRecord, withDefaults } from '../values/sent-record.ts';
import { withCreationTimestamps } from '../values/timestamps.ts';
import { unsetValue } from '../values/unset-values.ts';
import { entityTag, recordHeaders } from './record-headers.ts';

export function createRecord(context: RecordContext): MaybePromise<PreparedResult> {
  const { resource, records, name, request } = context;
  const sentRecord = readSentRecord(context);
  if (sentRecord === undefined) return undefined;
  const id = recordId(resource, sentRecord.record);
  const mustBeNew = rejectsDuplicates(request.operation);
  const mustCheckExisting = mustBeNew || hasSeparateCreatedStatus(request);
  const checked = mustCheckExisting && id !== undefined && records.has(name, recordKey(resource, id));
  return whenReady(checked, (exists): PreparedResult => {
    if (exists && mustBeNew && id !== undefined) return recordAlreadyExists(context, recordKey(resource, id));
    return {
      status: successStatus(request, !exists),
      commit: (response) => commitRecord(context, sentRecord, response),
    };
  });
}

function commitRecord(
  context: RecordContext,
  sentRecord: SentRecord,
  response: SampleResponse,
): ReturnType<PreparedOperation['commit']> {
  const inserted = whenReady(ownSample(context, sentRecord, response), (own) => insertRecord(context, sentRecord, own));
  return whenReady(inserted, (record) => {
    if (record instanceof HttpError) return record;
    const stored = context.locateUpload === undefined ? undefined : storeUploadedContent(context, record.id);
    return whenReady(stored, () => createdResponse(context, record, response));
  });
}

interface InsertedRecord {
  readonly id: Json | undefined;
  readonly value: JsonObject;
}

function insertRecord(
  context: RecordContext,
  sentRecord: SentRecord,
  response: SampleResponse,
): MaybePromise<InsertedRecord | HttpError> {
  const sentId = recordId(context.resource, sentRecord.record);
  const store = (record: JsonObject) =>
    sentId === undefined ? insertWithNewId(context, sentRecord, record) : insertWithId(context, sentId, record);
  const built = withParentReference(context, withoutChildren(context, buildNewRecord(context, sentRecord, response)));
  const shape = recordEnvelope(context.resource, response.schema)?.schema ?? response.schema;
  const created = hasCreator(context.resource, shape)
    ? withCreator(context, built, { sent: sentRecord, schema: shape })
    : built;
  const { references } = context;
  const whole =
    references === undefined || response.withSentValues === undefined
      ? created
      : whenReady(created, (record) => references.showNew(record, sentRecord.record));
  const newRecordValue = whenReady(whole, (record) => {
    const described = withInitialValues(context, record, { sentRecord, schema: response.schema });
    return withCreationTimestamps(context, sentRecord, withComputedProperties(context.resource, described));
  });
  return whenReady(newRecordValue, store);
}

/** Inserts the record under the next free id. */
async function insertWithNewId(
  context: RecordContext,
  sentRecord: SentRecord,
  base: JsonObject,
): Promise<InsertedRecord> {
  const { resource, records, name } = context;
  for await (const id of generateIds(context)) {
    const value = isIdGenerated(resource, sentRecord.schema) ? withId(resource, base, id) : base;
    if (await records.insert(name, recordKey(resource, id), value)) return { id, value };
  }
  return replaceOldest(context, base);
}

/** If the schema allows no more ids, the oldest record is evicted, as when the storage is full. */
async function replaceOldest(context: RecordContext, base: JsonObject): Promise<InsertedRecord> {
  const { resource, records, name } = context;
  const [oldest] = await records.list(name);
  if (oldest === undefined || !(await records.remove(name, oldest.id))) return { id: undefined, value: base };
  const value = withId(resource, base, oldest.id);
  const isInserted = await records.insert(name, oldest.id, value);
  return { id: isInserted ? oldest.id : undefined, value: isInserted ? value : base };
}

/** A free-text id that clients may send but need not, such as a user name, is not generated; an id, key or code is. */
const isIdGenerated = memoizePair(
  ({ idName = 'id', idSchemas, responseSchemas }: Resource, schema: Schema | undefined): boolean => {
    const isIdInRequest = schema !== undefined && declaredProperties(schema).get(idName)?.readOnly === false;
    const [declared] = idSchemas;
    const isFreeText =
      declared !== undefined &&
      declaredTypes(declared).has('string') &&
      [declared.format, declared.pattern, declared.enum].every((keyword) => keyword === undefined);
    const isNeeded = responseSchemas.some((one) => requiredNames(one).has(idName));
    return !isIdInRequest || !isFreeText || isNeeded || /(?:^|_)(?:id|uuid|key|code|slug)$|Id$/.test(idName);
  },
);

/** If no conflict is declared, the later request replaces the record. */
function insertWithId(context: RecordContext, id: Json, value: JsonObject): MaybePromise<InsertedRecord | HttpError> {
  const { resource, records, name, request } = context;
  const key = recordKey(resource, id);
  const mustBeNew = rejectsDuplicates(request.operation);
  const last = idPosition(resource, id);
  const stored = mustBeNew ? records.insert(name, key, value, last) : records.put(name, key, value, last);
  return whenReady(stored, (isNew) => (mustBeNew && !isNew ? recordAlreadyExists(context, key) : { id, value }));
}

/** What the server makes up differs from one new record to the next, and is the same in each run. */
function ownSample(
  { resource, records, name, madeUp }: RecordContext,
  sentRecord: SentRecord,
  response: SampleResponse,
): MaybePromise<SampleResponse> {
  const { sample, schema, withSentValues } = response;
  if (withSentValues === undefined || schema === undefined || !isJsonObject(sample)) return response;
  const envelope = recordEnvelope(resource, schema)?.name;
  const shown = envelope === undefined ? sample : sample[envelope];
  const isServerMade = (one: string) => one !== resource.idName && !isClientSettable(sentRecord, one);
  if (shown === undefined || !isJsonObject(shown) || !Object.keys(shown).some(isServerMade)) return response;
  const objectNames = [lastLiteral(resource.collection)];
  const known = { path: envelope === undefined ? [] : [envelope], texts: sentTexts(sentRecord) };
  return whenReady(records.nextNumber(`made-up:${name}`), (number) => ({
    ...response,
    sample: withSentValues(madeUp.makeUp(sample, schema, { key: `${name} new ${number}`, objectNames, known })),
  }));
}

/** What the server makes up fits them: the `name` of a user has the `firstName` that was sent. */
function sentTexts({ record }: SentRecord): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
}

/** Properties of the response that clients cannot send are generated once and then stored. */
export function buildNewRecord(context: RecordContext, sentRecord: SentRecord, response: SampleResponse): JsonObject {
  const { resource } = context;
  const shape = recordEnvelope(resource, response.schema)?.schema ?? response.schema;
  const sent = withDefaults(sentRecord);
  const idName = resource.isIdInMetadata ? undefined : resource.idName;
  const isGenerated = (name: string) => !isClientSettable(sentRecord, name) || name === idName;
  // The sample is not needed if clients can send all that the response shows.
  const mayHaveGenerated = shape === undefined || generatedNames(shape)?.some(isGenerated) !== false;
  const generated = mayHaveGenerated ? generatedProperties(resource, shape, response) : [];
  const generatedOnly = generated.filter(([name]) => isGenerated(name));
  const withoutOptional = generatedOnly.length === 0 ? sent : { ...Object.fromEntries(generatedOnly), ...sent };
  const isComplete = shape === undefined || hasValidProjection(withoutOptional, shape);
  const completeRecord = isComplete
    ? withoutOptional
    : { ...requiredSampleProperties(generatedProperties(resource, shape, response), shape), ...withoutOptional };
  const shown = withFileTraits(completeRecord, shape, context.request);
  return recordId(resource, sent) === undefined ? withoutProperty(shown, idName) : shown;
}

function generatedProperties(
  resource: Resource,
  shape: Schema | undefined,
  { sample, schema, withSentValues }: SampleResponse,
): readonly (readonly [name: string, value: Json])[] {
  const isMadeUp = withSentValues !== undefined;
  const envelope = recordEnvelope(resource, schema);
  const inner = envelope !== undefined && isJsonObject(sample) ? sample[envelope.name] : sample;
  return Object.entries(isJsonObject(inner) ? inner : {})
    .filter(([name]) => mayGenerate(shape, name))
    .map(([name, value]) => [name, isMadeUp ? unsetValue(resource, shape, { name, value }) : value] as const);
}

/** Undefined if a sample may have properties that the schema does not name. */
const generatedNames = memoize((schema: Schema) => {
  const declared = declaredProperties(schema);
  return declared.size === 0 ? undefined : [...new Set([...declared.keys(), ...requiredNames(schema)])];
});

/** False for samples of `additionalProperties`: only clients know the names. */
function mayGenerate(schema: Schema | undefined, name: string): boolean {
  if (schema === undefined) return true;
  const declared = declaredProperties(schema);
  return declared.size === 0 || declared.has(name) || requiredNames(schema).has(name);
}

/** Clients cannot set read-only properties. */
function isClientSettable({ schema }: SentRecord, name: string): boolean {
  const property = schema === undefined ? undefined : declaredProperties(schema).get(name);
  return property !== undefined && !property.readOnly;
}

/** Properties that were not sent but that the response requires. */
function requiredSampleProperties(generated: readonly (readonly [string, Json])[], schema: Schema): JsonObject {
  const names = requiredNames(schema);
  return Object.fromEntries(generated.filter(([name]) => names.has(name)));
}

function withoutProperty(record: JsonObject, dropped: string | undefined): JsonObject {
  if (dropped === undefined || !Object.hasOwn(record, dropped)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== dropped));
}

export function createdResponse(
  context: RecordContext,
  { id, value }: InsertedRecord,
  response: SampleResponse,
): RecordResponse {
  const { headerNames } = response;
  const body = recordBody(context, value, response);
  if (headerNames.size === 0) return { body, headers: {} };
  const path = id === undefined || !headerNames.has('location') ? undefined : itemPath(context, id);
  const headers = new Map<string, string>();
  if (path !== undefined) headers.set('location', path);
  if (headerNames.has('etag')) headers.set('etag', entityTag(value));
  return { body, headers: recordHeaders(context.request, response, headers) };
}
