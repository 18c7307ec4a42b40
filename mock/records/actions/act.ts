/** An action on a record, such as `POST /orders/7/cancel`: changes the state that it names, or is a conflict. */

import { stateNames } from '../../../spec/described/state-actions.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { successMedia } from '../../../spec/resources/record-views.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { HttpError } from '../../http/http-error.ts';
import {
  type RecordContext,
  recordBody,
  recordEnvelope,
  recordKey,
  recordNotFound,
  unwrapSentRecord,
  updateRecord,
} from '../collection.ts';
import { handleAction, handleCommand } from '../operations/item-operations.ts';
import { checkIfMatch, etagHeader } from '../operations/record-headers.ts';
import { hasValidProjection } from '../projection.ts';
import type { PreparedOperation, RecordResponse, SampleResponse } from '../record-handler.ts';
import { currentTime } from '../values/clock.ts';
import { createTimestampUpdater } from '../values/timestamps.ts';
import type { StateEffect } from './state-effects.ts';

export async function act(
  context: RecordContext,
  id: Json,
  effect: StateEffect,
): Promise<PreparedOperation | HttpError | undefined> {
  const { resource, records, name } = context;
  const key = recordKey(resource, id);
  const found = await records.read(name, key);
  // A record that is not stored may exist where the contract declares no 404.
  if (found === undefined) return handleAbsent(context, id);
  const rejection = checkIfMatch(context, found.value) ?? conflictError(context, effect, found.value);
  if (rejection !== undefined) return rejection;
  return {
    status: undefined,
    async commit(response) {
      const withUpdatedTimestamps = await createTimestampUpdater(context, undefined);
      const now = await currentTime(context);
      const sent = sentProperties(context);
      const updated = await updateRecord(context, key, (old) => {
        const conflict = conflictError(context, effect, old);
        if (conflict !== undefined) return conflict;
        const changed = withEffect(Object.keys(sent).length === 0 ? old : { ...old, ...sent }, effect, now);
        return changed === old ? old : withUpdatedTimestamps(old, changed);
      });
      if (updated instanceof HttpError) return updated;
      return updated === undefined ? recordNotFound(context, key) : actionResponse(context, updated.value, response);
    },
  };
}

function handleAbsent(context: RecordContext, id: Json): Promise<PreparedOperation | HttpError | undefined> {
  const schema = successMedia(context.request.operation)?.schema;
  const isShown = schema !== undefined && isRecordSchema(context, schema);
  return isShown ? handleAction(context, id) : handleCommand(context, id);
}

function conflictError(
  { request: { operation } }: RecordContext,
  { conflict }: StateEffect,
  record: JsonObject,
): HttpError | undefined {
  if (conflict === undefined) return undefined;
  const { property, states, allows } = conflict;
  const state = Object.hasOwn(record, property) ? record[property] : undefined;
  if (typeof state !== 'string' || !states.includes(state) || allows.has(state)) return undefined;
  const expected = [...allows].map((one) => JSON.stringify(one)).join(' or ');
  return new HttpError(
    'state-conflict',
    `${property}: expected ${expected} for this action, got ${JSON.stringify(state)}`,
    { recordState: { names: stateNames(operation, property), value: state } },
  );
}

/** What the request sends and the record declares. */
function sentProperties(context: RecordContext): JsonObject {
  const { resource } = context;
  const declared = mergedProperties(resource.responseSchemas);
  const sent = Object.entries(unwrapSentRecord(context, undefined) ?? {});
  return Object.fromEntries(
    sent.filter(([name]) => declared.get(name)?.readOnly === false && name !== resource.idName),
  );
}

/** Unchanged where the schema does not allow it. The time of an event that has happened before stays. */
export function withEffect(
  record: JsonObject,
  { schema, values, times, clearedTimes }: StateEffect,
  now: Date,
): JsonObject {
  const isRepeated = [...values].every(([name, value]) => record[name] === value);
  if (values.size > 0 && isRepeated) return record;
  const declared = declaredProperties(schema);
  const set = times.flatMap((name): [string, Json][] => {
    const part = declared.get(name);
    const value = timeTexts(now).find((one) => part === undefined || isValid(part, one, 'response'));
    return value === undefined ? [] : [[name, value]];
  });
  const required = requiredNames(schema);
  const cleared = clearedTimes.map((name) => {
    const part = declared.get(name);
    return { name, isNullable: part !== undefined && isValid(part, null, 'response') };
  });
  const dropped = new Set(cleared.flatMap(({ name, isNullable }) => (isNullable || required.has(name) ? [] : [name])));
  const nulls = cleared.flatMap(({ name, isNullable }): [string, null][] => (isNullable ? [[name, null]] : []));
  const kept = Object.entries(record).filter(([name]) => !dropped.has(name));
  const changed = Object.fromEntries([...kept, ...nulls, ...values, ...set]);
  return hasValidProjection(changed, schema) || !hasValidProjection(record, schema) ? changed : record;
}

function timeTexts(now: Date): readonly string[] {
  const text = now.toISOString();
  return [text, text.replace(/\.\d+/, ''), text.slice(0, 10)];
}

function actionResponse(context: RecordContext, record: JsonObject, response: SampleResponse): RecordResponse {
  const { schema, sample } = response;
  const isRecord = schema === undefined || isRecordSchema(context, schema);
  return {
    body: isRecord ? recordBody(context, record, response) : sample,
    headers: isRecord ? etagHeader(context, record, response) : {},
  };
}

/** The record itself, in an envelope, or a part of it. */
function isRecordSchema({ resource }: RecordContext, schema: Schema): boolean {
  if (recordEnvelope(resource, schema) !== undefined) return true;
  const [known, names] = [mergedProperties(resource.responseSchemas), [...declaredProperties(schema).keys()]];
  return names.length > 1 && names.every((name) => known.has(name));
}
