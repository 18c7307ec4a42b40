import type { JournalEntry } from '../../journal/entry.ts';
import { createAudience } from '../audience.ts';
import { bodySize } from '../size.ts';
import type { Journal, StorageLimits } from '../storage.ts';

export function createMemoryJournal(limits: StorageLimits): Journal {
  const audience = createAudience();
  let entries: JournalEntry[] = [];
  let size = 0;
  let lastId = 0;

  const trim = (): void => {
    while (entries.length > 1 && (entries.length > limits.entries || size > limits.entryBytes)) {
      size -= bodySize(entries.shift());
    }
  };

  return {
    add: async (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      entries.push(added);
      size += bodySize(added);
      trim();
      audience.tell(added);
      return added;
    },
    // Ids have no gaps, so that the place of one is known.
    list: async (after = 0) => entries.slice(Math.max(0, after - lastId + entries.length)),
    // Ids go on: whoever waits for what comes after one does not miss it.
    clear: async () => {
      entries = [];
      size = 0;
    },
    watch: async (listener) => audience.join(listener),
  };
}
