/** Inserts the initial records of all collections: those of the contract, of the user, and made-up ones. */
import { createErrorCollector } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { composedSchemas } from '../../../spec/model/schema-view.ts';
import { matchPath } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../../spec/resources/shallow-nesting.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { RecordStore } from '../../model/storage.ts';
import { type Collection, recordId, recordKey } from '../collection.ts';
import type { GivenValues } from '../record-handler.ts';
import { findRecordNestings } from '../record-resources.ts';
import { findPeople } from '../relations/person-properties.ts';
import { reserveId } from '../values/generate-ids.ts';
import { initialRecords } from './initial-records.ts';
import type { RecordMaker } from './made-up-record.ts';

export interface InitialRecordOptions {
  readonly resources: readonly Resource[];
  readonly prefix: string;
  readonly records: RecordStore;
  /** By the name of their collection. */
  readonly givenRecords: Readonly<Record<string, GivenValues>>;
  readonly recordCount?: number | undefined;
  readonly madeUp: MadeUpValues;
  readonly createCollection: (resource: Resource, parents: readonly Json[]) => Collection;
  /** Throws `record-invalid`. */
  readonly insertGiven: (name: string, values: GivenValues) => Promise<void>;
}

/** Throws `record-invalid`. */
export async function insertInitialRecords(contract: Contract, options: InitialRecordOptions): Promise<void> {
  const { resources, prefix, records, givenRecords, recordCount } = options;
  const nestings = findRecordNestings(contract);
  // Those below parents come first, so that the same records at a shorter path have a parent.
  const isNested = (resource: Resource) => nestings.some(({ nested }) => nested === resource);
  const inOrder = [...resources.filter(isNested), ...resources.filter((one) => !isNested(one))];
  // With none requested, not even the examples of the contract are inserted.
  const initial = inOrder.map((resource) => ({
    resource,
    known: recordCount === 0 ? [] : initialRecords(contract, resource),
  }));
  const knownIds = initialIds(initial, options);
  let maker: InitialMaker | undefined;
  for (const { resource, known } of initial) {
    for (const record of known) {
      const name = `${prefix}${collectionWithParent(resource, record.collection, { initial, nestings })}`;
      const key = recordKey(resource, record.id);
      const isGiven = [name, `${prefix}${record.collection}`].some((one) => Object.hasOwn(givenRecords, one));
      if (isGiven || areGivenElsewhere(resource, nestings, options)) continue;
      await reserveId({ resource, records, name }, record.id);
      if (await records.has(name, key)) continue;
      if (record.value === undefined) maker ??= await loadInitialMaker(options, { initial, knownIds });
      const value = record.value ?? maker?.make(resource, record);
      if (value !== undefined) await records.insert(name, key, value);
    }
  }
  const errors = createErrorCollector();
  for (const [name, values] of Object.entries(givenRecords))
    await errors.runAsync(() => options.insertGiven(name, values));
  errors.throwErrors();
  if (recordCount === undefined || recordCount === 0) return;
  await options.madeUp.load();
  const { fillCollections } = await import('./fill-collections.ts');
  await fillCollections({
    ...{ resources, knownIds, count: recordCount },
    createCollection: options.createCollection,
    isGiven: (name) => Object.hasOwn(givenRecords, name),
    isFilledBelow: (resource) => nestings.some(({ shallow, list }) => shallow === resource && list !== undefined),
  });
}

interface InitialMaker {
  readonly make: (resource: Resource, record: InitialCollection['known'][number]) => JsonObject;
}

interface InitialState {
  readonly initial: readonly InitialCollection[];
  readonly knownIds: ReadonlyMap<Resource, readonly Json[]>;
}

interface NestedPlaces {
  readonly initial: readonly InitialCollection[];
  readonly nestings: readonly ShallowNesting[];
}

/** Where no property names the parent, records of the shorter path belong to the first parent. */
function collectionWithParent(resource: Resource, collection: string, { initial, nestings }: NestedPlaces): string {
  const nesting = nestings.find((one) => one.shallow === resource);
  if (nesting === undefined || nesting.reference !== undefined || nesting.sharedParameters > 0) return collection;
  return initial.find((one) => one.resource === nesting.nested)?.known[0]?.collection ?? collection;
}

/** Whether the user gives the records of the other path, which are the same. */
function areGivenElsewhere(
  resource: Resource,
  nestings: readonly ShallowNesting[],
  { prefix, givenRecords }: Pick<InitialRecordOptions, 'prefix' | 'givenRecords'>,
): boolean {
  const others = nestings.flatMap(({ nested, shallow }) => {
    if (nested === resource) return [shallow];
    return shallow === resource ? [nested] : [];
  });
  return Object.keys(givenRecords).some((name) =>
    others.some(({ collection }) => matchPath(`${prefix}${collection}`, name) !== undefined),
  );
}

/** Loaded with the first record that no example gives. */
async function loadInitialMaker(
  options: InitialRecordOptions,
  { initial, knownIds }: InitialState,
): Promise<InitialMaker> {
  const [{ createRecordMaker, withPeople }] = await Promise.all([import('./made-up-record.ts'), options.madeUp.load()]);
  const maker = createRecordMaker(options.madeUp, knownIds);
  const findPerson = (id: Json) => initialPerson(id, options, { initial, maker });
  return {
    make: (resource, record) => {
      const made = maker.make(resource, record, 'plain');
      return hasExample(resource) ? made : withPeople(resource, made, findPerson);
    },
  };
}

function hasExample({ responseSchemas }: Resource): boolean {
  return responseSchemas.some((schema) => composedSchemas(schema).some(({ examples }) => examples.length > 0));
}

/** The value that the initial record of a person has, or will have. */
function initialPerson(
  id: Json,
  { prefix, givenRecords }: InitialRecordOptions,
  { initial, maker }: { readonly initial: readonly InitialCollection[]; readonly maker: RecordMaker },
): JsonObject | undefined {
  const people = findPeople(initial.map(({ resource }) => resource));
  const own = initial.find(({ resource }) => resource === people);
  if (people === undefined || own === undefined) return undefined;
  const isSame = (other: Json | undefined) =>
    other !== undefined && typeof other !== 'object' && recordKey(people, other) === recordKey(people, id);
  const name = `${prefix}${people.collection}`;
  const given = Object.hasOwn(givenRecords, name) ? givenRecords[name] : undefined;
  if (given !== undefined)
    return isJsonArray(given) ? given.filter(isJsonObject).find((one) => isSame(recordId(people, one))) : undefined;
  const known = own.known.find((one) => isSame(one.id));
  return known && (known.value ?? maker.make(people, known, 'plain'));
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
      const ids =
        given !== undefined && isJsonArray(given)
          ? given.map((value) => (isJsonObject(value) ? recordId(resource, value) : undefined))
          : undefined;
      const found = ids ?? known.flatMap(({ collection, id }) => (collection === resource.collection ? [id] : []));
      return [resource, [...new Set(found.filter((id) => id !== undefined))]] as const;
    }),
  );
}
