import { sizeOf } from '../size.ts';
import {
  byName,
  type CollectionSize,
  type Records,
  removedFrom,
  type StorageLimits,
  type StoredRecord,
} from '../storage.ts';

interface Kept {
  readonly record: StoredRecord;
  readonly size: number;
}

type Collections = Map<string, Map<string, Kept>>;

export function createMemoryRecords(limits: StorageLimits): Records {
  const collections: Collections = new Map();
  const numbers = new Map<string, number>();
  let count = 0;
  let size = 0;

  const drop = (name: string, id: string): boolean => {
    const collection = collections.get(name);
    const kept = collection?.get(id);
    if (collection === undefined || kept === undefined) return false;
    count -= 1;
    size -= kept.size;
    collection.delete(id);
    if (collection.size === 0) collections.delete(name);
    return true;
  };
  const put = (name: string, record: StoredRecord): void => {
    const kept = { record, size: name.length + record.id.length + sizeOf(record.value) };
    const collection = collections.get(name) ?? new Map<string, Kept>();
    const old = collection.get(record.id);
    count += old === undefined ? 1 : 0;
    size += kept.size - (old?.size ?? 0);
    collections.set(name, collection.set(record.id, kept));
    while (count > limits.records || size > limits.recordBytes) {
      const oldest = oldestBut(collections, name, record.id);
      if (oldest === undefined || !drop(oldest.name, oldest.id)) return;
    }
  };

  return {
    insert: async (name, id, value) => {
      if (collections.get(name)?.has(id) === true) return false;
      put(name, { id, value, version: 1 });
      return true;
    },
    read: async (name, id) => collections.get(name)?.get(id)?.record,
    list: async (name) => Array.from(collections.get(name)?.values() ?? [], ({ record }) => record),
    update: async (name, { id, value, version }) => {
      if (collections.get(name)?.get(id)?.record.version !== version) return false;
      put(name, { id, value, version: version + 1 });
      return true;
    },
    remove: async (name, id) => drop(name, id),
    nextNumber: async (name) => {
      const next = (numbers.get(name) ?? 0) + 1;
      note(numbers, { name, number: next, most: limits.records });
      return next;
    },
    skipNumbers: async (name, last) => {
      if (last > (numbers.get(name) ?? 0)) note(numbers, { name, number: last, most: limits.records });
    },
    collections: async () => countsOf(collections),
    clear: async (name) => {
      for (const one of name === undefined ? [...collections.keys()] : [name]) {
        for (const id of [...(collections.get(one)?.keys() ?? [])]) drop(one, id);
        numbers.delete(one);
      }
      if (name === undefined) numbers.clear();
    },
  };
}

/** A note of what was removed, else of the same collection, else of the one that has been there longest; never the record just written. */
function oldestBut(collections: Collections, name: string, id: string) {
  const notes = removedFrom(name);
  for (const oldest of collections.get(notes)?.keys() ?? []) return { name: notes, id: oldest };
  for (const oldest of collections.get(name)?.keys() ?? []) if (oldest !== id) return { name, id: oldest };
  for (const [other, records] of collections) {
    if (other === name) continue;
    for (const oldest of records.keys()) return { name: other, id: oldest };
  }
  return undefined;
}

interface Drawn {
  readonly name: string;
  readonly number: number;
  readonly most: number;
}

/** Paths may name collections without end: of those that have drawn numbers the oldest is forgotten. */
function note(numbers: Map<string, number>, { name, number, most }: Drawn): void {
  numbers.set(name, number);
  const [oldest = name] = numbers.size > most ? numbers.keys() : [];
  if (oldest !== name) numbers.delete(oldest);
}

function countsOf(collections: Collections): readonly CollectionSize[] {
  return [...collections].map(([name, records]) => ({ name, count: records.size })).toSorted(byName);
}
