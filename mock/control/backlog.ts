/** What a reader of the stream has not read yet: never more than so much of it. */
import { once } from 'node:events';
import type { JournalEntry } from '../model/journal-entry.ts';

export interface Backlog {
  readonly add: (entry: JournalEntry) => void;
  /** Waits for one. Rejects when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<JournalEntry>;
  readonly clear: () => void;
  /** Aborted when there was more than is kept. */
  readonly overflow: AbortSignal;
}

const MOST_ENTRIES = 1_000;
/** Characters of bodies. */
const MOST_TEXT = 8_000_000;

export function createBacklog(): Backlog {
  const waiting: JournalEntry[] = [];
  const overflow = new AbortController();
  const added = new EventTarget();
  let text = 0;
  const clear = () => {
    waiting.length = 0;
    text = 0;
  };
  return {
    add: (entry) => {
      if (overflow.signal.aborted) return;
      waiting.push(entry);
      text += textOf(entry);
      if (waiting.length > MOST_ENTRIES || text > MOST_TEXT) {
        clear();
        overflow.abort();
      } else added.dispatchEvent(new Event('added'));
    },
    next: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const entry = waiting.shift();
        if (entry === undefined) await once(added, 'added', { signal });
        else {
          text -= textOf(entry);
          return entry;
        }
      }
    },
    clear,
    overflow: overflow.signal,
  };
}

function textOf({ request, response }: JournalEntry): number {
  return (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
