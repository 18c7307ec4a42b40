/** The desk over a storage. */
import { KitError } from '../../errors.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { Journal } from '../storage/storage.ts';
import type { Desk, DeskParts, JournalDesk, JournalFilter, JournalWait } from './desk.ts';
import { filterEntries, isWanted } from './journal-filter.ts';

export function createDesk({ storage, addRecord, begin }: DeskParts): Desk {
  const { records, rules, journal } = storage;
  return {
    journal: createJournalDesk(journal),
    records: {
      collections: () => records.collections(),
      list: async (collection) => (await records.list(collection)).map(({ value }) => value),
      add: async (collection, ...added) => {
        for (const value of added) await addRecord(collection, value);
      },
      clear: (collection) => records.clear(collection),
    },
    scenario: {
      rules: () => rules.list(),
      add: (...added) => rules.add(added),
      next: async (operation, then, times = 1) => {
        const [rule] = await rules.add([{ when: { operation }, times, then }]);
        if (rule === undefined) throw new KitError('rule-invalid', 'the storage took no rule');
        return rule;
      },
      remove: (id) => rules.remove(id),
      clear: () => rules.clear(),
    },
    reset: async () => {
      await storage.reset();
      await begin();
    },
    ping: () => storage.ping(),
  };
}

function createJournalDesk(journal: Journal): JournalDesk {
  const list = async (filter: JournalFilter = {}) => filterEntries(await journal.list(filter.after), filter);
  return {
    list,
    count: async (filter = {}) => (await list(filter)).length,
    waitFor: (wanted = {}) => waitFor(journal, wanted),
    watch: (listener, filter = {}) =>
      journal.watch((entry) => {
        if (isWanted(entry, filter)) listener(entry);
      }),
    clear: () => journal.clear(),
  };
}

/** Listens first and looks then, so that nothing falls between. */
async function waitFor(journal: Journal, wanted: JournalWait): Promise<readonly JournalEntry[]> {
  const { count = 1, timeout = 5_000 } = wanted;
  const { promise, resolve, reject } = Promise.withResolvers<readonly JournalEntry[]>();
  const look = async () => {
    const found = filterEntries(await journal.list(wanted.after), wanted);
    if (found.length >= count) resolve(found);
  };
  const stop = await journal.watch(() => void look().catch(reject));
  const late = () =>
    reject(new KitError('wait-timeout', `expected ${count} of such requests within ${timeout} ms`));
  const timer = setTimeout(late, timeout);
  try {
    await look();
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
