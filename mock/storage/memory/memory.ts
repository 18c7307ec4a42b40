/** Records, journal and rules in the memory of this process. */

import type { Rule, StoredRule } from '../../model/rule.ts';
import {
  type HeldStorage,
  type InitialState,
  type RuleBook,
  STORAGE_LIMITS,
  type StorageLimits,
} from '../../model/storage.ts';
import { createMemoryJournal } from './journal.ts';
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
