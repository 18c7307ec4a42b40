/** Those who watch the journal in this process. */
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
