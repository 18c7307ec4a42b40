/** GET, PUT, PATCH and DELETE of one record, and actions and commands on it. */

import { percentEncode } from '../../../sanitize.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { declaresError, declaresStatus } from '../../../spec/resources/record-views.ts';
import { HttpError } from '../../http/http-error.ts';
import { contentCollection, removedKeysCollection } from '../../model/storage.ts';
import { type MaybePromise, whenReady } from '../../model/when-ready.ts';
import {
  isRecordNotFound,
  MAX_ATTEMPTS,
  type RecordContext,
  recordBody,
  recordId,
  recordKey,
  recordNotFound,
  successStatus,
  unwrapSentRecord,
  updateConflict,
  updateRecord,
  withId,
} from '../collection.ts';
import type { PreparedOperation, PreparedResult, RecordResponse, SampleResponse } from '../record-handler.ts';
import { withComputedProperties } from '../relations/described-values.ts';
import { idPosition } from '../values/generate-ids.ts';
import { applyJsonPatch, mergePatch } from '../values/json-patch.ts';
import { isReadOnly, readSentRecord, type SentRecord, withDefaults } from '../values/sent-record.ts';
import { createTimestampUpdater, withCreationTimestamps } from '../values/timestamps.ts';
import { buildNewRecord, createdResponse, createRecord } from './create-record.ts';
import { checkIfMatch, checkIfNoneMatch, etagHeader } from './record-headers.ts';

export function readRecord(context: RecordContext, id: Json): MaybePromise<PreparedResult> {
  const key = recordKey(context.resource, id);
  return whenReady(context.records.read(context.name, key), (found): MaybePromise<PreparedResult> => {
    if (found === undefined) return readImplicitRecord(context, id);
    const conditionResult = checkIfMatch(context, found.value) ?? checkIfNoneMatch(context, found.value);
    if (conditionResult !== undefined) return conditionResult;
    return prepared(undefined, (response) => recordResponse(context, found.value, response));
  });
}

/** If every record exists: the generated response with the requested id. */
async function readImplicitRecord(context: RecordContext, id: Json): Promise<PreparedResult> {
  const key = recordKey(context.resource, id);
  if (await isRecordNotFound(context, key)) return recordNotFound(context, key);
  return prepared(undefined, async (response) => recordResponse(context, withId(context.resource, {}, id), response));
}

export async function replaceRecord(context: RecordContext, id: Json): Promise<PreparedResult> {
  const { resource, records, name, request } = context;
  const key = recordKey(resource, id);
  const sent = readSentRecord(context);
  if (sent === undefined) return undefined;
  const before = await records.read(name, key);
  const isNew = before === undefined;
  const preconditionError = before && checkIfMatch(context, before.value);
  if (preconditionError !== undefined) return preconditionError;
  const mustExist = resource.hasKnownRecords && declaresError(request.operation, 404);
  if (isNew && mustExist && !declaresStatus(request.operation, 201)) return recordNotFound(context, key);
  return prepared(successStatus(request, isNew), async (response) => {
    const withUpdatedTimestamps = await createTimestampUpdater(context, sent.schema);
    const withUpdatedReferences = await context.references?.prepareChange(context.request.sent);
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const updated = await updateRecord(context, key, (old) => {
        const merged = mergeReplacement(context, { old, sent, id });
        const replaced = withUpdatedReferences?.(old, merged) ?? merged;
        return withComputedProperties(resource, withUpdatedTimestamps(old, replaced), old);
      });
      if (updated instanceof HttpError) return updated;
      if (updated !== undefined) return recordResponse(context, updated.value, response);
      const newRecordWithTimestamps = await withCreationTimestamps(
        context,
        sent,
        withComputedProperties(resource, buildNewRecord(context, sent, response)),
      );
      const value = withId(resource, newRecordWithTimestamps, id);
      if (await records.insert(name, key, value, idPosition(resource, id)))
        return createdResponse(context, { id, value }, response);
    }
    return updateConflict(key);
  });
}

