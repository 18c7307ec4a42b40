/** Records, journal and rules in a Redis, which any number of processes share: they act as one store. */
import { createHash } from 'node:crypto';
import { STORAGE_LIMITS, type Storage, type StorageLimits } from '../../model/storage.ts';
import { createStorageElsewhere } from '../elsewhere.ts';
import { type Answer, type Ask, isAnswer, OPERATIONS, type Operation } from '../operations.ts';
import { openConnection, parseRedisUrl, type RedisConnection } from './connection.ts';
import { createFeed } from './feed.ts';
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
