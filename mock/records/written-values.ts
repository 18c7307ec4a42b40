/** Values that a PUT or PATCH writes to a path without records, such as settings: a GET of the path returns them. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { findOperation } from '../../spec/resources/operations.ts';
import { expandPath } from '../../spec/resources/path-templates.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { RecordStore } from '../model/storage.ts';
import { type PreparedOperation, pathValues, type RecordRequest, type SampleResponse } from './record-handler.ts';

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
      const isStored = read !== undefined && !isOfRecords(read) && writes.some((write) => write !== undefined);
      return role !== undefined && isStored ? [[operation, role] as const] : [];
    }),
  );
}

export async function prepareValues(
  role: ValueRole,
  request: RecordRequest,
  { prefix, records }: { readonly prefix: string; readonly records: RecordStore },
): Promise<PreparedOperation | undefined> {
  const owner = request.user === undefined ? '' : `${encodeURIComponent(request.user.toWellFormed())}:`;
  const name = `values:${owner}${prefix}${expandPath(request.operation.path, pathValues(request))}`;
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
      if (role === 'remove') await records.remove(name, KEY);
      else
        await records.put(name, KEY, {
          sent: merged(request, before?.value['sent']),
          returned: response.sample ?? null,
        });
      return { body: response.sample, headers: {} };
    },
  };
}

const KEY = 'value';

/** A PATCH keeps the members that it does not send. */
function merged({ operation, sent = null }: RecordRequest, before: Json | undefined): Json {
  return operation.method === 'PATCH' && isJsonObject(before ?? null) && isJsonObject(sent)
    ? { ...Object(before), ...sent }
    : sent;
}

/** The values of the last write in the generated body, or the body that it returned. */
function shown({ sample, schema }: SampleResponse, stored: Json): Json | undefined {
  if (!isJsonObject(stored)) return sample;
  const { sent, returned } = stored;
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
