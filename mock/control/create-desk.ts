/** The desk over a storage. */
import { KitError } from '../../errors.ts';
import { copyOf } from '../../spec/json/copy-json.ts';
import { checkRules } from '../scenario/check-rules.ts';
import type { Rule } from '../scenario/rule.ts';
import type { Journal } from '../storage/storage.ts';
import { removedFrom, STORAGE_LIMITS } from '../storage/storage.ts';
import type { Desk, DeskParts, JournalDesk, JournalFilter } from './desk.ts';
import { createTest, filterEntries, withOperationId } from './journal-filter.ts';
import { waitFor } from './wait.ts';

export function createDesk({ storage, addRecord, initial, contracts, closing }: DeskParts): Desk {
  const { records, rules, journal } = storage;
  const addRules = async (added: readonly Rule[]) => {
    if (added.length > STORAGE_LIMITS.rules) throw tooManyRules(added.length);
    return rules.add(checkRules(added, contracts()));
  };
  return {
    journal: createJournalDesk({ journal, contracts, closing }),
    records: {
      // The others are notes of the store's own.
      collections: async () => (await records.collections()).filter(({ name }) => name.startsWith('/')),
      list: async (collection) => (await records.list(collection)).map(({ value }) => copyOf(value)),
      add: async (collection, ...added) => {
        for (const value of added) await addRecord(collection, value);
      },
      clear: async (collection) => {
        await records.clear(collection);
        if (collection !== undefined) await records.clear(removedFrom(collection));
      },
    },
    scenario: {
      rules: () => rules.list(),
      add: (...added) => addRules(added),
      next: async (operation, then, times = 1) => {
        const [rule] = await addRules([{ when: { operation }, times, then }]);
        if (rule === undefined) throw new KitError('rule-invalid', 'the storage took no rule');
        return rule;
      },
      remove: (id) => rules.remove(id),
      clear: () => rules.clear(),
    },
    reset: async () => storage.reset(await initial()),
    ping: () => storage.ping(),
  };
}

/** They would push each other out, unseen. */
function tooManyRules(count: number): KitError {
  return new KitError('rule-invalid', `rules: expected at most ${STORAGE_LIMITS.rules}, got ${count}`);
}

interface JournalParts extends Pick<DeskParts, 'contracts' | 'closing'> {
  readonly journal: Journal;
}

function createJournalDesk({ journal, contracts, closing }: JournalParts): JournalDesk {
  const meant = <Filter extends JournalFilter>(filter: Filter) => withOperationId(filter, contracts());
  const list = async (given: JournalFilter = {}) => {
    const filter = meant(given);
    return filterEntries(await journal.list(filter.after), filter);
  };
  return {
    list,
    count: async (filter = {}) => (await list(filter)).length,
    waitFor: async (wanted = {}) => waitFor(journal, meant(wanted), closing),
    watch: async (listener, filter = {}) => {
      const isWanted = createTest(meant(filter));
      return journal.watch((entry) => {
        if (isWanted(entry)) listener(entry);
      });
    },
    clear: () => journal.clear(),
  };
}
