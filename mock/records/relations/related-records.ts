/** Records as clients see them: with the number of their children, and with the records that a request asks to embed. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { expandPath } from '../../../spec/resources/path-templates.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { RecordStore, StoredRecord } from '../../model/storage.ts';
import { type RecordContext, recordKey } from '../collection.ts';
import { projectValue } from '../projection.ts';
import { type ChildCount, type Embed, isEmbedParameter, type Relations } from './relations.ts';

/** The store of the request, which returns the records of its collection with their relations. */
export function withRelations(context: RecordContext, { counts, embeds }: Relations): RecordContext {
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
      return collection === name ? Promise.all(all.map(complete)) : all;
    },
  };
  return { ...context, records: completeStore, counts };
}

/** A new record has no children yet. */
export function withoutChildren({ counts = [] }: RecordContext, record: JsonObject): JsonObject {
  const none = counts.filter(({ schema }) => isValid(schema, 0, 'response')).map(({ name }) => [name, 0] as const);
  return none.length === 0 ? record : { ...record, ...Object.fromEntries(none) };
}

async function completeRecord(
  context: RecordContext,
  record: StoredRecord,
  relations: Relations,
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
  { records, prefix, parents, resource }: RecordContext,
  { id }: StoredRecord,
  { child, reference }: ChildCount,
): Promise<number> {
  if (reference === undefined)
    return (await records.list(`${prefix}${expandPath(child.collection, [...parents, id])}`)).length;
  const all = await records.list(`${prefix}${child.collection}`);
  return all.filter(({ value: one }) => {
    const parent = one[reference];
    return parent !== undefined && parent !== null && recordKey(resource, parent) === id;
  }).length;
}

/** None where it does not exist, or has not the declared form. */
async function embeddedRecord(
  { records, prefix }: RecordContext,
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
