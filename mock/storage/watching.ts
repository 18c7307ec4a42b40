/** Those who watch the journal in this process, and looking again whenever something has changed. */
import type { JournalEntry } from '../model/journal-entry.ts';

export type Listener = (entry: JournalEntry) => void;

export interface Audience {
  /** Call what it gives to end. */
  join(listener: Listener): () => void;
  tell(entry: JournalEntry): void;
  readonly size: number;
}

export function createAudience(): Audience {
  const members = new Set<{ readonly listener: Listener }>();
  return {
    join: (listener) => {
      // One of its own for each call: the same function may watch twice.
      const member = { listener };
      members.add(member);
      return () => void members.delete(member);
    },
    tell: (entry) => {
      for (const { listener } of members) tellOne(listener, entry);
    },
    get size() {
      return members.size;
    },
  };
}

/** A listener that throws is no reason to lose an entry, or the request that it is about. */
function tellOne(listener: Listener, entry: JournalEntry): void {
  try {
    listener(entry);
  } catch {
    // Its own affair.
  }
}

/** One after the other; those that are asked for meanwhile are answered by one more. */
export function inTurn(act: () => Promise<void>): () => Promise<void> {
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
