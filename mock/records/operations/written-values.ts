/** Values that a PUT or PATCH writes to a path without records, such as settings: a GET of the path returns them. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { findOperation } from '../../../spec/resources/operations.ts';
import { expandPath } from '../../../spec/resources/path-templates.ts';
import { isObjectLike, requestMedia, successMedia } from '../../../spec/resources/record-views.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { RecordStore } from '../../model/storage.ts';
import { projectRecord, withoutReadOnly } from '../projection.ts';
import { type PreparedOperation, pathValues, type RecordRequest, type SampleResponse } from '../record-handler.ts';

export type ValueRole = 'read' | 'write' | 'remove';

/** The operations of paths that are read and written, unless reading shows a record or a content. */
export function valueOperations(
  contract: Contract,
  isOfRecords: (operation: Operation) => boolean,
): ReadonlyMap<Operation, ValueRole> {
  const methods = new Map<string, ValueRole>([
    ['GET', 'read'],
    ['PUT', 'write'],
    ['PATCH', 'write'],
    ['DELETE', 'remove'],
  ]);
  return new Map(
    contract.operations.flatMap((operation) => {
      const { method, path } = operation;
      const role = methods.get(method);
      const [read, ...writes] = ['GET', 'PUT', 'PATCH'].map((one) => findOperation(contract, one, path));
      const isWritten = writes.some((write) => write !== undefined);
      // What is only read may be provided by the user.
      const isStored =
        read !== undefined && !isOfRecords(read) && (isWritten || isObjectLike(successMedia(read)?.schema));
      return role !== undefined && isStored && (isWritten || role === 'read') ? [[operation, role] as const] : [];
    }),
  );
}

/** Whether a PUT replaces what a GET of the path shows, such as an object whose only property is a list. */
export function isWrittenAsWhole(contract: Contract, path: string): boolean {
  const [read, write] = ['GET', 'PUT'].map((method) => findOperation(contract, method, path));
  if (read === undefined || write === undefined) return false;
  return isObjectLike(successMedia(read)?.schema) && isObjectLike(requestMedia(write)?.schema);
}

export async function prepareValues(
  role: ValueRole,
  request: RecordRequest,
  { prefix, records }: { readonly prefix: string; readonly records: RecordStore },
): Promise<PreparedOperation | undefined> {
  const owner = request.user === undefined ? '' : `${encodeURIComponent(request.user.toWellFormed())}:`;
  const name = valueName(`${owner}${prefix}${expandPath(request.operation.path, pathValues(request))}`);
  if (role === 'read') {
    const found = await records.read(name, KEY);
    return (
      found && { status: undefined, commit: async (response) => ({ body: shown(response, found.value), headers: {} }) }
    );
  }
  if (role === 'write' && (request.sent === undefined || !isJsonObject(request.sent))) return undefined;
  return {
    status: undefined,
    async commit(response) {
      const before = await records.read(name, KEY);
      if (role === 'remove') {
        await records.remove(name, KEY);
        return { body: response.sample, headers: {} };
      }
      const { sent, isGiven = false } = before?.value ?? {};
      const changed = isGiven === true ? changedGiven(request, sent) : merged(request, sent);
      const value = { sent: changed, returned: response.sample ?? null, isGiven };
      await records.put(name, KEY, value);
      return { body: isGiven === true ? shown(response, value) : response.sample, headers: {} };
    },
  };
}

/** Stores what a user provides as the whole object: nothing of the generated one is added that is not required. */
export async function putGivenValue(records: RecordStore, path: string, value: JsonObject): Promise<void> {
  await records.put(valueName(path), KEY, { sent: value, returned: null, isGiven: true });
}

/** The whole object that a user provided; undefined if there is none. */
export async function readGivenValue(records: RecordStore, path: string): Promise<JsonObject | undefined> {
  const { sent, isGiven } = (await records.read(valueName(path), KEY))?.value ?? {};
  return isGiven === true && isJsonObject(sent) ? sent : undefined;
}

