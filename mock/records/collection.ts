/** A collection of records, and helpers that the operations on it share. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoize, memoizePair } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { METADATA } from '../../spec/resources/describe-records.ts';
import { expandPath, toPathText } from '../../spec/resources/path-templates.ts';
import { declaresError, declaresStatus, successResponses } from '../../spec/resources/record-views.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { isOnlyChanged, type ShallowNesting } from '../../spec/resources/shallow-nesting.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { HttpError } from '../http/http-error.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import { type RecordStore, removedKeysCollection, type StoredRecord } from '../model/storage.ts';
import { projectRecord } from './projection.ts';
import { linkPath, type RecordRequest, type SampleResponse } from './record-handler.ts';

export interface Collection {
  readonly resource: Resource;
  readonly records: RecordStore;
  /** With the prefix: `/shop/users/7/orders`. */
  readonly name: string;
  readonly prefix: string;
  /** The values of the path parameters of the collection. */
  readonly parents: readonly Json[];
  /** Set if the items of the collection have a shorter path. */
  readonly nesting?: ShallowNesting | undefined;
  readonly seed: string | undefined;
  readonly madeUp: MadeUpValues;
  /** Shared by all operations on the records of one storage. */
  readonly runExclusive: RunExclusive;
}

/** A request to a collection or to one of its items. */
export interface RecordContext extends Collection {
  /** The properties with the number of children. */
  readonly counts?: readonly NamedSchema[];
  /** The collection of the users, to whom properties such as `createdBy` refer. */
  readonly people?: Resource | undefined;
  /** All of the contract, to which properties may refer. */
  readonly resources?: readonly Resource[] | undefined;
  /** Set if properties show other records, which the record names. */
  readonly references?: ReferenceUpdates | undefined;
  readonly request: RecordRequest;
  /** The path parameter that identifies the item; undefined for the collection itself. */
  readonly id: Json | undefined;
  /** Where the file that a POST uploads is stored, if a path below the record returns it. */
  readonly locateUpload?: ((id: Json) => { readonly name: string; readonly key: string }) | undefined;
}

export interface ReferenceUpdates {
  /** A new record with what it shows. `sent`: what the client has set. */
  showNew(record: JsonObject, sent: JsonObject): Promise<JsonObject>;
  /** For a change: the record shows what it now names. `sent`: the body of the request. */
  prepareChange(sent: Json | undefined): Promise<(old: JsonObject, changed: JsonObject) => JsonObject>;
}

interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** The key of a record; equivalent values give the same key. */
export function recordKey({ idParameter, idSchemas }: Resource, id: Json): string {
  const isUuid = idSchemas[0]?.format === 'uuid' || idParameter?.schema?.format === 'uuid';
  const text = Number.isSafeInteger(id) ? String(id) : toPathText(id);
  return isUuid ? text.toLowerCase() : text;
}

/** The id as the property stores it, whatever the type of the parameter; undefined if its schema does not allow it. */
function idValue({ idSchemas }: Resource, id: Json): Json | undefined {
  const [schema] = idSchemas;
  const text = toPathText(id);
  const number = /^-?\d{1,15}$/.test(text) ? [Number(text)] : [];
  return [id, text, ...number].find((value) => schema === undefined || isValid(schema, value, 'response'));
}

/** The record with its id, if a property stores it. */
export function withId(resource: Resource, record: JsonObject, id: Json): JsonObject {
  const { idName, isIdInMetadata } = resource;
  const value = idValue(resource, id);
  if (idName === undefined || value === undefined) return record;
  if (!isIdInMetadata) return { ...record, [idName]: value };
  return { ...record, [METADATA]: { ...recordMetadata(record), [idName]: value } };
}

function recordMetadata(record: JsonObject): JsonObject {
  const value = Object.hasOwn(record, METADATA) ? record[METADATA] : undefined;
  return isJsonObject(value) ? value : {};
}

/** The id that a record contains. */
export function recordId({ idName, isIdInMetadata }: Resource, record: JsonObject): Json | undefined {
  const holder = isIdInMetadata ? recordMetadata(record) : record;
  const id = idName !== undefined && Object.hasOwn(holder, idName) ? holder[idName] : undefined;
  return typeof id === 'object' ? undefined : id;
}

/** The path of an item, as in `Location`. */
export function itemPath({ resource, parents, prefix, request, nesting }: RecordContext, id: Json): string | undefined {
  const { item } = nesting?.shallow ?? resource;
  if (item === undefined) return undefined;
  const above = parents.slice(0, nesting?.sharedParameters);
  return linkPath(expandPath(item, [...above, id]), prefix, request);
}

export function recordNotFound({ resource, name, request }: RecordContext, key: string): HttpError {
  const property = resource.idName ?? 'id';
  const parameter = `path.${resource.idParameter?.name}`;
  const isInPath = request.operation.path === resource.item;
  const place = isInPath ? parameter : `body.${property}`;
  const got = JSON.stringify(key.slice(0, 60));
  return new HttpError('record-unknown', `${place}: expected the id of a record in ${name}, got ${got}`);
}

export function recordAlreadyExists({ resource, name }: Collection, key: string): HttpError {
  const place = `body.${resource.idName ?? 'id'}`;
  const got = JSON.stringify(key.slice(0, 60));
  return new HttpError('record-exists', `${place}: expected an id that no record in ${name} has, got ${got}`);
}

/** The declared success status for a new or for an existing record. */
export function successStatus({ operation }: RecordRequest, isNew: boolean): number | undefined {
  const { createdStatus, updatedStatus } = successStatuses(operation);
  return isNew ? createdStatus : updatedStatus;
}