interface Replacement {
  readonly old: JsonObject;
  readonly sent: SentRecord;
  readonly id: Json;
}

/** Keeps properties that the request cannot set, and optional ones that every response requires. */
function mergeReplacement({ resource }: RecordContext, { old, sent, id }: Replacement): JsonObject {
  const settableProperties = sent.schema === undefined ? new Map() : mergedProperties([sent.schema]);
  const needed = resource.responseSchemas[0] === undefined ? new Set() : requiredNames(resource.responseSchemas[0]);
  const kept = Object.entries(old).filter(
    ([name]) => settableProperties.get(name)?.readOnly !== false || needed.has(name),
  );
  return withId(resource, { ...Object.fromEntries(kept), ...withDefaults(sent) }, id);
}

/** PUT to the collection: the body contains the id. */
export async function putByBody(context: RecordContext): Promise<PreparedResult> {
  const sent = readSentRecord(context);
  if (sent === undefined) return undefined;
  const id = recordId(context.resource, sent.record);
  if (id !== undefined) return replaceRecord(context, id);
  return declaresError(context.request.operation, 404) ? recordNotFound(context, '') : createRecord(context);
}

export async function patchRecord(context: RecordContext, id: Json): Promise<PreparedResult> {
  const { resource, records, name } = context;
  const key = recordKey(resource, id);
  const apply = parsePatch(context);
  if (apply === undefined) return undefined;
  const found = await records.read(name, key);
  if (found === undefined) return patchImplicitRecord(context, id, apply);
  const preconditionError = checkIfMatch(context, found.value);
  if (preconditionError !== undefined) return preconditionError;
  return prepared(undefined, async (response) => {
    const withUpdatedTimestamps = await createTimestampUpdater(context, readSentRecord(context)?.schema);
    const withUpdatedReferences = await context.references?.prepareChange(context.request.sent);
    const updated = await updateRecord(context, key, (old) => {
      const value = apply(old);
      if (value instanceof HttpError) return value;
      const changed = withUpdatedTimestamps(old, withUpdatedReferences?.(old, value) ?? value);
      return withId(resource, withComputedProperties(resource, changed, old), id);
    });
    if (updated instanceof HttpError) return updated;
    return updated === undefined ? recordNotFound(context, key) : recordResponse(context, updated.value, response);
  });
}

type ApplyPatch = (old: JsonObject) => JsonObject | HttpError;

/** The record is stored from this change on. */
async function patchImplicitRecord(context: RecordContext, id: Json, apply: ApplyPatch): Promise<PreparedResult> {
  const { resource, records, name } = context;
  const key = recordKey(resource, id);
  if (await isRecordNotFound(context, key)) return recordNotFound(context, key);
  return prepared(undefined, async (response) => {
    const emptyRecord = { record: {}, schema: undefined };
    const base = await withCreationTimestamps(context, emptyRecord, buildNewRecord(context, emptyRecord, response));
    const patched = apply(withId(resource, base, id));
    if (patched instanceof HttpError) return patched;
    const value = withId(resource, patched, id);
    await records.insert(name, key, value, idPosition(resource, id));
    return recordResponse(context, value, response);
  });
}

function parsePatch(context: RecordContext): ApplyPatch | undefined {
  const { sent, sentType } = context.request;
  if (sentType === 'application/json-patch+json') {
    return isJsonArray(sent) ? (old) => applyPatchKeepingReadOnly(context, old, sent) : undefined;
  }
  const sentRecord = readSentRecord(context);
  if (sentRecord === undefined) return undefined;
  const isMerge = sentType === 'application/merge-patch+json';
  const schema = isMerge ? undefined : context.resource.responseSchemas[0];
  return (old) => mergePatch(old, sentRecord.record, schema);
}

function applyPatchKeepingReadOnly(
  { resource }: RecordContext,
  old: JsonObject,
  operations: readonly Json[],
): JsonObject | HttpError {
  const value = applyJsonPatch(old, operations);
  if (value instanceof HttpError) return value;
  const kept = Object.entries(old).filter(([name]) => isReadOnly(resource, name, undefined));
  return { ...value, ...Object.fromEntries(kept) };
}

