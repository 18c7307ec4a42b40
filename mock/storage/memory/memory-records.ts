/** Records in the memory of this process. When the capacity is reached, the oldest are evicted. */
import {
  type CollectionSize,
  type RecordStore,
  removedKeysCollection,
  type StorageLimits,
  type StoredRecord,
} from '../../model/storage.ts';
import { jsonSize } from '../serialization.ts';

interface StoredItem {
  readonly record: StoredRecord;
  readonly size: number;
}

type RecordCollections = AgeOrderedMap<AgeOrderedMap<StoredItem>>;

export function createMemoryRecords(limits: StorageLimits): RecordStore {
  const collections: RecordCollections = createAgeOrderedMap();
  const numbers = createAgeOrderedMap<number>();
  let count = 0;
  let size = 0;
  /** Undefined after a collection has begun or ended. */
  let sortedNames: readonly string[] | undefined;

  const removeRecord = (name: string, id: string): boolean => {
    const collection = collections.map.get(name);
    const storedItem = collection?.map.get(id);
    if (collection === undefined || storedItem === undefined) return false;
    count -= 1;
    size -= storedItem.size;
    collection.delete(id);
    if (collection.map.size > 0) return true;
    collections.delete(name);
    sortedNames = undefined;
    return true;
  };
  const storeRecord = (name: string, record: StoredRecord): void => {
    const storedItem = { record, size: name.length + record.id.length + jsonSize(record.value) };
    const collection = collections.map.get(name) ?? createAgeOrderedMap<StoredItem>();
    const old = collection.map.get(record.id);
    count += old === undefined ? 1 : 0;
    size += storedItem.size - (old?.size ?? 0);
    collection.set(record.id, storedItem);
    if (!collections.map.has(name)) {
      collections.set(name, collection);
      sortedNames = undefined;
    }
    while (count > limits.records || size > limits.recordBytes) {
      const oldest = oldestExcept(collections, name, record.id);
      if (oldest === undefined || !removeRecord(oldest.name, oldest.id)) return;
    }
  };

  const find = (name: string, id: string) => collections.map.get(name)?.map.get(id);
  const reserveNumbers = (name: string, last: number): void => {
    if (last > (numbers.map.get(name) ?? 0)) storeNumber(numbers, { name, number: last, maxNames: limits.records });
  };
  const storeNewRecord = (name: string, record: StoredRecord, last = 0): void => {
    storeRecord(name, record);
    reserveNumbers(name, last);
    removeRecord(removedKeysCollection(name), record.id);
  };

  return {
    insert: (name, id, value, last) => {
      if (find(name, id) !== undefined) return false;
      storeNewRecord(name, { id, value, version: 1 }, last);
      return true;
    },
    put: (name, id, value, last) => {
      const old = find(name, id)?.record;
      if (old === undefined) storeNewRecord(name, { id, value, version: 1 }, last);
      else storeRecord(name, { id, value, version: old.version + 1 });
      return old === undefined;
    },
    has: (name, id) => find(name, id) !== undefined,
    read: (name, id) => find(name, id)?.record,
    list: (name) => Array.from(collections.map.get(name)?.map.values() ?? [], ({ record }) => record),
    update: async (name, { id, value, version }) => {
      if (find(name, id)?.record.version !== version) return false;
      storeRecord(name, { id, value, version: version + 1 });
      return true;
    },
    remove: async (name, id) => removeRecord(name, id),
    nextNumber: (name) => {
      const next = (numbers.map.get(name) ?? 0) + 1;
      storeNumber(numbers, { name, number: next, maxNames: limits.records });
      return next;
    },
    reserveNumbers: async (name, last) => reserveNumbers(name, last),
    collections: async () => {
      sortedNames ??= [...collections.map.keys()].toSorted();
      return sortedNames.map((name): CollectionSize => ({ name, count: collections.map.get(name)?.map.size ?? 0 }));
    },
    clear: async (name) => {
      for (const one of name === undefined ? [...collections.map.keys()] : [name]) {
        for (const id of [...(collections.map.get(one)?.map.keys() ?? [])]) removeRecord(one, id);
        numbers.delete(one);
      }
      if (name === undefined) numbers.clear();
    },
  };
}

/**
 * The oldest removed key, or else the oldest record of the same collection, or of the collection created first; never
 * the record just written.
 */
function oldestExcept(collections: RecordCollections, name: string, id: string) {
  const removedKeys = removedKeysCollection(name);
  const removedKey = collections.map.get(removedKeys)?.oldest();
  if (removedKey !== undefined) return { name: removedKeys, id: removedKey };
  const sameCollection = oldestRecord(collections.map.get(name), id);
  if (sameCollection !== undefined) return { name, id: sameCollection };
  const other = collections.oldest() === name ? secondKey(collections.map) : collections.oldest();
  const oldest = other === undefined ? undefined : collections.map.get(other)?.oldest();
  return other === undefined || oldest === undefined ? undefined : { name: other, id: oldest };
}

function oldestRecord(collection: AgeOrderedMap<StoredItem> | undefined, exceptId: string): string | undefined {
  const oldest = collection?.oldest();
  return collection !== undefined && oldest === exceptId ? secondKey(collection.map) : oldest;
}

function secondKey(map: ReadonlyMap<string, unknown>): string | undefined {
  const [, second] = map.keys();
  return second;
}

interface UsedNumber {
  readonly name: string;
  readonly number: number;
  readonly maxNames: number;
}

/** Paths can name any number of collections, so the oldest counter is evicted. */
function storeNumber(numbers: AgeOrderedMap<number>, { name, number, maxNames }: UsedNumber): void {
  numbers.set(name, number);
  const oldest = numbers.map.size > maxNames ? numbers.oldest() : undefined;
  if (oldest !== undefined && oldest !== name) numbers.delete(oldest);
}

/** A Map that finds its oldest key in constant time. A new iterator would have to skip all deleted entries. */
export interface AgeOrderedMap<Value> {
  /** In the order of insertion; a key that is set again keeps its position. */
  readonly map: ReadonlyMap<string, Value>;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** Undefined if it is empty. */
  oldest(): string | undefined;
}

export function createAgeOrderedMap<Value>(): AgeOrderedMap<Value> {
  const map = new Map<string, Value>();
  /**
   * Discarded when another key than the oldest is deleted: an iterator that is not advanced keeps deleted entries in
   * memory.
   */
  let keys: Iterator<string> | undefined;
  /** The last key from `keys`, unless it was deleted; all earlier ones were deleted. */
  let oldest: string | undefined;
  const resetIterator = (): void => {
    keys = undefined;
    oldest = undefined;
  };
  const next = (): string | undefined => {
    keys ??= map.keys();
    const { done, value } = keys.next();
    if (done !== true) return value;
    // A finished iterator does not continue.
    keys = undefined;
    return undefined;
  };
  return {
    map,
    set: (key, value) => void map.set(key, value),
    delete: (key) => {
      map.delete(key);
      if (key === oldest) oldest = undefined;
      else resetIterator();
    },
    clear: () => {
      map.clear();
      resetIterator();
    },
    oldest: () => {
      oldest ??= next();
      return oldest;
    },
  };
}