/**
 * Whether the operation declares separate statuses for new and existing records. If it declares only one, that is used
 * for both.
 */
export function hasSeparateCreatedStatus({ operation }: RecordRequest): boolean {
  const { createdStatus, updatedStatus } = successStatuses(operation);
  return createdStatus !== undefined && updatedStatus !== undefined;
}

const successStatuses = memoize((operation: Operation) => {
  const other = successResponses(operation).find(({ status }) => /^2\d\d$/.test(status) && status !== '201');
  return {
    createdStatus: declaresStatus(operation, 201) ? 201 : undefined,
    updatedStatus: other === undefined ? undefined : Number(other.status),
  };
});

/** The representation of a record in a response body. */
export function recordBody(
  { resource }: Collection,
  record: JsonObject,
  { sample, schema }: SampleResponse,
): Json | undefined {
  if (schema === undefined) return sample ?? withoutWriteOnly(resource, record);
  const envelope = recordEnvelope(resource, schema);
  if (envelope === undefined) return projectRecord(record, schema, sample);
  const inner = isJsonObject(sample) ? sample[envelope.name] : undefined;
  const value = projectRecord(record, envelope.schema, inner);
  if (!isJsonObject(sample) || value === undefined) return sample;
  const whole = { ...sample, [envelope.name]: value };
  return isValid(schema, whole, 'response') ? whole : sample;
}

function withoutWriteOnly({ requestSchemas }: Resource, record: JsonObject): JsonObject {
  const isWriteOnly = (name: string) =>
    requestSchemas.some(({ properties }) => properties.get(name)?.writeOnly === true);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isWriteOnly(name)));
}

/** The property of a body that contains the record, if the body is an envelope. */
export const recordEnvelope = memoizePair((resource: Resource, schema: Schema | undefined) =>
  schema === undefined ? undefined : resource.findEnvelope(schema),
);

/** The request body without its envelope; undefined if it is not an object. */
export function unwrapSentRecord(
  { resource, request: { sent } }: RecordContext,
  schema: Schema | undefined,
): JsonObject | undefined {
  if (sent === undefined) return {};
  if (!isJsonObject(sent)) return undefined;
  const name = recordEnvelope(resource, schema)?.name;
  const inner = name === undefined ? undefined : sent[name];
  return isJsonObject(inner) ? inner : sent;
}

/** If the contract declares no 404, every record exists unless it was removed. */
export async function isRecordNotFound(context: RecordContext, key: string): Promise<boolean> {
  if (context.resource.hasKnownRecords && declaresError(context.request.operation, 404)) return true;
  return (await context.records.read(removedKeysCollection(context.name), key)) !== undefined;
}

/** Other requests may win repeatedly, but in each round one of them succeeds. */
export const MAX_ATTEMPTS = 100;

type UpdateResult = StoredRecord | HttpError | undefined;

/**
 * Reads, changes and writes until no other request changed the record in between; undefined if the record was deleted.
 * Runs one request of this process at a time: with an external storage, concurrent ones would exhaust their attempts.
 */
export async function updateRecord(
  collection: Pick<Collection, 'records' | 'name' | 'runExclusive'>,
  key: string,
  change: (old: JsonObject) => JsonObject | HttpError,
): Promise<UpdateResult> {
  return collection.runExclusive(`${collection.name}\n${key}`, () => updateWithRetries(collection, key, change));
}

/** Retries because requests of other processes may interfere. */
async function updateWithRetries(
  { records, name }: Pick<Collection, 'records' | 'name'>,
  key: string,
  change: (old: JsonObject) => JsonObject | HttpError,
): Promise<UpdateResult> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const old = await records.read(name, key);
    if (old === undefined) return undefined;
    const value = change(old.value);
    if (value instanceof HttpError) return value;
    if (await records.update(name, { ...old, value })) return { ...old, value };
  }
  return updateConflict(key);
}

export function updateConflict(key: string): HttpError {
  return new HttpError('internal', `concurrent requests keep changing the record ${JSON.stringify(key)}`);
}

/** An error if the parent record does not exist and the operation declares a response for that. */
export async function parentNotFound(context: RecordContext, parent: Resource): Promise<HttpError | undefined> {
  const id = context.parents[parentDepth(parent)];
  const isShown = parent.roles.has('read') || parent.roles.has('list') || isOnlyChanged(parent);
  if (id === undefined || !isShown) return undefined;
  const values: readonly Json[] = context.parents;
  const name = `${context.prefix}${expandPath(parent.collection, values)}`;
  const key = recordKey(parent, id);
  if ((await context.records.read(name, key)) !== undefined) return undefined;
  if (!(await isRecordNotFound({ ...context, name, resource: parent }, key))) return undefined;
  const expected = 'expected the path of an existing record';
  return new HttpError('record-unknown', `path: ${expected}, got ${JSON.stringify(`${name}/${key}`.slice(0, 100))}`);
}

/** The number of parameters in the path of the collection; the next one identifies its item. */
function parentDepth({ collection }: Resource): number {
  return collection.split('{').length - 1;
}

/** Runs work for the same key sequentially. */
export type RunExclusive = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** One per storage and process. */
export function createKeyedMutex(): RunExclusive {
  const locks = new Map<string, Promise<void>>();
  return async (key, work) => {
    const previous = locks.get(key);
    const current = Promise.withResolvers<void>();
    locks.set(key, current.promise);
    try {
      await previous;
      return await work();
    } finally {
      current.resolve();
      if (locks.get(key) === current.promise) locks.delete(key);
    }
  };
}
