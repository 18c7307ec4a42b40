/** Records, journal and rules in the memory of this process. */
import { createMemoryJournal } from './memory/journal.ts';
import { createMemoryRecords } from './memory/records.ts';
import { createMemoryRules } from './memory/rules.ts';
import { STORAGE_LIMITS, type Storage, type StorageLimits } from './storage.ts';

export function createMemoryStorage(limits: StorageLimits = STORAGE_LIMITS): Storage {
  const records = createMemoryRecords(limits);
  const journal = createMemoryJournal(limits);
  const rules = createMemoryRules(limits);
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
