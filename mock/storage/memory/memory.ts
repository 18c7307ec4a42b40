/** Records, journal and rules in the memory of this process. */

import {
  type HeldStorage,
  type InitialState,
  STORAGE_LIMITS,
  type StorageLimits,
} from '../../model/storage.ts';
import { createMemoryJournal } from './journal.ts';
import { createMemoryRecords } from './records.ts';
import { createMemoryRules } from './rules.ts';

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
