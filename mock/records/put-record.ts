/** Stores records that users provide, validated against the schemas of the collection. */
import { KitError } from '../../errors.ts';
import { deepCopy } from '../../spec/json/convert-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { describeValue, describeViolation, isValid, validate } from '../../spec/validation/validate.ts';
import { removedKeysCollection } from '../model/storage.ts';
import { type Collection, recordId, recordKey, updateRecord, withId } from './collection.ts';
import { generateIds, reserveId } from './generate-ids.ts';

/**
 * Stores the record, replacing one with the same id, and returns it; a record without an id gets a new one. Throws `record-invalid`;
 * `place` names the record in the message.
 */
export async function putRecord(collection: Collection, value: Json, place: string): Promise<JsonObject> {
  const { resource, records, name } = collection;
  if (!isJsonObject(value)) throw invalidRecord(`${place}: expected object, got ${describeValue(value)}`);
  const givenId = recordId(resource, value);
  const id = givenId ?? (await nextFreeId(collection));
  const valueWithId = givenId === undefined ? withId(resource, value, id) : value;
  assertValidRecord(collection, valueWithId, place);
  // Copied because values derived from a record are memoized by the object, and the user may change the original.
  const record = deepCopy(valueWithId);
  const key = recordKey(resource, id);
  if (givenId !== undefined) await reserveId(collection, givenId);
  await records.remove(removedKeysCollection(name), key);
  if (!(await records.insert(name, key, record))) await updateRecord(collection, key, () => record);
  return record;
}

async function nextFreeId(collection: Collection): Promise<Json> {
  for await (const id of generateIds(collection)) {
    if ((await collection.records.read(collection.name, recordKey(collection.resource, id))) === undefined) return id;
  }
  throw invalidRecord(
    `collection ${JSON.stringify(collection.name)}: expected an id in the record, because no more ids can be generated`,
  );
}

/** Conforming to one of the declared schemas is enough. Throws `record-invalid`. */
export function assertValidRecord(
  { resource: { responseSchemas, requestSchemas } }: Pick<Collection, 'resource'>,
  record: JsonObject,
  place: string,
): void {
  const schemas: readonly (readonly [Schema, Direction])[] = [
    ...responseSchemas.map((schema) => [schema, 'response'] as const),
    ...requestSchemas.map((schema) => [schema, 'request'] as const),
  ];
  if (schemas.length === 0 || schemas.some(([schema, direction]) => isValid(schema, record, direction))) return;
  const [[schema, direction] = []] = schemas;
  const violations = schema === undefined || direction === undefined ? [] : validate(schema, record, direction);
  const more = violations.length > MAX_VIOLATIONS ? [`and ${violations.length - MAX_VIOLATIONS} more`] : [];
  const shown = violations.slice(0, MAX_VIOLATIONS).map((one) => describeViolation(one, place));
  throw invalidRecord([...shown, ...more].join('; '));
}

const MAX_VIOLATIONS = 20;

export function invalidRecord(detail: string): KitError {
  return new KitError('record-invalid', detail);
}
