/** A storage that others keep parts of: the entries that nobody has read yet, and whether there are rules. */
import type { InMemoryJournal, InMemoryStorage, Journal, RuleStore, Storage } from '../../model/storage.ts';
import { coalesceCalls } from '../journal-listeners.ts';
import { type ChannelResult, isFailure, monotonicTime } from '../remote/process-channel.ts';
import { parseEntry } from '../serialization.ts';
import { type CommandResult, resultGroups, resultList } from '../storage-commands.ts';
import type { StorageClients } from './storage-clients.ts';

export interface SharedStorage {
  readonly storage: Storage;
  /** Brings the entries that were added up to now into the journal that is held. */
  fetchEntries(): Promise<void>;
}

export function createSharedStorage(clients: StorageClients, localStorage: InMemoryStorage): SharedStorage {
  const fetch = coalesceCalls(() => fetchEntries(clients, localStorage.journal));
  const { adding: whileAddingRules, removing: whileRemovingRules } = createRuleNotifier(clients, localStorage.rules);
  const storage: Storage = {
    ...localStorage,
    journal: createSharedJournal(clients, localStorage.journal, fetch),
    rules: {
      list: localStorage.rules.list,
      consume: localStorage.rules.consume,
      add: (rules) => whileAddingRules(rules.length, () => localStorage.rules.add(rules)),
      remove: (id) => whileRemovingRules(() => localStorage.rules.remove(id)),
      clear: () => whileRemovingRules(() => localStorage.rules.clear()),
    },
    initialize: (initial) => whileAddingRules(initial.rules.length, () => localStorage.initialize(initial)),
    reset: async (initial) => {
      await fetch();
      await whileAddingRules(initial.rules.length, () => localStorage.reset(initial));
    },
  };
  return { storage, fetchEntries: fetch };
}

function createSharedJournal(
  clients: StorageClients,
  localStorage: InMemoryJournal,
  fetch: () => Promise<void>,
): Journal {
  let watchers = 0;
  return {
    add: async (entry) => {
      await fetch();
      return localStorage.add(entry);
    },
    list: async (after) => {
      await fetch();
      return localStorage.list(after);
    },
    clear: async () => {
      await fetch();
      await localStorage.clear();
    },
    watch: async (listener) => {
      watchers += 1;
      if (watchers === 1) void clients.requestAlways('watched', 1);
      // What came before is none of its business, and who is asked for that has heard the order.
      await fetch().catch(() => undefined);
      const stop = await localStorage.watch(listener);
      let isStopped = false;
      return () => {
        if (isStopped) return;
        isStopped = true;
        stop();
        watchers -= 1;
        if (watchers === 0) void clients.requestAlways('watched', 0);
      };
    },
  };
}

/** No process may think that there are no rules once the first one is there: all are told before. */
function createRuleNotifier(clients: StorageClients, rules: Required<RuleStore>) {
  let isNotified = false;
  let notification: Promise<unknown> = clients.requestAlways('rules', 0);
  let changes = 0;
  const whileRemovingRules = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    changes += 1;
    try {
      return await change();
    } finally {
      changes -= 1;
      if (isNotified && changes === 0 && rules.isEmpty()) {
        isNotified = false;
        void clients.requestAlways('rules', 0);
      }
    }
  };
  const whileAddingRules = <Result>(count: number, change: () => Promise<Result>): Promise<Result> =>
    whileRemovingRules(async () => {
      if (count > 0 && !isNotified) {
        isNotified = true;
        notification = clients.requestAlways('rules', 1);
      }
      if (isNotified) await notification;
      return change();
    });
  return { adding: whileAddingRules, removing: whileRemovingRules };
}

/** All have been added up to the same time, so that nothing that was answered before something else comes after it. */
async function fetchEntries(clients: StorageClients, journal: InMemoryJournal): Promise<void> {
  const results = await clients.requestAll('give', monotonicTime());
  const entryBatches = results.map((result) => (isFailure(result) ? [] : resultList(result)));
  journal.skipIds(entryBatches.reduce((sum, [skippedCount]) => sum + Number(skippedCount ?? 0), 0));
  const entries = entryBatches.flatMap((one) => resultGroups(one.slice(1), 3)).toSorted(compareByTime);
  for (const [, size, text] of entries) {
    journal.addLazy({ maxTextLength: Number(size), create: () => parseEntry(0, String(text)) });
  }
  throwIfFailed(results);
}

function compareByTime([one]: readonly CommandResult[], [other]: readonly CommandResult[]): number {
  return Number(one) - Number(other);
}

/** What could be had is in the journal. */
function throwIfFailed(results: readonly ChannelResult[]): void {
  const failed = results.find(isFailure);
  if (failed !== undefined) throw new Error(failed.failure);
}
