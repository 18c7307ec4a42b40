/** Inserts the initial records of all collections: those of the contract, of the user, and made-up ones. */
import { createErrorCollector } from '../../errors.ts';
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import type { MadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore } from '../model/storage.ts';
import { type Collection, recordId, recordKey } from './collection.ts';
import { reserveId } from './generate-ids.ts';
import { initialRecords } from './initial-records.ts';
import type { RecordMaker } from './made-up-record.ts';
import { putRecord } from './put-record.ts';

export interface InitialRecordOptions {
  readonly resources: readonly Resource[];
  readonly prefix: string;
  readonly records: RecordStore;
  /** By the name of their collection. */
  readonly givenRecords: Readonly<Record<string, readonly Json[]>>;
  readonly recordCount?: number | undefined;
  readonly madeUp: MadeUpValues;
  readonly createCollection: (resource: Resource, parents: readonly Json[]) => Collection;
  readonly findCollection: (name: string) => Collection | undefined;
}

/** Throws `record-invalid`. */
export async function insertInitialRecords(contract: Contract, options: InitialRecordOptions): Promise<void> {
  const { resources, prefix, records, givenRecords } = options;
  const initial = resources.map((resource) => ({ resource, known: initialRecords(contract, resource) }));
  const knownIds = initialIds(initial, options);
  let maker: RecordMaker | undefined;
  for (const { resource, known } of initial) {
    for (const record of known) {
      const name = `${prefix}${record.collection}`;
      const key = recordKey(resource, record.id);
      if (Object.hasOwn(givenRecords, name)) continue;
      await reserveId({ resource, records, name }, record.id);
      if (await records.has(name, key)) continue;
      if (record.value === undefined) maker ??= await loadRecordMaker(options.madeUp, knownIds);
      const value = record.value ?? maker?.make(resource, record, 'plain');
      if (value !== undefined) await records.insert(name, key, value);
    }
  }
  const errors = createErrorCollector();
  for (const [collectionPath, values] of Object.entries(givenRecords)) {
    const collection = options.findCollection(collectionPath);
    if (collection === undefined) continue;
    for (const value of values) await reserveGivenId(collection, value);
    for (const [index, value] of values.entries())
      await errors.runAsync(async () => void (await putRecord(collection, value, `${collectionPath}[${index}]`)));
  }
  errors.throwErrors();
  const { recordCount = 0 } = options;
  if (recordCount === 0) return;
  await options.madeUp.load();
  const { fillCollections } = await import('./fill-collections.ts');
  await fillCollections({
    ...{ resources, knownIds, count: recordCount },
    createCollection: options.createCollection,
    isGiven: (name) => Object.hasOwn(givenRecords, name),
  });
}

/** Loaded with the first record that no example gives. */
async function loadRecordMaker(
  madeUp: MadeUpValues,
  ids: ReadonlyMap<Resource, readonly Json[]>,
): Promise<RecordMaker> {
  const [{ createRecordMaker }] = await Promise.all([import('./made-up-record.ts'), madeUp.load()]);
  return createRecordMaker(madeUp, ids);
}

interface InitialCollection {
  readonly resource: Resource;
  readonly known: ReturnType<typeof initialRecords>;
}

/** Of the records that references may name: the given ones, or else those of the contract. */
function initialIds(
  initial: readonly InitialCollection[],
  { prefix, givenRecords }: Pick<InitialRecordOptions, 'prefix' | 'givenRecords'>,
): ReadonlyMap<Resource, readonly Json[]> {
  return new Map(
    initial.map(({ resource, known }) => {
      const name = `${prefix}${resource.collection}`;
      const given = Object.hasOwn(givenRecords, name) ? givenRecords[name] : undefined;
      const ids = given?.map((value) => (isJsonObject(value) ? recordId(resource, value) : undefined));
      const found = ids ?? known.flatMap(({ collection, id }) => (collection === resource.collection ? [id] : []));
      return [resource, [...new Set(found.filter((id) => id !== undefined))]] as const;
    }),
  );
}

/** Reserves given ids first, so that records without an id do not get one of them. */
async function reserveGivenId(collection: Collection, value: Json): Promise<void> {
  const id = isJsonObject(value) ? recordId(collection.resource, value) : undefined;
  if (id !== undefined) await reserveId(collection, id);
}
