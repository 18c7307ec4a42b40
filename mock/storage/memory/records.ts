/** Records in the memory of this process. Where there are too many, the oldest are evicted. */
import {
  byName,
  type CollectionSize,
  type Records,
  removedFrom,
  type StorageLimits,
  type StoredRecord,
} from '../../model/storage.ts';
import { sizeOf } from '../texts.ts';

interface Kept {
  readonly record: StoredRecord;
  readonly size: number;
}

type Collections = Aged<Aged<Kept>>;

export function createMemoryRecords(limits: StorageLimits): Records {
  const collections: Collections = createAged();
  const numbers = createAged<number>();
  let count = 0;
  let size = 0;

  const drop = (name: string, id: string): boolean => {
    const collection = collections.map.get(name);
    const kept = collection?.map.get(id);
    if (collection === undefined || kept === undefined) return false;
    count -= 1;
    size -= kept.size;
    collection.delete(id);
    if (collection.map.size === 0) collections.delete(name);
    return true;
  };
  const keep = (name: string, record: StoredRecord): void => {
    const kept = { record, size: name.length + record.id.length + sizeOf(record.value) };
    const collection = collections.map.get(name) ?? createAged<Kept>();
    const old = collection.map.get(record.id);
    count += old === undefined ? 1 : 0;
    size += kept.size - (old?.size ?? 0);
    collection.set(record.id, kept);
    collections.set(name, collection);
    while (count > limits.records || size > limits.recordBytes) {
      const oldest = oldestBut(collections, name, record.id);
      if (oldest === undefined || !drop(oldest.name, oldest.id)) return;
    }
  };

  const find = (name: string, id: string) => collections.map.get(name)?.map.get(id);
  const skip = (name: string, last: number): void => {
    if (last > (numbers.map.get(name) ?? 0)) note(numbers, { name, number: last, most: limits.records });
  };
  const keepNew = (name: string, record: StoredRecord, last = 0): void => {
    keep(name, record);
    skip(name, last);
    drop(removedFrom(name), record.id);
  };

  return {
    insert: async (name, id, value, last) => {
      if (find(name, id) !== undefined) return false;
      keepNew(name, { id, value, version: 1 }, last);
      return true;
    },
    put: async (name, id, value, last) => {
      const old = find(name, id)?.record;
      if (old === undefined) keepNew(name, { id, value, version: 1 }, last);
      else keep(name, { id, value, version: old.version + 1 });
      return old === undefined;
    },
    has: async (name, id) => find(name, id) !== undefined,
    read: async (name, id) => find(name, id)?.record,
    list: async (name) => Array.from(collections.map.get(name)?.map.values() ?? [], ({ record }) => record),
    update: async (name, { id, value, version }) => {
      if (find(name, id)?.record.version !== version) return false;
      keep(name, { id, value, version: version + 1 });
      return true;
    },
    remove: async (name, id) => drop(name, id),
    nextNumber: async (name) => {
      const next = (numbers.map.get(name) ?? 0) + 1;
      note(numbers, { name, number: next, most: limits.records });
      return next;
    },
    skipNumbers: async (name, last) => skip(name, last),
    collections: async () => countsOf(collections),
    clear: async (name) => {
      for (const one of name === undefined ? [...collections.map.keys()] : [name]) {
        for (const id of [...(collections.map.get(one)?.map.keys() ?? [])]) drop(one, id);
        numbers.delete(one);
      }
      if (name === undefined) numbers.clear();
    },
  };
}

/** A note of what was removed, else of the same collection, else of the one that has been there longest; never the record just written. */
function oldestBut(collections: Collections, name: string, id: string) {
  const notes = removedFrom(name);
  const note = collections.map.get(notes)?.oldest();
  if (note !== undefined) return { name: notes, id: note };
  const own = oldestRecord(collections.map.get(name), id);
  if (own !== undefined) return { name, id: own };
  const other = collections.oldest() === name ? secondOf(collections.map) : collections.oldest();
  const oldest = other === undefined ? undefined : collections.map.get(other)?.oldest();
  return other === undefined || oldest === undefined ? undefined : { name: other, id: oldest };
}

function oldestRecord(collection: Aged<Kept> | undefined, but: string): string | undefined {
  const oldest = collection?.oldest();
  return collection !== undefined && oldest === but ? secondOf(collection.map) : oldest;
}

function secondOf(map: ReadonlyMap<string, unknown>): string | undefined {
  const [, second] = map.keys();
  return second;
}

interface Drawn {
  readonly name: string;
  readonly number: number;
  readonly most: number;
}

/** Paths may name collections without end: of those that have drawn numbers the oldest is forgotten. */
function note(numbers: Aged<number>, { name, number, most }: Drawn): void {
  numbers.set(name, number);
  const oldest = numbers.map.size > most ? numbers.oldest() : undefined;
  if (oldest !== undefined && oldest !== name) numbers.delete(oldest);
}

function countsOf(collections: Collections): readonly CollectionSize[] {
  return [...collections.map].map(([name, { map }]) => ({ name, count: map.size })).toSorted(byName);
}

/** A Map that knows its oldest key. A new iterator would have to pass the places of all that have left before. */
export interface Aged<Value> {
  /** In the order of insertion; a key that is set again keeps its place. */
  readonly map: ReadonlyMap<string, Value>;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** Undefined where it is empty. */
  oldest(): string | undefined;
}

export function createAged<Value>(): Aged<Value> {
  const map = new Map<string, Value>();
  /** Given up as soon as another one than the oldest leaves: until it moves on, it holds all that the map has held. */
  let keys: Iterator<string> | undefined;
  /** The last that `keys` gave, as long as it is there: all before it have left. */
  let oldest: string | undefined;
  const forget = (): void => {
    keys = undefined;
    oldest = undefined;
  };
  const next = (): string | undefined => {
    keys ??= map.keys();
    const { done, value } = keys.next();
    if (done !== true) return value;
    // One that has come to its end does not go on.
    keys = undefined;
    return undefined;
  };
  return {
    map,
    set: (key, value) => void map.set(key, value),
    delete: (key) => {
      map.delete(key);
      if (key === oldest) oldest = undefined;
      else forget();
    },
    clear: () => {
      map.clear();
      forget();
    },
    oldest: () => {
      oldest ??= next();
      return oldest;
    },
  };
}
