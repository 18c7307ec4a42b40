/**
 * Keeps values unique among concurrent requests, also those of other processes: between the check of a value and its write another
 * request may have written it. The order of a collection is the same for all processes, so that one of several new records stays.
 */
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { bulkItems } from '../../../spec/resources/bulk-contents.ts';
import { HttpError } from '../../http/http-error.ts';
import type { RecordStore, StoredRecord } from '../../model/storage.ts';
import { type MaybePromise, whenReady } from '../../model/when-ready.ts';
import { findBulkOperation } from '../bulk-operation.ts';
import type { RecordContext } from '../collection.ts';
import type { PreparedResult } from '../record-handler.ts';
import { sentValues, uniqueEntries, uniqueProperties, valueTaken } from './unique-values.ts';

type Prepare = (context: RecordContext) => MaybePromise<PreparedResult>;

/** Checks the written records again after the commit, and undoes all writes of the request if another record has a value of them. */
export function withUniqueWrites(context: RecordContext, prepare: Prepare): MaybePromise<PreparedResult> {
  const { store, writes } = trackWrites(context);
  return whenReady(prepare({ ...context, records: store }), (prepared) => {
    if (prepared === undefined || prepared instanceof HttpError) return prepared;
    const commit: typeof prepared.commit = async (response) => {
      const result = await prepared.commit(response);
      const taken = result instanceof HttpError ? undefined : await takenByAnother(context, writes);
      if (taken === undefined) return result;
      for (const write of writes) await undo(context, write);
      return taken;
    };
    return { ...prepared, commit };
  });
}

interface Write {
  readonly written: StoredRecord;
  /** Undefined for a new record. */
  readonly previous: StoredRecord | undefined;
}

/** The writes to the collection of the context, in their order. */
function trackWrites({ records, name }: RecordContext) {
  const writes: Write[] = [];
  const lastRead = new Map<string, StoredRecord>();
  const track = (collection: string, write: Write) => {
    if (collection === name) writes.push(write);
  };
  const store: RecordStore = {
    ...records,
    read: async (collection, id) => {
      const found = await records.read(collection, id);
      if (collection === name && found !== undefined) lastRead.set(id, found);
      return found;
    },
    insert: async (collection, id, value, last) => {
      const isNew = await records.insert(collection, id, value, last);
      if (isNew) track(collection, { written: { id, value, version: 1 }, previous: undefined });
      return isNew;
    },
    put: async (collection, id, value, last) => {
      const previous = await records.read(collection, id);
      const isNew = await records.put(collection, id, value, last);
      const version = isNew ? 1 : (previous?.version ?? 0) + 1;
      track(collection, { written: { id, value, version }, previous: isNew ? undefined : previous });
      return isNew;
    },
    update: async (collection, record) => {
      const isUpdated = await records.update(collection, record);
      const written = { ...record, version: record.version + 1 };
      if (isUpdated) track(collection, { written, previous: lastRead.get(record.id) });
      return isUpdated;
    },
  };
  return { store, writes };
}

async function takenByAnother(context: RecordContext, writes: readonly Write[]): Promise<HttpError | undefined> {
  if (writes.length === 0) return undefined;
  const unique = uniqueProperties(context.resource, context.request.operation);
  const sent = new Set(sentRecords(context).flatMap((one) => uniqueEntries(unique, one).map(({ entry }) => entry)));
  const stored = await context.records.list(context.name);
  const hasEntry = (record: JsonObject, entry: string) =>
    uniqueEntries(unique, record).some((one) => one.entry === entry);
  for (const { written, previous } of writes) {
    const before = new Set(previous && uniqueEntries(unique, previous.value).map(({ entry }) => entry));
    // Values that the mock makes up may be equal.
    const isClaimed = (entry: string) => (previous === undefined ? sent.has(entry) : !before.has(entry));
    for (const { entry, property, value } of uniqueEntries(unique, written.value)) {
      if (isClaimed(entry) && rivals(stored, { written, previous }).some((other) => hasEntry(other.value, entry)))
        return valueTaken(context, property, value);
    }
  }
  return undefined;
}

/** A new record gives way to earlier ones. A changed one, whose place says nothing about the time of the change, to all. */
function rivals(stored: readonly StoredRecord[], { written: { id }, previous }: Write): readonly StoredRecord[] {
  const index = stored.findIndex((one) => one.id === id);
  if (index < 0) return [];
  return previous === undefined ? stored.slice(0, index) : stored.toSpliced(index, 1);
}

function sentRecords(context: RecordContext): readonly JsonObject[] {
  const { resource, request } = context;
  const bulk = findBulkOperation(resource, request.operation);
  if (bulk === undefined) return [sentValues(context)];
  const items = bulkItems(bulk.contents.sent, request.sent);
  return items.map((sent) => sentValues({ ...context, request: { ...request, operation: bulk.single, sent } }));
}

/** Has no effect on a record that another request has changed since. */
async function undo({ records, name }: RecordContext, { written, previous }: Write): Promise<void> {
  if (previous === undefined) await records.remove(name, written.id);
  else await records.update(name, { ...previous, version: written.version });
}
