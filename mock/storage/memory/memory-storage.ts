/** Records, journal and rules in the memory of this process. */
import type { JournalEntry, LazyEntry } from '../../model/journal-entry.ts';
import type { Rule, StoredRule } from '../../model/rule.ts';
import {
  type InitialState,
  type InMemoryJournal,
  type InMemoryStorage,
  type RuleStore,
  STORAGE_LIMITS,
  type StorageLimits,
} from '../../model/storage.ts';
import { createJournalListeners } from '../journal-listeners.ts';
import { bodySize } from '../serialization.ts';
import { createMemoryRecords } from './memory-records.ts';

export function createMemoryStorage(limits: StorageLimits = STORAGE_LIMITS): InMemoryStorage {
  const records = createMemoryRecords(limits);
  const journal = createMemoryJournal(limits);
  const rules = createMemoryRules(limits);
  let isInitialized = false;
  /**
   * All calls are made before the first result is awaited, and each takes effect immediately: no other operation runs
   * in between.
   */
  const insertInitialState = (initial: InitialState) =>
    Promise.all([
      ...initial.records.map(({ collection, id, value }) => records.insert(collection, id, value)),
      ...initial.numbers.map(({ collection, last }) => records.reserveNumbers(collection, last)),
      rules.add(initial.rules),
    ]);
  return {
    records,
    journal,
    rules,
    initialize: async (initial) => {
      if (isInitialized) return false;
      isInitialized = true;
      await insertInitialState(initial);
      return true;
    },
    reset: async (initial) => {
      isInitialized = true;
      await Promise.all([records.clear(), journal.clear(), rules.clear(), insertInitialState(initial)]);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}

function createMemoryRules(limits: StorageLimits): Required<RuleStore> {
  /** Replaced on each change, so that earlier results of `list` do not change. */
  let rules: readonly StoredRule[] = [];
  let lastId = 0;

  return {
    list: async () => rules,
    isEmpty: () => rules.length === 0,
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
    replace: async (id, rule, { restarts }) => {
      const index = rules.findIndex((one) => one.id === id);
      const old = rules[index];
      if (old === undefined) return false;
      const counted = restarts ? { skipped: 0, taken: 0 } : { skipped: old.skipped, taken: old.taken };
      rules = rules.with(index, { ...rule, id, ...counted });
      return true;
    },
    order: async (ids) => {
      const place = (rule: StoredRule) => ids.indexOf(rule.id);
      rules = rules.toSorted((one, other) => place(one) - place(other));
    },
    remove: async (id) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: async () => {
      rules = [];
    },
    consume: async (id) => {
      const index = rules.findIndex((one) => one.id === id);
      const rule = rules[index];
      if (rule === undefined || rule.taken >= (rule.times ?? Number.POSITIVE_INFINITY)) return false;
      const isSkipped = rule.skipped < (rule.skip ?? 0);
      const counted = isSkipped ? { skipped: rule.skipped + 1 } : { taken: rule.taken + 1 };
      rules = rules.with(index, { ...rule, ...counted });
      return !isSkipped;
    },
  };
}

/** The lazy entry is dropped when the entry is created from it. */
interface JournalSlot {
  readonly id: number;
  lazyEntry: LazyEntry | undefined;
  entry: JournalEntry | undefined;
  /** The size of the bodies; an upper bound until the entry is created. */
  size: number;
}

export function createMemoryJournal(limits: StorageLimits): InMemoryJournal {
  const listeners = createJournalListeners();
  let slots: JournalSlot[] = [];
  let size = 0;
  let lastId = 0;

  const createSlotEntry = (slot: JournalSlot, lazyEntry: LazyEntry): JournalEntry => {
    const entry = { ...lazyEntry.create(), id: slot.id };
    slot.entry = entry;
    slot.lazyEntry = undefined;
    size += bodySize(entry) - slot.size;
    slot.size = bodySize(entry);
    return entry;
  };
  const readSlot = (slot: JournalSlot): readonly JournalEntry[] => {
    if (slot.entry !== undefined) return [slot.entry];
    return slot.lazyEntry === undefined ? [] : [createSlotEntry(slot, slot.lazyEntry)];
  };
  /** Before an entry is evicted because of the size, lazy entries are created to determine their actual size. */
  const evictOldest = (): void => {
    while (slots.length > 1 && (slots.length > limits.entries || size > limits.entryBytes)) {
      const lazyEntry = slots.length > limits.entries ? undefined : slots.find((one) => one.lazyEntry);
      if (lazyEntry === undefined) size -= slots.shift()?.size ?? 0;
      else readSlot(lazyEntry);
    }
  };
  const addSlot = (slot: JournalSlot): void => {
    slots.push(slot);
    size += slot.size;
    evictOldest();
    if (listeners.size > 0) for (const entry of readSlot(slot)) listeners.notify(entry);
  };

  return {
    add: async (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      addSlot({ id: lastId, lazyEntry: undefined, entry: added, size: bodySize(added) });
      return added;
    },
    addLazy: (lazyEntry) => {
      lastId += 1;
      addSlot({ id: lastId, lazyEntry, entry: undefined, size: lazyEntry.maxTextLength });
    },
    // Also removes the earlier entries, so that the remaining ids have no gaps.
    skipIds: (count) => {
      if (count > 0) slots = [];
      if (count > 0) size = 0;
      lastId += count;
    },
    // Ids have no gaps, so the index of an id can be computed.
    list: async (after = 0) => slots.slice(Math.max(0, after - lastId + slots.length)).flatMap(readSlot),
    // Ids continue, so that clients waiting for entries after an id do not miss any.
    clear: async () => {
      slots = [];
      size = 0;
    },
    watch: async (listener) => listeners.add(listener),
  };
}
