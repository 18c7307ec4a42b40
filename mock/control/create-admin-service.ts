/** The admin service on top of a storage: the journal with waiting for entries, records and rules. */
import { KitError } from '../../errors.ts';
import { deepCopy } from '../../spec/json/convert-json.ts';
import { withOrigin } from '../made-up/image-url.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { Rule } from '../model/rule.ts';
import { type Journal, removedKeysCollection, STORAGE_LIMITS } from '../model/storage.ts';
import { withAllCounts } from '../records/relations/related-records.ts';
import { checkRules } from '../rules/check-rules.ts';
import { createRuleStates, STATES_COLLECTION } from '../rules/rule-states.ts';
import { coalesceCalls } from '../storage/journal-listeners.ts';
import type { AdminService, AdminServiceOptions, JournalAdmin, JournalFilter, JournalWait } from './admin-service.ts';
import { createEntryPredicate, filterEntries, lastEntries, withOperationId } from './journal-filter.ts';
import { createWebhooksAdmin } from './webhooks.ts';

export function createAdminService({
  storage,
  seed,
  addRecord,
  withNested = (records) => records,
  origin = () => '',
  initialState,
  contracts,
  closing,
  madeUp,
  sendOutgoing,
}: AdminServiceOptions): AdminService {
  const { records, rules, journal } = storage;
  const addRules = async (added: readonly Rule[]) => {
    if (added.length > STORAGE_LIMITS.rules) throw tooManyRules(added.length);
    return rules.add(checkRules(added, contracts()));
  };
  return {
    journal: createJournalAdmin({ journal, contracts, closing }),
    records: {
      // The other collections are internal.
      collections: async () => (await records.collections()).filter(({ name }) => name.startsWith('/')),
      list: async (collection) => {
        const shown = withNested(records);
        const all = await shown.list(collection);
        const served = contracts().find(({ prefix }) => collection.startsWith(`${prefix}/`));
        const counted =
          served === undefined ? all : await withAllCounts({ ...served, records: shown }, collection, all);
        return counted.map(({ value }) => withOrigin(deepCopy(value), origin()));
      },
      add: async (collection, ...added) => {
        for (const value of added) await addRecord(collection, value);
      },
      clear: async (collection) => {
        // The states of rules are no records of the contract.
        const states = collection === undefined ? await records.list(STATES_COLLECTION) : [];
        await withNested(records).clear(collection);
        for (const { id, value } of states) await records.insert(STATES_COLLECTION, id, value);
        if (collection !== undefined) await records.clear(removedKeysCollection(collection));
      },
    },
    scenario: {
      rules: () => rules.list(),
      add: (...added) => addRules(added),
      next: async (operation, then, times = 1) => {
        const [rule] = await addRules([{ when: { operation }, times, then }]);
        if (rule === undefined) throw new KitError('rule-invalid', 'the storage accepted no rule');
        return rule;
      },
      replace: async (id, rule) => {
        const [checked] = checkRules([rule], contracts());
        if (checked === undefined || !(await rules.replace(id, checked, { restarts: true }))) return false;
        await createRuleStates(records).restart(id);
        return true;
      },
      setEnabled: async (id, isEnabled) => {
        const found = (await rules.list()).find((rule) => rule.id === id);
        if (found === undefined) return false;
        const { id: _id, skipped: _skipped, taken: _taken, enabled: _enabled, ...rule } = found;
        return rules.replace(id, isEnabled ? rule : { ...rule, enabled: false }, { restarts: false });
      },
      order: (...ids) => rules.order(ids),
      remove: (id) => rules.remove(id),
      clear: async () => {
        await rules.clear();
        await records.clear(STATES_COLLECTION);
      },
      states: async () => {
        const names = new Set((await rules.list()).flatMap(({ scenario }) => scenario ?? []));
        const { read } = createRuleStates(records);
        return Object.fromEntries(
          await Promise.all(Array.from(names, async (name) => [name, await read(name)] as const)),
        );
      },
    },
    webhooks: createWebhooksAdmin({ contracts, madeUp, storage, seed, origin, sendOutgoing }),
    reset: async () => storage.reset(await initialState()),
    ping: () => storage.ping(),
  };
}

/** The storage would silently evict some of them. */
function tooManyRules(count: number): KitError {
  return new KitError('rule-invalid', `rules: expected at most ${STORAGE_LIMITS.rules}, got ${count}`);
}

interface JournalAdminOptions extends Pick<AdminServiceOptions, 'contracts' | 'closing'> {
  readonly journal: Journal;
}

function createJournalAdmin({ journal, contracts, closing }: JournalAdminOptions): JournalAdmin {
  const resolveOperation = <Filter extends JournalFilter>(filter: Filter) => withOperationId(filter, contracts());
  const list = async (requestedFilter: JournalFilter = {}) => {
    const filter = resolveOperation(requestedFilter);
    return filterEntries(await journal.list(filter.after), filter);
  };
  return {
    list,
    count: async (filter = {}) => (await list(filter)).length,
    waitFor: async (wait = {}) => waitFor(journal, resolveOperation(wait), closing),
    watch: async (listener, filter = {}) => {
      const matches = createEntryPredicate(resolveOperation(filter));
      return journal.watch((entry) => {
        if (matches(entry)) listener(entry);
      });
    },
    clear: () => journal.clear(),
  };
}

/** Shorter than the five-second test timeout of Vitest and Jest, because this error is more specific than theirs. */
const DEFAULT_TIMEOUT_MS = 4_000;

/** Node fires a timer with a longer delay immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Subscribes before it reads, so that no entry is missed in between. */
async function waitFor(journal: Journal, wait: JournalWait, closing: AbortSignal): Promise<readonly JournalEntry[]> {
  const { count = 1, timeout = DEFAULT_TIMEOUT_MS, limit, signal, ...filter } = wait;
  const matches = createEntryPredicate(filter);
  const { promise, resolve, reject } = Promise.withResolvers<readonly JournalEntry[]>();
  let matchCount = 0;
  const checkEntries = coalesceCalls(async () => {
    const found = filterEntries(await journal.list(filter.after), filter);
    matchCount = found.length;
    if (found.length >= count) resolve(lastEntries(found, limit));
  });
  const stopClosing = onAbort(closing, () => reject(new KitError('store-closed', 'no more requests can arrive')));
  const stopSignal = onAbort(signal, () => reject(signal?.reason));
  const timer = setTimeout(() => reject(waitTimeout({ count, timeout, matchCount })), Math.min(timeout, MAX_TIMER_MS));
  // The promise may settle while the subscription is still being set up.
  promise.catch(() => undefined);
  const onEntry = (entry: JournalEntry) => {
    if (matches(entry)) checkEntries().catch(reject);
  };
  let stop = () => {};
  try {
    stop = await journal.watch(onEntry);
    await checkEntries();
    return await promise;
  } finally {
    stop();
    clearTimeout(timer);
    stopClosing();
    stopSignal();
  }
}

interface WaitProgress {
  readonly count: number;
  readonly timeout: number;
  readonly matchCount: number;
}

function waitTimeout({ count, timeout, matchCount }: WaitProgress): KitError {
  return new KitError('wait-timeout', `matching requests: expected ${count} within ${timeout} ms, got ${matchCount}`);
}

/** Calls `act` immediately if the signal is already aborted; the returned function removes the listener. */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted === true) act();
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
