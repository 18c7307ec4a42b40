/** The listeners to the journal in this process, and a helper that merges concurrent calls. */
import type { JournalEntry } from '../model/journal-entry.ts';

export type JournalListener = (entry: JournalEntry) => void;

export interface JournalListeners {
  /** The returned function removes the listener. */
  add(listener: JournalListener): () => void;
  notify(entry: JournalEntry): void;
  readonly size: number;
}

export function createJournalListeners(): JournalListeners {
  const members = new Set<{ readonly listener: JournalListener }>();
  return {
    add: (listener) => {
      // A new object for each call, because the same function may be added twice.
      const member = { listener };
      members.add(member);
      return () => void members.delete(member);
    },
    notify: (entry) => {
      for (const { listener } of members) notifyListener(listener, entry);
    },
    get size() {
      return members.size;
    },
  };
}

/** A listener that throws must not affect the entry or its request. */
function notifyListener(listener: JournalListener, entry: JournalEntry): void {
  try {
    listener(entry);
  } catch {
    // The error belongs to the listener.
  }
}

/** Runs calls sequentially; all calls during a run share one more run. */
export function coalesceCalls(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = () => {
    running = act().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
}
