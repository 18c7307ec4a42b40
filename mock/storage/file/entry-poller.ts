/** Reports journal entries that any process adds to a file: SQLite sends no notifications, so the file is read regularly. */
import type { JournalEntry } from '../../model/journal-entry.ts';
import type { Journal } from '../../model/storage.ts';
import { coalesceCalls, createJournalListeners } from '../journal-listeners.ts';

interface EntryPoller {
  readonly watch: Journal['watch'];
  readonly close: () => void;
}

interface EntrySource {
  /** The last assigned id; ids only grow. */
  newestId(): Promise<number>;
  /** Oldest first. */
  entriesAfter(id: number): Promise<readonly JournalEntry[]>;
}

/** A person sees no delay, and a check of a file without new entries takes some ten microseconds. */
const POLL_INTERVAL_MS = 50;

export function createEntryPoller({ newestId, entriesAfter }: EntrySource): EntryPoller {
  const listeners = createJournalListeners();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;

  const poll = coalesceCalls(async () => {
    const entries = await entriesAfter(lastId);
    lastId = entries.at(-1)?.id ?? lastId;
    for (const entry of entries) listeners.notify(entry);
  });
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    watch: async (listener) => {
      // Earlier entries belong to earlier listeners only.
      if (timer === undefined) lastId = await newestId();
      else await poll();
      const remove = listeners.add(listener);
      // The next round tries again; requests report what fails.
      timer ??= setInterval(() => void poll().catch(() => undefined), POLL_INTERVAL_MS).unref();
      return () => {
        remove();
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}
