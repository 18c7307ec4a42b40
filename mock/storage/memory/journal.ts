import type { JournalEntry, UnreadEntry } from '../../model/journal-entry.ts';
import type { HeldJournal, StorageLimits } from '../../model/storage.ts';
import { bodySize } from '../size.ts';
import { createAudience } from '../watching.ts';

/** What was recorded is dropped once the entry is made of it. */
interface Slot {
  readonly id: number;
  unread: UnreadEntry | undefined;
  entry: JournalEntry | undefined;
  /** Of the bodies; as long as it is unread, what they can be at most. */
  size: number;
}

export function createMemoryJournal(limits: StorageLimits): HeldJournal {
  const audience = createAudience();
  let slots: Slot[] = [];
  let size = 0;
  let lastId = 0;

  const entryIn = (slot: Slot, unread: UnreadEntry): JournalEntry => {
    const entry = { ...unread.read(), id: slot.id };
    slot.entry = entry;
    slot.unread = undefined;
    size += bodySize(entry) - slot.size;
    slot.size = bodySize(entry);
    return entry;
  };
  const read = (slot: Slot): readonly JournalEntry[] => {
    if (slot.entry !== undefined) return [slot.entry];
    return slot.unread === undefined ? [] : [entryIn(slot, slot.unread)];
  };
  /** Before one leaves for the sake of the size, it is looked at what that truly is. */
  const trim = (): void => {
    while (slots.length > 1 && (slots.length > limits.entries || size > limits.entryBytes)) {
      const unread = slots.length > limits.entries ? undefined : slots.find((one) => one.unread);
      if (unread === undefined) size -= slots.shift()?.size ?? 0;
      else read(unread);
    }
  };
  const keep = (slot: Slot): void => {
    slots.push(slot);
    size += slot.size;
    trim();
    if (audience.size > 0) for (const entry of read(slot)) audience.tell(entry);
  };

  return {
    add: async (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      keep({ id: lastId, unread: undefined, entry: added, size: bodySize(added) });
      return added;
    },
    addUnread: (unread) => {
      lastId += 1;
      keep({ id: lastId, unread, entry: undefined, size: unread.mostText });
    },
    // Those before leave too, so that the ids of the rest have no gaps.
    pass: (count) => {
      if (count > 0) slots = [];
      if (count > 0) size = 0;
      lastId += count;
    },
    // Ids have no gaps, so that the place of one is known.
    list: async (after = 0) => slots.slice(Math.max(0, after - lastId + slots.length)).flatMap(read),
    // Ids go on: whoever waits for what comes after one does not miss it.
    clear: async () => {
      slots = [];
      size = 0;
    },
    watch: async (listener) => audience.join(listener),
  };
}
