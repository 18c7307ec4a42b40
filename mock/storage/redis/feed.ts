/** New entries of the journal, from whatever process, heard on a connection of its own. */

import type { Journal } from '../../model/storage.ts';
import { entriesIn } from '../elsewhere.ts';
import { type Answer, type Ask, listOf } from '../operations.ts';
import { entryOf } from '../texts.ts';
import { createAudience } from '../watching.ts';
import type { RedisConnection } from './connection.ts';

export interface Feed {
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

export interface FeedParts {
  readonly channel: string;
  readonly ask: Ask;
  readonly open: () => Promise<RedisConnection>;
}

/** Far longer than a message can be under way: later, a small id means that Redis counts from 1 again. */
const REPEATS_MS = 3_000;

export function createFeed({ channel, ask, open }: FeedParts): Feed {
  const audience = createAudience();
  /** The last id told; what was missed begins after it. */
  let last = 0;
  /** Up to here the journal was read after a break; for a while messages may repeat it. */
  let caughtUp = { id: 0, until: 0 };
  let line = Promise.resolve();
  let connection: Promise<RedisConnection> | undefined;

  const hear = async (message: string): Promise<void> => {
    const end = message.indexOf('\n');
    const id = Number(message.slice(0, end));
    if (id <= caughtUp.id && performance.now() < caughtUp.until) return;
    // Ids have no gaps: what is between was not heard.
    if (id > last + 1) return catchUp();
    last = id;
    if (audience.size > 0) audience.tell(entryOf(id, message.slice(end + 1)));
  };
  const catchUp = async (): Promise<void> => {
    const answer = await ask('listEntries', [String(last)]);
    // A Redis that lost its data counts from 1 again.
    const missed = newestOf(answer) < last ? await ask('listEntries', ['0']) : answer;
    for (const entry of entriesIn(missed)) audience.tell(entry);
    last = newestOf(missed);
    caughtUp = { id: last, until: performance.now() + REPEATS_MS };
  };
  /** One after the other, so that entries are told in their order. */
  const inLine = (step: () => void | Promise<void>) => {
    line = line.then(step).catch(() => undefined);
  };
  const listen = async (): Promise<RedisConnection> => {
    const opened = await open();
    try {
      last = newestOf(await ask('listEntries', [String(Number.MAX_SAFE_INTEGER)]));
      await opened.subscribe(
        channel,
        (message) => inLine(() => hear(message)),
        () => inLine(catchUp),
      );
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  };

  return {
    watch: async (listener) => {
      connection ??= listen();
      try {
        await connection;
      } catch (error) {
        connection = undefined;
        throw error;
      }
      return audience.join(listener);
    },
    close: async () => {
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function newestOf(answer: Answer): number {
  return Number(listOf(answer)[0]);
}
