/** Fills every collection with made-up records, in addition to those that it has. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { findParent } from '../../../spec/resources/parents.ts';
import { expandPath, parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { propertyWords } from '../../made-up/property-words.ts';
import { type Collection, recordKey, withId } from '../collection.ts';
import { findPeople } from '../relations/person-properties.ts';
import { startClockAfterMadeUp } from '../values/clock.ts';
import { generateIds } from '../values/generate-ids.ts';
import { creationTime } from '../values/timestamps.ts';
import { byReferences, earliestTime, notBefore } from './event-order.ts';
import { createRecordMaker, type FindPerson, type RecordMaker, withPeople } from './made-up-record.ts';

/** In all collections together: below each of 50 users there may be 50 orders. */
const MAX_FILLED = 2_000;

export interface FillOptions {
  readonly resources: readonly Resource[];
  /** Records for each collection. */
  readonly count: number;
  /** Identifiers of the records that exist, of collections that are not below others. */
  readonly knownIds: ReadonlyMap<Resource, readonly Json[]>;
  readonly createCollection: (resource: Resource, parents: readonly Json[]) => Collection;
  /** The user's own records replace all others of their collection. */
  readonly isGiven: (name: string) => boolean;
  /** Whether it shows the records of other collections, which have a parent. */
  readonly isFilledBelow: (resource: Resource) => boolean;
}

export async function fillCollections(options: FillOptions): Promise<void> {
  const plans = await planCollections(options);
  const [first] = plans;
  if (first === undefined) return;
  const ids = new Map(options.resources.map((resource) => [resource, options.knownIds.get(resource) ?? []]));
  for (const { collection, newIds } of plans) {
    const known = ids.get(collection.resource) ?? [];
    if (collection.parents.length === 0) ids.set(collection.resource, [...known, ...newIds]);
  }
  const maker = createRecordMaker(first.collection.madeUp, ids);
  const people = findPeople(options.resources);
  let findPerson: FindPerson = () => undefined;
  for (const resource of byReferences(options.resources, people)) {
    for (const plan of plans.filter(({ collection }) => collection.resource === resource))
      await insertPlanned(plan, { maker, findPerson, options });
    if (resource === people) findPerson = await personFinder(options, people);
  }
  await startClockAfterMadeUp(first.collection);
}

async function personFinder({ createCollection }: FillOptions, people: Resource): Promise<FindPerson> {
  const { records, name } = createCollection(people, []);
  const known = new Map((await records.list(name)).map(({ id, value }) => [id, value] as const));
  return (id) => known.get(recordKey(people, id));
}

interface CollectionPlan {
  readonly collection: Collection;
  readonly newIds: readonly Json[];
}

/** All identifiers come before all values, so that a record can refer to any other one. */
async function planCollections(options: FillOptions): Promise<readonly CollectionPlan[]> {
  const { resources, count, createCollection, isGiven, isFilledBelow } = options;
  const plans: CollectionPlan[] = [];
  const itemPaths = new Map<Resource, (readonly Json[])[]>();
  let remaining = MAX_FILLED;
  for (const resource of byDepth(resources)) {
    const parent = findParent(resource, resources)?.resource;
    const isTop = parameterNames(resource.collection).length === 0;
    const paths: (readonly Json[])[] = [];
    itemPaths.set(resource, paths);
    for (const parents of isTop ? [[]] : ((parent && itemPaths.get(parent)) ?? [])) {
      const collection = createCollection(resource, parents);
      const isFilled =
        !isGiven(collection.name) &&
        !isFilledBelow(resource) &&
        (resource.roles.has('read') || resource.roles.has('list'));
      const newIds = isFilled ? await newIdentifiers(collection, Math.min(count, remaining)) : [];
      remaining -= newIds.length;
      const existing = (await collection.records.list(collection.name)).map(({ id }) => id);
      paths.push(...[...existing, ...newIds].map((id) => [...parents, id]));
      if (newIds.length > 0) plans.push({ collection, newIds });
    }
  }
  return plans;
}

/** Those above come before those below them. */
function byDepth(resources: readonly Resource[]): readonly Resource[] {
  const depth = ({ collection }: Resource) => parameterNames(collection).length;
  return resources.toSorted((a, b) => depth(a) - depth(b));
}

async function newIdentifiers(collection: Collection, count: number): Promise<readonly Json[]> {
  const { resource, records, name } = collection;
  const found = new Map<string, Json>();
  if (count <= 0) return [];
  for await (const id of generateIds(collection)) {
    const key = recordKey(resource, id);
    if (!(await records.has(name, key))) found.set(key, id);
    if (found.size >= count) break;
  }
  return [...found.values()];
}

interface PlanSetting {
  readonly maker: RecordMaker;
  readonly findPerson: FindPerson;
  readonly options: FillOptions;
}

async function insertPlanned(
  { collection, newIds }: CollectionPlan,
  { maker, findPerson, options }: PlanSetting,
): Promise<void> {
  const { resource, records, name, parents } = collection;
  const taken = new Set((await records.list(name)).flatMap(({ value }) => distinctTexts(value)));
  const place = expandPath(resource.collection, parents);
  const values: JsonObject[] = [];
  for (const id of newIds) {
    const value = distinctRecord(resource, taken, (attempt) =>
      withPeople(resource, maker.make(resource, { collection: place, id }, 'varied', attempt), findPerson),
    );
    for (const text of distinctTexts(value)) taken.add(text);
    values.push(notBefore(resource, value, await earliestTime(collection, value, options)));
  }
  // A list is in the order of creation, and so must be the times that its records show.
  const inOrder = values.toSorted((a, b) => (creationTime(resource, a) ?? 0) - (creationTime(resource, b) ?? 0));
  for (const [index, id] of newIds.entries())
    await records.insert(name, recordKey(resource, id), withId(resource, inOrder[index] ?? {}, id));
}

const MAX_ATTEMPTS = 5;

/** Some kinds of value have few different ones, such as departments: these are numbered. */
function distinctRecord(
  resource: Resource,
  taken: ReadonlySet<string>,
  make: (attempt: number) => JsonObject,
): JsonObject {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const value = make(attempt);
    if (!distinctTexts(value).some((text) => taken.has(text))) return value;
  }
  return withNumbers(resource, make(0), taken);
}

/** Names of properties that a real service would not give twice. */
const distinctNames: ReadonlySet<string> = new Set(['email', 'emailaddress', 'username', 'name', 'slug', 'sku']);

function distinctMembers(record: JsonObject): readonly (readonly [name: string, text: string])[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && distinctNames.has(propertyWords(name).join('')) ? [[name, value] as const] : [],
  );
}

function distinctTexts(record: JsonObject): readonly string[] {
  return distinctMembers(record).map(([name, text]) => `${name} ${text}`);
}

function withNumbers({ responseSchemas }: Resource, record: JsonObject, taken: ReadonlySet<string>): JsonObject {
  const numbered = distinctMembers(record).flatMap(([name, text]): [string, Json][] => {
    for (let number = 2; number <= taken.size + 2; number++) {
      const next = text.includes('@')
        ? text.replace('@', `${number}@`)
        : `${text}${/\s/.test(text) ? ' ' : ''}${number}`;
      if (!taken.has(`${name} ${next}`) && taken.has(`${name} ${text}`)) return [[name, next]];
    }
    return [];
  });
  const changed = { ...record, ...Object.fromEntries(numbered) };
  return responseSchemas.some((schema) => isValid(schema, changed, 'response')) ? changed : record;
}
