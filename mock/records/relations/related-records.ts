/** Records as clients see them: with the number of their children, and with the records that a request asks to embed. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { expandPath, matchPath, parameterNames } from '../../../spec/resources/path-templates.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { RecordStore, StoredRecord } from '../../model/storage.ts';
import { type RecordContext, recordKey } from '../collection.ts';
import { projectValue } from '../projection.ts';
import { findRecordResources } from '../record-resources.ts';
import type { ChildCount } from './child-counts.ts';
import { type Embed, findRelations, isEmbedParameter, type Relations } from './relations.ts';
import { createReferenceUpdates } from './show-references.ts';

/** The store of the request, which returns the records of its collection with their relations. */
export function withRelations(plain: RecordContext, { counts, embeds, shownReferences }: Relations): RecordContext {
  const references = createReferenceUpdates(plain, shownReferences);
  const context = references === undefined ? plain : { ...plain, references };
  const requested = requestedEmbeds(context, embeds);
  if (counts.length === 0 && requested.length === 0) return context;
  const { records, name } = context;
  const complete = (record: StoredRecord) => completeRecord(context, record, { counts, embeds: requested });
  const completeStore: RecordStore = {
    ...records,
    read: async (collection, key) => {
      const found = await records.read(collection, key);
      return found === undefined || collection !== name ? found : complete(found);
    },
    list: async (collection) => {
      const all = await records.list(collection);
      if (collection !== name) return all;
      const once = { ...context, records: listingOnce(records) };
      return Promise.all(all.map((record) => completeRecord(once, record, { counts, embeds: requested })));
    },
  };
  return { ...context, records: completeStore, counts };
}

/** Many records may count the children of one collection. */
function listingOnce(records: RecordStore): RecordStore {
  const lists = new Map<string, Promise<readonly StoredRecord[]>>();
  const list = async (name: string) => records.list(name);
  return {
    ...records,
    list: (name) => {
      const known = lists.get(name) ?? list(name);
      lists.set(name, known);
      return known;
    },
  };
}

/** A stored record with the numbers of its children; unchanged if it belongs to no collection that counts any. */
export async function withCounts(
  {
    contract,
    prefix,
    records,
  }: { readonly contract: Contract; readonly prefix: string; readonly records: RecordStore },
  { collection, record }: { readonly collection: string; readonly record: StoredRecord },
): Promise<StoredRecord> {
  for (const resource of findRecordResources(contract)) {
    const parents = matchPath(`${prefix}${resource.collection}`, collection);
    const { counts } = findRelations(contract, resource);
    if (parents !== undefined && counts.length > 0)
      return completeRecord({ records, prefix, parents, resource }, record, { counts, embeds: [] });
  }
  return record;
}

/** Records of one collection with the numbers of their children. `records`: in which children are found. */
export function withAllCounts(
  options: { readonly contract: Contract; readonly prefix: string; readonly records: RecordStore },
  collection: string,
  all: readonly StoredRecord[],
): Promise<readonly StoredRecord[]> {
  const once = { ...options, records: listingOnce(options.records) };
  return Promise.all(all.map((record) => withCounts(once, { collection, record })));
}

/** A new record has no children yet. */
export function withoutChildren({ counts = [] }: RecordContext, record: JsonObject): JsonObject {
  const none = counts.filter(({ schema }) => isValid(schema, 0, 'response')).map(({ name }) => [name, 0] as const);
  return none.length === 0 ? record : { ...record, ...Object.fromEntries(none) };
}

type CountContext = Pick<RecordContext, 'records' | 'prefix' | 'parents' | 'resource'>;

async function completeRecord(
  context: CountContext,
  record: StoredRecord,
  relations: Pick<Relations, 'counts' | 'embeds'>,
): Promise<StoredRecord> {
  const counted = await Promise.all(
    relations.counts.map(async (one): Promise<[string, Json][]> => {
      const count = await countChildren(context, record, one);
      return isValid(one.schema, count, 'response') ? [[one.name, count]] : [];
    }),
  );
  const embedded = await Promise.all(relations.embeds.map((one) => embeddedRecord(context, record.value, one)));
  return { ...record, value: { ...record.value, ...Object.fromEntries([...counted, ...embedded].flat()) } };
}

async function countChildren(
  { records, prefix, parents, resource }: CountContext,
  { id }: StoredRecord,
  { child, reference, condition }: ChildCount,
): Promise<number> {
  const isCounted = ({ value }: StoredRecord) => condition === undefined || value[condition.name] === condition.value;
  if (reference === undefined) {
    // The path of the children may not repeat all parents of the record.
    const above = parents.slice(0, parameterNames(child.collection).length - 1);
    return (await records.list(`${prefix}${expandPath(child.collection, [...above, id])}`)).filter(isCounted).length;
  }
  const all = await records.list(`${prefix}${expandPath(child.collection, parents)}`);
  return all.filter(isCounted).filter(({ value: one }) => {
    const parent = one[reference];
    return parent !== undefined && parent !== null && recordKey(resource, parent) === id;
  }).length;
}

/** None where it does not exist, or has not the declared form. */
async function embeddedRecord(
  { records, prefix }: CountContext,
  record: JsonObject,
  { name, schema, reference, resource }: Embed,
): Promise<[string, Json][]> {
  const id = record[reference];
  if (id === undefined || id === null || typeof id === 'object') return [];
  const found = await records.read(`${prefix}${resource.collection}`, recordKey(resource, id));
  const value = found && projectValue(schema, found.value);
  return value !== undefined && isJsonObject(value) && isValid(schema, value, 'response') ? [[name, value]] : [];
}

/** `?include=author,comments`, or several values. */
function requestedEmbeds({ request }: RecordContext, embeds: readonly Embed[]): readonly Embed[] {
  if (embeds.length === 0) return [];
  const names = request.operation.parameters.filter(isEmbedParameter).flatMap(({ name }) => {
    const sent = request.parameters.get(`query.${name}`) ?? [];
    return [sent].flat().flatMap((one) => String(one).split(/[,\s]+/));
  });
  return embeds.filter(({ name }) => names.includes(name));
}
