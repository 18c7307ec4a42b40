/** Records, journal and rules in the memory of this process. */
import { stringifyJson } from '../../spec/exact-json.ts';
import type { JournalBody, JournalEntry } from '../journal/entry.ts';
import type { Rule, StoredRule } from '../scenario/rule.ts';
import {
  type Journal,
  type Records,
  type RuleBook,
  STORAGE_LIMITS,
  type Storage,
  type StorageLimits,
  type StoredRecord,
} from './storage.ts';

export function createMemoryStorage(limits: StorageLimits = STORAGE_LIMITS): Storage {
  const records = createRecords(limits);
  const journal = createJournal(limits);
  const rules = createRuleBook(limits);
  let isBegun = false;
  return {
    records,
    journal,
    rules,
    begin: async () => {
      const isFirst = !isBegun;
      isBegun = true;
      return isFirst;
    },
    reset: async () => {
      isBegun = false;
      await Promise.all([records.clear(), journal.clear(), rules.clear()]);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}

interface Kept extends StoredRecord {
  readonly bytes: number;
}

function createRecords(limits: StorageLimits): Records {
  const collections = new Map<string, Map<string, Kept>>();
  const numbers = new Map<string, number>();
  let count = 0;
  let bytes = 0;

  const drop = (name: string, id: string): boolean => {
    const collection = collections.get(name);
    const kept = collection?.get(id);
    if (collection === undefined || kept === undefined) return false;
    count -= 1;
    bytes -= kept.bytes;
    collection.delete(id);
    if (collection.size === 0) collections.delete(name);
    return true;
  };
  const put = (name: string, record: StoredRecord): void => {
    const kept = { ...record, bytes: stringifyJson(record.value).length };
    const collection = collections.get(name) ?? new Map<string, Kept>();
    const old = collection.get(record.id);
    count += old === undefined ? 1 : 0;
    bytes += kept.bytes - (old?.bytes ?? 0);
    collections.set(name, collection.set(record.id, kept));
    while (isFull() && collection.size > 1) drop(name, oldestOf(collection) ?? record.id);
  };
  const isFull = () => count > limits.records || bytes > limits.recordBytes;

  return {
    insert: async (name, id, value) => {
      if (collections.get(name)?.has(id) === true) return false;
      put(name, { id, value, version: 1 });
      return true;
    },
    read: async (name, id) => collections.get(name)?.get(id),
    list: async (name) => [...(collections.get(name)?.values() ?? [])],
    update: async (name, { id, value, version }) => {
      if (collections.get(name)?.get(id)?.version !== version) return false;
      put(name, { id, value, version: version + 1 });
      return true;
    },
    remove: async (name, id) => drop(name, id),
    nextNumber: async (name) => {
      const next = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, next);
      return next;
    },
    collections: async () =>
      [...collections].map(([name, records]) => ({ name, count: records.size })).toSorted(byName),
    clear: async (name) => {
      for (const one of name === undefined ? [...collections.keys()] : [name]) {
        for (const id of [...(collections.get(one)?.keys() ?? [])]) drop(one, id);
        numbers.delete(one);
      }
      if (name === undefined) numbers.clear();
    },
  };
}

function oldestOf(collection: ReadonlyMap<string, Kept>): string | undefined {
  const [oldest] = collection.keys();
  return oldest;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function createJournal(limits: StorageLimits): Journal {
  const listeners = new Set<(entry: JournalEntry) => void>();
  let entries: JournalEntry[] = [];
  let bytes = 0;
  let lastId = 0;

  const trim = (): void => {
    let surplus = 0;
    while (
      entries.length - surplus > 1 &&
      (entries.length - surplus > limits.entries || bytes > limits.entryBytes)
    ) {
      bytes -= bodyBytes(entries[surplus]);
      surplus += 1;
    }
    if (surplus > 0) entries = entries.slice(surplus);
  };

  return {
    add: async (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      entries.push(added);
      bytes += bodyBytes(added);
      trim();
      for (const listener of listeners) listener(added);
      return added;
    },
    list: async (after = 0) => entries.filter(({ id }) => id > after),
    // Ids go on: whoever waits for what comes after one does not miss it.
    clear: async () => {
      entries = [];
      bytes = 0;
    },
    watch: async (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function bodyBytes(entry: JournalEntry | undefined): number {
  const sizeOf = (body: JournalBody | null | undefined) => body?.text.length ?? 0;
  return sizeOf(entry?.request.body) + sizeOf(entry?.response?.body);
}

function createRuleBook(limits: StorageLimits): RuleBook {
  let rules: readonly StoredRule[] = [];
  let lastId = 0;

  const change = (id: string, changes: Partial<StoredRule>): void => {
    rules = rules.map((rule) => (rule.id === id ? { ...rule, ...changes } : rule));
  };

  return {
    list: async () => rules,
    add: async (added: readonly Rule[]) => {
      const stored = added.map((rule, index) => ({
        ...rule,
        id: String(lastId + index + 1),
        skipped: 0,
        taken: 0,
      }));
      lastId += added.length;
      rules = [...stored, ...rules].slice(0, limits.rules);
      return stored;
    },
    remove: async (id) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: async () => {
      rules = [];
    },
    take: async (id) => {
      const rule = rules.find((one) => one.id === id);
      if (rule === undefined || rule.taken >= (rule.times ?? Number.POSITIVE_INFINITY)) return false;
      const isSkipped = rule.skipped < (rule.skip ?? 0);
      change(id, isSkipped ? { skipped: rule.skipped + 1 } : { taken: rule.taken + 1 });
      return !isSkipped;
    },
  };
}
