/** The storage of another process of ours (host.ts is its end), such as the primary of several workers. */
import type { UnreadEntry } from '../../model/journal-entry.ts';
import { type Journal, STORAGE_LIMITS, type Storage } from '../../model/storage.ts';
import { createStorageElsewhere } from '../elsewhere.ts';
import type { Answer } from '../operations.ts';
import { bodySize, entryOf, entryText } from '../texts.ts';
import { createAudience } from '../watching.ts';
import { type Channel, clock, failureOf, type Message, type Order, type OrderName } from './channel.ts';
import { createLine, type Line } from './line.ts';

/** Once the other process is gone, all of it rejects with `storage-unreachable`. Closing it leaves the channel open. */
export function openRemoteStorage(channel: Channel): Storage {
  const audience = createAudience();
  // Who cannot be told is gone, and needs nothing.
  const tell = (message: Message) => channel.send(message, () => undefined);
  const unsent = createUnsent(() => tell({ storage: 'news', id: 0 }));
  /** Until it is told that there are none, there may be some. */
  let areRules = true;
  const orders: Readonly<Record<OrderName, (value: number) => Answer>> = {
    give: unsent.give,
    rules: (value) => {
      areRules = value !== 0;
      return null;
    },
    watched: (value) => {
      unsent.watched(value !== 0);
      return null;
    },
  };
  const carryOut = ({ name, value }: Order) => {
    try {
      return orders[name](value);
    } catch (error) {
      return failureOf(error);
    }
  };
  const line = createLine(channel, (message) => {
    if (message.storage === 'order') tell({ storage: 'done', id: message.id, answer: carryOut(message) });
    if (message.storage === 'entry' && audience.size > 0) audience.tell(entryOf(message.id, message.text));
  });
  const elsewhere = createStorageElsewhere({
    ask: line.ask,
    watch: watchOver(line, audience.join),
    close: async () => line.close(),
  });
  return {
    ...elsewhere,
    journal: { ...elsewhere.journal, addUnread: unsent.add },
    rules: { ...elsewhere.rules, isEmpty: () => !areRules },
  };
}

/** The other process tells of entries as long as somebody here wants to hear of them. */
function watchOver(line: Line, join: ReturnType<typeof createAudience>['join']): Journal['watch'] {
  let watching: Promise<Answer> | undefined;
  let listeners = 0;
  const leave = (): void => {
    listeners -= 1;
    if (listeners > 0) return;
    watching = undefined;
    line.ask('unwatch', []).catch(() => undefined);
  };
  return async (listener) => {
    listeners += 1;
    try {
      watching ??= line.ask('watch', []);
      await watching;
    } catch (error) {
      leave();
      throw error;
    }
    const stop = join(listener);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      stop();
      leave();
    };
  };
}

/** The text of entries that are kept here: before there is more of it they are to be fetched. */
const MOST_TEXT = STORAGE_LIMITS.entryBytes / 4;

interface Unsent {
  add(entry: UnreadEntry): void;
  /** [how many have left before, time, size, entry, ...] of all up to this time, which leave. */
  give(until: number): readonly Answer[];
  /** Whether each entry is news; else only more than are to be kept here. */
  watched(isWatched: boolean): void;
}

interface Waiting {
  readonly time: number;
  readonly entry: UnreadEntry;
}

/**
 * The entries that this process keeps until somebody, through whatever process, wants to read the journal. `news` is called
 * once until the next `give`. Of entries alone no more are kept than the journal holds.
 */
function createUnsent(news: () => void): Unsent {
  let waiting: Waiting[] = [];
  let text = 0;
  let left = 0;
  let isWatched = false;
  let isTold = false;
  const tell = () => {
    if (isTold || waiting.length === 0 || !(isWatched || text > MOST_TEXT)) return;
    isTold = true;
    news();
  };
  return {
    add: (entry) => {
      waiting.push({ time: clock(), entry });
      text += entry.mostText;
      if (waiting.length > STORAGE_LIMITS.entries) {
        text -= waiting.shift()?.entry.mostText ?? 0;
        left += 1;
      }
      tell();
    },
    give: (until) => {
      const later = waiting.findIndex(({ time }) => time > until);
      const count = later === -1 ? waiting.length : later;
      const given = [left, ...waiting.slice(0, count).flatMap(told)];
      waiting = waiting.slice(count);
      text = waiting.reduce((sum, { entry }) => sum + entry.mostText, 0);
      left = 0;
      isTold = false;
      tell();
      return given;
    },
    watched: (now) => {
      isWatched = now;
      tell();
    },
  };
}

function told({ time, entry }: Waiting): readonly Answer[] {
  const read = entry.read();
  return [time, bodySize(read), entryText(read)];
}
