/** Creates, replaces and removes single records by their keys, for a user who edits them; violations are data. */
import { deepCopy } from '../../../spec/json/convert-json.ts';
import { isEqualJson, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { successMedia } from '../../../spec/resources/record-views.ts';
import { describeValue, isValid } from '../../../spec/validation/validate.ts';
import type { RecordStore, StoredRecord } from '../../model/storage.ts';
import { type Collection, recordId, recordKey } from '../collection.ts';
import { readGivenValue, removeGivenValue } from '../operations/written-values.ts';
import type { KeyedRecord, RecordEditor } from '../record-handler.ts';
import { withAllCounts } from '../relations/related-records.ts';
import { InvalidRecordError, isAcceptedRecord, type RecordViolation } from './given-record.ts';
import type { RecordPlace } from './insert-given.ts';
import { openCollection } from './open-collection.ts';
import { recordFormShape } from './record-form-shape.ts';
import { isSeeded, markSeeded } from './seeded-lists.ts';
import { putSingleObject } from './seeded-objects.ts';

/** Where a collection is shown, and where each record is in one collection only. */
interface EditedRecords {
  readonly records: RecordStore;
  readonly stored: RecordStore;
}

export function createRecordEditor(
  contract: Contract,
  place: RecordPlace,
  { records, stored }: EditedRecords,
): RecordEditor {
  return 'read' in place ? editObject(place, records) : editCollection(contract, place, stored);
}

function editCollection(
  contract: Contract,
  { collection, isListedOnly }: Extract<RecordPlace, { collection: Collection }>,
  stored: RecordStore,
): RecordEditor {
  const { resource, records, name } = collection;
  const copiesOf = (all: readonly StoredRecord[]) => all.map(({ id, value }) => ({ key: id, value: deepCopy(value) }));
  const opened = openCollection(collection);
  return {
    kind: 'collection',
    shape: recordFormShape(resource),
    list: async () => copiesOf(await withAllCounts({ ...collection, contract }, name, await records.list(name))),
    listStored: async () => copiesOf(await stored.list(name)),
    accepts: (value) => isAcceptedRecord(resource, value),
    create: async (value) => {
      const record = requireObject(value, name);
      const id = recordId(resource, record);
      if (id !== undefined && (await records.has(name, recordKey(resource, id))))
        throw invalidId(collection, 'an identifier that no record has', id);
      if (isListedOnly && !(await isSeeded(records, name))) await markSeeded(records, name);
      const before = new Set((await records.list(name)).map((one) => one.id));
      const created = await opened.create(record);
      const ownId = recordId(resource, created);
      const key =
        ownId === undefined
          ? (await records.list(name)).findLast((one) => !before.has(one.id))?.id
          : recordKey(resource, ownId);
      return { key: key ?? '', value: created };
    },
    replace: async (key, value) => {
      const record = requireObject(value, name);
      const old = await records.read(name, key);
      if (old === undefined) return undefined;
      const oldId = recordId(resource, old.value);
      const id = recordId(resource, record);
      if (oldId !== undefined && id !== undefined && !isEqualJson(id, oldId))
        throw invalidId(collection, `the identifier of the record, ${describeValue(oldId)}`, id);
      const replaced = await opened.update(oldId ?? key, () => record);
      return replaced && { key, value: replaced };
    },
    remove: (key) => opened.remove(key),
  };
}

const OBJECT_KEY = 'value';

/** An object of its own, such as `/me`, is edited like the only record of a collection. */
function editObject(place: Extract<RecordPlace, { read: unknown }>, records: RecordStore): RecordEditor {
  const { name, read } = place;
  const list = async () => {
    const value = await readGivenValue(records, name);
    return value === undefined ? [] : [{ key: OBJECT_KEY, value: deepCopy(value) }];
  };
  const put = async (value: Json): Promise<KeyedRecord> => {
    const record = requireObject(value, name);
    await putSingleObject(records, place, record);
    return { key: OBJECT_KEY, value: (await readGivenValue(records, name)) ?? record };
  };
  return {
    kind: 'object',
    shape: { schema: successMedia(read)?.schema, omittable: new Set<string>(), idName: undefined },
    list,
    listStored: list,
    accepts: (value) => {
      const schema = successMedia(read)?.schema;
      return schema === undefined || isValid(schema, value, 'response');
    },
    create: put,
    replace: async (_key, value) => ((await list()).length === 0 ? undefined : put(value)),
    remove: () => removeGivenValue(records, name),
  };
}

function requireObject(value: Json, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new InvalidRecordError([{ path: [], expected: 'object', received: describeValue(value) }], `record of ${name}`);
}

function invalidId({ resource, name }: Collection, expected: string, id: Json): InvalidRecordError {
  const idName = resource.idName ?? 'id';
  const path = resource.isIdInMetadata ? ['metadata', idName] : [idName];
  const violation: RecordViolation = { path, expected, received: describeValue(id) };
  return new InvalidRecordError([violation], `record of ${name}`);
}
