/** The records of a collection for code of the user: the same checks, identifiers and times as for requests. */
import { deepCopy } from '../../../spec/json/convert-json.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Collection, recordId, recordKey, updateRecord, withId } from '../collection.ts';
import { removeSubresources } from '../operations/item-operations.ts';
import type { RecordCollection } from '../record-handler.ts';
import { withComputedProperties } from '../relations/described-values.ts';
import { createTimestampUpdater, withCreationTimestamps } from '../values/timestamps.ts';
import { completeRecord } from './given-record.ts';
import { invalidRecord, putRecord } from './put-record.ts';

export function openCollection(collection: Collection): RecordCollection {
  const { resource, records, name } = collection;
  return {
    list: async () => (await records.list(name)).map(({ value }) => deepCopy(value)),
    read: async (id) => {
      const found = await records.read(name, recordKey(resource, id));
      return found && deepCopy(found.value);
    },
    create: async (record) => {
      await rejectExisting(collection, recordId(resource, record));
      return deepCopy(await putRecord(collection, await stamped(collection, record), `record of ${name}`));
    },
    update: (id, change) => changeRecord(collection, id, change),
    remove: async (id) => {
      const key = recordKey(resource, id);
      const existed = await records.remove(name, key);
      if (existed) await removeSubresources(collection, key);
      return existed;
    },
  };
}

async function rejectExisting({ resource, records, name }: Collection, id: Json | undefined): Promise<void> {
  if (id === undefined || !(await records.has(name, recordKey(resource, id)))) return;
  throw invalidRecord(`record of ${name}: expected an id that no record has, got ${stringifyJson(id)}`);
}

/** As a POST sets the times that clients cannot send. */
async function stamped(collection: Collection, record: JsonObject): Promise<JsonObject> {
  const [schema] = collection.resource.requestSchemas;
  return withComputedProperties(
    collection.resource,
    await withCreationTimestamps(collection, { record, schema }, record),
  );
}

async function changeRecord(
  collection: Collection,
  id: Json,
  change: (record: JsonObject) => JsonObject,
): Promise<JsonObject | undefined> {
  const { resource, name } = collection;
  const withUpdatedTimestamps = await createTimestampUpdater(collection, undefined);
  const updated = await updateRecord(collection, recordKey(resource, id), (old) => {
    const changed = withUpdatedTimestamps(old, change(deepCopy(old)));
    const record = withId(resource, withComputedProperties(resource, changed, old), id);
    return completeRecord(resource, record, `record of ${name}`);
  });
  if (updated instanceof HttpError) throw invalidRecord(updated.message);
  return updated && deepCopy(updated.value);
}
