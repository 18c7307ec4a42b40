/**
 * A storage of which other processes hold parts: journal entries that were not read yet, and whether there are rules.
 */
import type { InMemoryJournal, InMemoryStorage, Journal, RuleStore, Storage } from '../../model/storage.ts';
import { coalesceCalls } from '../journal-listeners.ts';
import { type ChannelResult, isFailure, monotonicTime } from '../remote/process-channel.ts';
import { parseEntry } from '../serialization.ts';
import { type CommandResult, resultGroups, resultList } from '../storage-commands.ts';
import type { StorageClients } from './storage-clients.ts';

export interface SharedStorage {
  readonly storage: Storage;
  /** Moves the entries added so far by all processes into the local journal. */
  fetchEntries(): Promise<void>;
}

export function createSharedStorage(clients: StorageClients, localStorage: InMemoryStorage): SharedStorage {
  const fetch = coalesceCalls(() => fetchEntries(clients, localStorage.journal));
  const { whileAddingRules, whileRemovingRules } = createRuleNotifier(clients, localStorage.rules);
  const storage: Storage = {
    ...localStorage,
    journal: createSharedJournal(clients, localStorage.journal, fetch),
    rules: {
      list: localStorage.rules.list,
      consume: localStorage.rules.consume,
      add: (rules) => whileAddingRules(rules.length, () => localStorage.rules.add(rules)),
      replace: localStorage.rules.replace,
      order: localStorage.rules.order,
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
      // Fetches earlier entries first, so that the listener does not receive them; every process has then received the
      // `watched` request.
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

/** Notifies all processes before the first rule is added, so that none assumes that there are no rules. */
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
  return { whileAddingRules, whileRemovingRules };
}

/** Fetches the entries up to the same time from all processes, which preserves their order. */
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

/** Called after the available entries were added to the journal. */
function throwIfFailed(results: readonly ChannelResult[]): void {
  const failed = results.find(isFailure);
  if (failed !== undefined) throw new Error(failed.failure);
}
