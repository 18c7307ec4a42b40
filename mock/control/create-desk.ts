/** The desk over a storage: journal, with waiting for entries, records and rules. */
import { KitError } from '../../errors.ts';
import { copyOf } from '../../spec/json/copies.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Rule } from '../model/rule.ts';
import { type Journal, removedFrom, STORAGE_LIMITS } from '../model/storage.ts';
import { checkRules } from '../rules/check-rules.ts';
import { inTurn } from '../storage/watching.ts';
import type { Desk, DeskParts, JournalDesk, JournalFilter, JournalWait } from './desk.ts';
import { createTest, filterEntries, lastOf, withOperationId } from './journal-filter.ts';

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

/** Less than the five seconds that Vitest and Jest give a test: the error here says more than theirs. */
const DEFAULT_TIMEOUT = 4_000;

/** Node ends a longer one at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Listens first and looks then, so that nothing falls between. */
async function waitFor(
  journal: Journal,
  wanted: JournalWait,
  closing: AbortSignal,
): Promise<readonly JournalEntry[]> {
  const { count = 1, timeout = DEFAULT_TIMEOUT, limit, signal, ...filter } = wanted;
  const isWanted = createTest(filter);
  const { promise, resolve, reject } = Promise.withResolvers<readonly JournalEntry[]>();
  let seen = 0;
  const look = inTurn(async () => {
    const found = filterEntries(await journal.list(filter.after), filter);
    seen = found.length;
    if (found.length >= count) resolve(lastOf(found, limit));
  });
  const ended = onAbort(closing, () => reject(new KitError('store-closed', 'nobody can come any more')));
  const left = onAbort(signal, () => reject(signal?.reason));
  const timer = setTimeout(() => reject(late({ count, timeout, seen })), Math.min(timeout, LONGEST_TIMER));
  // It may be over while the storage still begins to listen.
  promise.catch(() => undefined);
  const onEntry = (entry: JournalEntry) => {
    if (isWanted(entry)) look().catch(reject);
  };
  let stop = () => {};
  try {
    stop = await journal.watch(onEntry);
    await look();
    return await promise;
  } finally {
    stop();
    clearTimeout(timer);
    ended();
    left();
  }
}

function late({ count, timeout, seen }: { count: number; timeout: number; seen: number }): KitError {
  return new KitError('wait-timeout', `expected ${count} of such requests within ${timeout} ms, got ${seen}`);
}

/** Calls at once when it is aborted already; what it gives stops listening. */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted === true) act();
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
