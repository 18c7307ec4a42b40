/** Records, journal and rules in the memory of this process. */
import type { JournalEntry, UnreadEntry } from '../../model/journal-entry.ts';
import type { Rule, StoredRule } from '../../model/rule.ts';
import {
  type HeldJournal,
  type HeldStorage,
  type InitialState,
  type RuleBook,
  STORAGE_LIMITS,
  type StorageLimits,
} from '../../model/storage.ts';
import { bodySize } from '../texts.ts';
import { createAudience } from '../watching.ts';
import { createMemoryRecords } from './records.ts';

export function createMemoryStorage(limits: StorageLimits = STORAGE_LIMITS): HeldStorage {
  const records = createMemoryRecords(limits);
  const journal = createMemoryJournal(limits);
  const rules = createMemoryRules(limits);
  let isBegun = false;
  /** All calls are made before the first answer is waited for, and each works at once: nobody comes between. */
  const fill = (initial: InitialState) =>
    Promise.all([
      ...initial.records.map(({ collection, id, value }) => records.insert(collection, id, value)),
      ...initial.numbers.map(({ collection, last }) => records.skipNumbers(collection, last)),
      rules.add(initial.rules),
    ]);
  return {
    records,
    journal,
    rules,
    begin: async (initial) => {
      if (isBegun) return false;
      isBegun = true;
      await fill(initial);
      return true;
    },
    reset: async (initial) => {
      isBegun = true;
      await Promise.all([records.clear(), journal.clear(), rules.clear(), fill(initial)]);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}

function createMemoryRules(limits: StorageLimits): Required<RuleBook> {
  /** Replaced at each change: what was listed before stays as it was. */
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
    remove: async (id) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: async () => {
      rules = [];
    },
    take: async (id) => {
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

/** What was recorded is dropped once the entry is made of it. */
interface Slot {
  readonly id: number;
  unread: UnreadEntry | undefined;
  entry: JournalEntry | undefined;
  /** Of the bodies; as long as it is unread, what they can be at most. */
  size: number;
}

export function createMemoryJournal(limits: StorageLimits): HeldJournal {
  const audience = createAudience();
  let slots: Slot[] = [];
  let size = 0;
  let lastId = 0;

  const entryIn = (slot: Slot, unread: UnreadEntry): JournalEntry => {
    const entry = { ...unread.read(), id: slot.id };
    slot.entry = entry;
    slot.unread = undefined;
    size += bodySize(entry) - slot.size;
    slot.size = bodySize(entry);
    return entry;
  };
  const read = (slot: Slot): readonly JournalEntry[] => {
    if (slot.entry !== undefined) return [slot.entry];
    return slot.unread === undefined ? [] : [entryIn(slot, slot.unread)];
  };
  /** Before one leaves for the sake of the size, it is looked at what that truly is. */
  const trim = (): void => {
    while (slots.length > 1 && (slots.length > limits.entries || size > limits.entryBytes)) {
      const unread = slots.length > limits.entries ? undefined : slots.find((one) => one.unread);
      if (unread === undefined) size -= slots.shift()?.size ?? 0;
      else read(unread);
    }
  };
  const keep = (slot: Slot): void => {
    slots.push(slot);
    size += slot.size;
    trim();
    if (audience.size > 0) for (const entry of read(slot)) audience.tell(entry);
  };

  return {
    add: async (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      keep({ id: lastId, unread: undefined, entry: added, size: bodySize(added) });
      return added;
    },
    addUnread: (unread) => {
      lastId += 1;
      keep({ id: lastId, unread, entry: undefined, size: unread.mostText });
    },
    // Those before leave too, so that the ids of the rest have no gaps.
    pass: (count) => {
      if (count > 0) slots = [];
      if (count > 0) size = 0;
      lastId += count;
    },
    // Ids have no gaps, so that the place of one is known.
    list: async (after = 0) => slots.slice(Math.max(0, after - lastId + slots.length)).flatMap(read),
    // Ids go on: whoever waits for what comes after one does not miss it.
    clear: async () => {
      slots = [];
      size = 0;
    },
    watch: async (listener) => audience.join(listener),
  };
}