export async function removeGivenValue(records: RecordStore, path: string): Promise<boolean> {
  return (await readGivenValue(records, path)) !== undefined && records.remove(valueName(path), KEY);
}

const KEY = 'value';

/** Cannot collide with a collection, whose name begins with a slash. */
function valueName(path: string): string {
  return `values:${path}`;
}

/** A PATCH keeps the members that it does not send. */
function merged({ operation, sent = null }: RecordRequest, before: Json | undefined): Json {
  return operation.method === 'PATCH' && isJsonObject(before ?? null) && isJsonObject(sent)
    ? { ...Object(before), ...sent }
    : sent;
}

/** A PUT replaces what clients can set, in the object or in the only member of it that has such names. */
function changedGiven({ operation, sent = null }: RecordRequest, given: Json | undefined): Json {
  const schema = requestMedia(operation)?.schema;
  const settable = withoutReadOnly(sent, schema);
  if (!isJsonObject(given) || !isJsonObject(settable)) return sent;
  const replaced = operation.method === 'PUT' && schema !== undefined ? declaredProperties(schema) : new Map();
  const change = (old: JsonObject): JsonObject => ({
    ...Object.fromEntries(Object.entries(old).filter(([name]) => replaced.get(name)?.readOnly !== false)),
    ...settable,
  });
  const hasSentName = (value: Json) =>
    isJsonObject(value) && Object.keys(settable).some((name) => Object.hasOwn(value, name));
  const holders = Object.entries(given).filter(([, part]) => hasSentName(part));
  const [[name, part] = []] = holders;
  const isHeld = !hasSentName(given) && holders.length === 1 && name !== undefined && isJsonObject(part);
  return isHeld ? { ...given, [name]: change(part) } : change(given);
}

/** The values of the last write in the generated body, or the body that it returned. */
function shown({ sample, schema }: SampleResponse, stored: Json): Json | undefined {
  if (!isJsonObject(stored)) return sample;
  const { sent, returned, isGiven } = stored;
  if (isGiven === true && schema !== undefined && isJsonObject(sent)) return projectRecord(sent, schema, sample);
  const isFilled = sample !== undefined && isJsonObject(sample) && sent !== undefined && isJsonObject(sent);
  const possible = [...(isFilled ? filledBodies(sample, sent, schema) : []), returned];
  return (
    possible.find(
      (one) => one !== undefined && one !== null && (schema === undefined || isValid(schema, one, 'response')),
    ) ?? sample
  );
}

/** With the sent members as they are, or with theirs in turn; or in the only member that has such names. */
function filledBodies(sample: JsonObject, sent: JsonObject, schema: Schema | undefined): readonly JsonObject[] {
  const whole = pickShown(sample, sent, schema);
  if (Object.keys(whole).length > 0) return [{ ...sample, ...whole }, fillDeep(sample, sent, schema)];
  const filled = Object.entries(sample).flatMap(([name, part]) => {
    const partSchema = schema && declaredProperties(schema).get(name);
    if (!isJsonObject(part) || Object.keys(pickShown(part, sent, partSchema)).length === 0) return [];
    return [{ ...sample, [name]: fillDeep(part, sent, partSchema) }];
  });
  return filled.length === 1 ? filled : [];
}

function fillDeep(sample: JsonObject, sent: JsonObject, schema: Schema | undefined): JsonObject {
  const members = Object.entries(pickShown(sample, sent, schema)).map(([name, value]): [string, Json] => {
    const before = sample[name];
    const part = schema && declaredProperties(schema).get(name);
    const isDeep = before !== undefined && isJsonObject(before) && isJsonObject(value);
    return [name, isDeep ? fillDeep(before, value, part) : value];
  });
  return { ...sample, ...Object.fromEntries(members) };
}

/** The sent members that the response declares, or that its example has. */
function pickShown(sample: JsonObject, sent: JsonObject, schema: Schema | undefined): JsonObject {
  const declared = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const isShown = ([name]: readonly [string, Json]) =>
    Object.hasOwn(sample, name) || declared.get(name)?.writeOnly === false;
  return Object.fromEntries(Object.entries(sent).filter(isShown));
}
