/** Inserts the initial records and objects of the user. */
import { createErrorCollector, KitError } from '../../../errors.ts';
import { deepCopy } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { RecordStore } from '../../model/storage.ts';
import { type Collection, recordId } from '../collection.ts';
import type { GivenValues } from '../record-handler.ts';
import { reserveId } from '../values/generate-ids.ts';
import { isAcceptedRecord } from './given-record.ts';
import { putRecord } from './put-record.ts';
import { markSeeded } from './seeded-lists.ts';
import { putSingleObject } from './seeded-objects.ts';

export type RecordPlace =
  | { readonly collection: Collection; readonly isListedOnly: boolean }
  | { readonly read: Operation; readonly name: string; readonly madeUp: MadeUpValues };

interface GivenRecords {
  readonly name: string;
  readonly values: GivenValues;
  readonly records: RecordStore;
  /** The keys under which a mock server stored the records, if it saved them. */
  readonly keys?: readonly string[] | undefined;
}

/** Throws `record-invalid`. Another contract has what has no place in this one. */
export async function insertGiven(
  place: RecordPlace | undefined,
  { name, values, records, keys }: GivenRecords,
): Promise<void> {
  if (place === undefined) return;
  if ('read' in place) await putSingleObject(records, place, values);
  else if (isJsonArray(values)) await insertGivenRecords(place, { values, name, keys });
  else rejectObject(name);
}

function rejectObject(name: string): never {
  const detail = `collection ${JSON.stringify(name)}: expected an array of records, got object`;
  throw new KitError('record-invalid', detail, { fix: 'Group the records by collection: {"/orders": [{"id": 1}]}.' });
}

async function insertGivenRecords(
  { collection, isListedOnly }: Extract<RecordPlace, { collection: Collection }>,
  { values, name, keys }: { readonly values: readonly Json[] } & Pick<GivenRecords, 'name' | 'keys'>,
): Promise<void> {
  if (keys !== undefined && keys.length !== values.length) throw wrongKeyCount(name, values.length, keys.length);
  if (isListedOnly) await markSeeded(collection.records, collection.name);
  for (const value of values) await reserveGivenId(collection, value);
  const errors = createErrorCollector();
  for (const [index, value] of values.entries())
    await errors.runAsync(async () => {
      if (!(await insertSaved(collection, value, keys?.[index])))
        await putRecord(collection, value, `${name}[${index}]`);
    });
  errors.throwErrors();
}

/** Stores a record as it was saved; false if it does not conform, because a user has changed it. */
async function insertSaved(collection: Collection, value: Json, key: string | undefined): Promise<boolean> {
  const { resource, records, name } = collection;
  if (key === undefined || !isJsonObject(value) || !isAcceptedRecord(resource, value)) return false;
  return records.insert(name, key, deepCopy(value));
}

function wrongKeyCount(name: string, expected: number, received: number): KitError {
  return new KitError('record-invalid', `keys of ${JSON.stringify(name)}: expected ${expected}, got ${received}`);
}

/** Reserves given ids first, so that records without an id do not get one of them. */
async function reserveGivenId(collection: Collection, value: Json): Promise<void> {
  const id = isJsonObject(value) ? recordId(collection.resource, value) : undefined;
  if (id !== undefined) await reserveId(collection, id);
}
