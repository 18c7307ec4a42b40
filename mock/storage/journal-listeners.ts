/** Those who watch the journal in this process, and looking again whenever something has changed. */
import type { JournalEntry } from '../model/journal-entry.ts';

export type JournalListener = (entry: JournalEntry) => void;

export interface JournalListeners {
  /** Call what it gives to end. */
  add(listener: JournalListener): () => void;
  notify(entry: JournalEntry): void;
  readonly size: number;
}

export function createJournalListeners(): JournalListeners {
  const members = new Set<{ readonly listener: JournalListener }>();
  return {
    add: (listener) => {
      // One of its own for each call: the same function may watch twice.
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

/** A listener that throws is no reason to lose an entry, or the request that it is about. */
function notifyListener(listener: JournalListener, entry: JournalEntry): void {
  try {
    listener(entry);
  } catch {
    // Its own affair.
  }
}

/** One after the other; those that are asked for meanwhile are answered by one more. */
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