export async function removeRecord(context: RecordContext, id: Json): Promise<PreparedResult> {
  const { resource, records, name } = context;
  const key = recordKey(resource, id);
  const found = await records.read(name, key);
  if (found === undefined && (await isRecordNotFound(context, key))) return recordNotFound(context, key);
  const preconditionError = found && checkIfMatch(context, found.value);
  if (preconditionError !== undefined) return preconditionError;
  return prepared(undefined, async (response) => {
    const existed = await records.remove(name, key);
    if (!existed && found !== undefined) return recordNotFound(context, key);
    await removeSubresources(context, key);
    return found === undefined
      ? { body: response.sample, headers: {} }
      : recordResponse(context, found.value, response);
  });
}

/** Removes everything below the record; if the contract declares no 404, the key is marked as removed. */
export async function removeSubresources(
  { resource, records, name }: Pick<RecordContext, 'resource' | 'records' | 'name'>,
  key: string,
): Promise<void> {
  const below = `${name.replace(/\/$/, '')}/${percentEncode(key)}/`;
  await records.remove(contentCollection(name), percentEncode(key));
  for (const one of await records.collections()) {
    const isBelow = one.name.startsWith(below) || `${one.name}/`.startsWith(contentCollection(below));
    if (isBelow) await records.clear(one.name);
  }
  const readers = [...resource.roles.values()].filter(({ path }) => path === resource.item);
  const canReportNotFound = resource.hasKnownRecords && readers.every((operation) => declaresError(operation, 404));
  if (!canReportNotFound) await records.insert(removedKeysCollection(name), key, {});
}

function recordResponse(context: RecordContext, record: JsonObject, response: SampleResponse): RecordResponse {
  return { body: recordBody(context, record, response), headers: etagHeader(context, record, response) };
}

function prepared(status: number | undefined, commit: PreparedOperation['commit']): PreparedOperation {
  return { status, commit };
}

/**
 * `POST /orders/7/cancel`. Its effect is unknown: only properties that the request sends and the record declares are
 * changed.
 */
export async function handleAction(
  context: RecordContext,
  id: Json,
): Promise<PreparedOperation | HttpError | undefined> {
  const { resource, request } = context;
  const sent = unwrapSentRecord(context, undefined);
  if (sent === undefined) return undefined;
  const declared = mergedProperties(resource.responseSchemas);
  const knownProperties = Object.entries(sent).filter(([name]) => declared.has(name) && name !== resource.idName);
  if (knownProperties.length === 0) return readRecord(context, id);
  return patchRecord({ ...context, request: { ...request, sent: Object.fromEntries(knownProperties) } }, id);
}

/**
 * A command on an item. A PUT of a text or other content to a free name makes the record exist, with generated values:
 * its contract declares that it can be read.
 */
export async function handleItemCommand(context: RecordContext, id: Json): Promise<PreparedResult> {
  const { resource, records, name, request } = context;
  const httpError = await handleCommand(context, id);
  const key = recordKey(resource, id);
  if (httpError !== undefined || request.operation.method !== 'PUT' || request.operation.requestBody === undefined)
    return httpError;
  if ((await records.read(name, key)) !== undefined) return undefined;
  return prepared(successStatus(request, true), async (response) => {
    const emptyRecord = { record: {}, schema: undefined };
    await records.remove(removedKeysCollection(name), key);
    const value = withId(resource, buildNewRecord(context, emptyRecord, { ...response, sample: undefined }), id);
    await records.insert(name, key, value, idPosition(resource, id));
    return { body: response.sample, headers: {} };
  });
}

/** For example the `Operations` of SCIM. The response is generated if the record may exist. */
export async function handleCommand(context: RecordContext, id: Json): Promise<HttpError | undefined> {
  const key = recordKey(context.resource, id);
  const exists = (await context.records.read(context.name, key)) !== undefined;
  return exists || !(await isRecordNotFound(context, key)) ? undefined : recordNotFound(context, key);
}
