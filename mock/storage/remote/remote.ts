/** The storage of another process of ours (host.ts is its end), such as the primary of several workers. */

import type { Journal, Storage } from '../../model/storage.ts';
import { createStorageElsewhere } from '../elsewhere.ts';
import type { Answer } from '../operations.ts';
import { entryOf } from '../texts.ts';
import { createAudience } from '../watching.ts';
import { type Channel, failureOf, type Message, type Order, type OrderName } from './channel.ts';
import { createLine, type Line } from './line.ts';
import { createUnsent } from './unsent.ts';

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
