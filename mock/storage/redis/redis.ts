/** Records, journal and rules in a Redis, which any number of processes share: they act as one store. */
import { createHash } from 'node:crypto';
import { type Journal, STORAGE_LIMITS, type Storage, type StorageLimits } from '../../model/storage.ts';
import { createStorageElsewhere, entriesIn } from '../elsewhere.ts';
import { type Answer, type Ask, isAnswer, listOf, OPERATIONS, type Operation } from '../operations.ts';
import { entryOf } from '../texts.ts';
import { createAudience } from '../watching.ts';
import { openConnection, parseRedisUrl, type RedisConnection } from './connection.ts';
import { KEYS, LEADING, scriptOf } from './scripts.ts';

export interface RedisOptions {
  /** Before all keys; stores with different ones have nothing in common. `plant-store:`, unless the URL has `?prefix=`. */
  readonly prefix?: string;
  readonly limits?: StorageLimits;
}

/**
 * `redis://[[user]:password@]host[:port][/database][?prefix=...]`, or `rediss://` for TLS. One server (or the primary of
 * several), version 6.2 or later; not a cluster. Throws `option-invalid`, and `storage-unreachable` within three seconds.
 */
export async function openRedisStorage(url: string, options: RedisOptions = {}): Promise<Storage> {
  const address = parseRedisUrl(url);
  const prefix = options.prefix ?? address.prefix ?? 'plant-store:';
  // Databases share their channels.
  const channel = `${prefix}entries:${address.database}`;
  const limits = { ...(options.limits ?? STORAGE_LIMITS), channel };
  const connection = await openConnection(address);
  const ask = askOver(connection, [
    String(KEYS.length),
    ...KEYS.map((key) => `${prefix}${key}`),
    ...LEADING.map((name) => String(limits[name])),
  ]);
  const feed = createFeed({ channel, ask, open: () => openConnection(address) });
  return createStorageElsewhere({
    ask,
    watch: feed.watch,
    close: async () => {
      await Promise.all([feed.close(), connection.close()]);
    },
  });
}

interface Script {
  readonly text: string;
  readonly hash: string;
}

const scripts: ReadonlyMap<Operation, Script> = new Map(
  OPERATIONS.flatMap((operation) => {
    const text = scriptOf(operation);
    return text === undefined ? [] : [[operation, { text, hash: sha1(text) }] as const];
  }),
);

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** By its hash; whole where Redis does not know it yet. */
function askOver(connection: RedisConnection, leading: readonly string[]): Ask {
  return async (operation, args) => {
    const script = scripts.get(operation);
    if (script === undefined) return asAnswer(await connection.send(['PING']));
    try {
      return asAnswer(await connection.send(['EVALSHA', script.hash, ...leading, ...args]));
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return asAnswer(await connection.send(['EVAL', script.text, ...leading, ...args]));
    }
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.includes(' NOSCRIPT ');
}

function asAnswer(reply: unknown): Answer {
  if (isAnswer(reply)) return reply;
  throw new Error(`Redis: expected text, numbers or lists of them, got ${typeof reply}`);
}

/** New entries of the journal, from whatever process, heard on a connection of its own. */
interface Feed {
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

interface FeedParts {
  readonly channel: string;
  readonly ask: Ask;
  readonly open: () => Promise<RedisConnection>;
}

/** Far longer than a message can be under way: later, a small id means that Redis counts from 1 again. */
const REPEATS_MS = 3_000;

function createFeed({ channel, ask, open }: FeedParts): Feed {
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
