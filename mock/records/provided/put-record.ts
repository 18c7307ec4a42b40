/** Stores records that users provide, validated against the schemas of the collection. */
import { KitError } from '../../../errors.ts';
import { deepCopy } from '../../../spec/json/convert-json.ts';
import { isEqualJson, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { lastLiteral } from '../../../spec/resources/path-templates.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { removedKeysCollection } from '../../model/storage.ts';
import { type Collection, recordId, recordKey, updateRecord, withId } from '../collection.ts';
import { withMissingReference } from '../nesting/parent-reference.ts';
import { generateIds, reserveId } from '../values/generate-ids.ts';
import { withParentIds } from '../values/sent-record.ts';
import { completeRecord } from './given-record.ts';

/**
 * Stores the record, replacing one with the same id, and returns it; a record without an id gets a new one. Throws `record-invalid`;
 * `place` names the record in the message.
 */
export async function putRecord(collection: Collection, given: Json, place: string): Promise<JsonObject> {
  const { resource, records, name } = collection;
  const value = withMissingReference(collection, given);
  if (!isJsonObject(value)) throw invalidRecord(`${place}: expected object, got ${describeValue(value)}`);
  const givenId = recordId(resource, value);
  const id = givenId ?? (await nextFreeId(collection));
  const valueWithId = withParentIds(collection, givenId === undefined ? withId(resource, value, id) : value);
  // Copied because values derived from a record are memoized by the object, and the user may change the original.
  const record = deepCopy(await completeGiven(collection, valueWithId, place));
  const key = recordKey(resource, id);
  if (givenId !== undefined) await reserveId(collection, givenId);
  await records.remove(removedKeysCollection(name), key);
  if (!(await records.insert(name, key, record))) await updateRecord(collection, key, () => record);
  return record;
}

/** Faker is loaded only if the record lacks something. */
async function completeGiven(
  { resource, madeUp, name }: Collection,
  given: JsonObject,
  place: string,
): Promise<JsonObject> {
  const plain = completeRecord(resource, given, place);
  if (isEqualJson(plain, given)) return plain;
  await madeUp.load();
  const key = `${name} ${stringifyJson(recordId(resource, given) ?? null)}`;
  const objectNames = [lastLiteral(resource.collection)];
  return completeRecord(resource, given, place, (value, schema) => madeUp.makeUp(value, schema, { key, objectNames }));
}

async function nextFreeId(collection: Collection): Promise<Json> {
  for await (const id of generateIds(collection)) {
    if ((await collection.records.read(collection.name, recordKey(collection.resource, id))) === undefined) return id;
  }
  throw invalidRecord(
    `collection ${JSON.stringify(collection.name)}: expected an id in the record, because no more ids can be generated`,
  );
}

export function invalidRecord(detail: string): KitError {
  return new KitError('record-invalid', detail);
}
