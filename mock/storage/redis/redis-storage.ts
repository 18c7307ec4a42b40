/** Records, journal and rules in a Redis, which any number of processes share: they act as one store. */
import { createHash } from 'node:crypto';
import { type Journal, STORAGE_LIMITS, type Storage, type StorageLimits } from '../../model/storage.ts';
import { createCommandStorage, entriesFromResult } from '../command-storage.ts';
import { createJournalListeners } from '../journal-listeners.ts';
import { parseEntry } from '../serialization.ts';
import {
  type CommandResult,
  type ExecuteCommand,
  isCommandResult,
  resultList,
  STORAGE_COMMANDS,
  type StorageCommand,
} from '../storage-commands.ts';
import { openRedisConnection, parseRedisUrl, type RedisConnection } from './redis-connection.ts';
import { commandScript, KEYS, LEADING_ARGUMENTS } from './redis-scripts.ts';

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
  const connection = await openRedisConnection(address);
  const execute = createCommandExecutor(connection, [
    String(KEYS.length),
    ...KEYS.map((key) => `${prefix}${key}`),
    ...LEADING_ARGUMENTS.map((name) => String(limits[name])),
  ]);
  const entryFeed = createEntryFeed({ channel, execute, open: () => openRedisConnection(address) });
  return createCommandStorage({
    execute,
    watch: entryFeed.watch,
    close: async () => {
      await Promise.all([entryFeed.close(), connection.close()]);
    },
  });
}

interface RedisScript {
  readonly text: string;
  readonly hash: string;
}

const scripts: ReadonlyMap<StorageCommand, RedisScript> = new Map(
  STORAGE_COMMANDS.flatMap((command) => {
    const text = commandScript(command);
    return text === undefined ? [] : [[command, { text, hash: sha1(text) }] as const];
  }),
);

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** By its hash; whole where Redis does not know it yet. */
function createCommandExecutor(connection: RedisConnection, leading: readonly string[]): ExecuteCommand {
  return async (command, args) => {
    const script = scripts.get(command);
    if (script === undefined) return toCommandResult(await connection.send(['PING']));
    try {
      return toCommandResult(await connection.send(['EVALSHA', script.hash, ...leading, ...args]));
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return toCommandResult(await connection.send(['EVAL', script.text, ...leading, ...args]));
    }
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.includes(' NOSCRIPT ');
}

function toCommandResult(result: unknown): CommandResult {
  if (isCommandResult(result)) return result;
  throw new Error(`Redis: expected text, numbers or lists of them, got ${typeof result}`);
}

/** New entries of the journal, from whatever process, heard on a connection of its own. */
interface EntryFeed {
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

interface EntryFeedOptions {
  readonly channel: string;
  readonly execute: ExecuteCommand;
  readonly open: () => Promise<RedisConnection>;
}

/** Far longer than a message can be under way: later, a small id means that Redis counts from 1 again. */
const DUPLICATE_WINDOW_MS = 3_000;

function createEntryFeed({ channel, execute, open }: EntryFeedOptions): EntryFeed {
  const listeners = createJournalListeners();
  /** The last id told; what was missed begins after it. */
  let lastId = 0;
  /** Up to here the journal was read after a break; for a while messages may repeat it. */
  let caughtUp = { id: 0, until: 0 };
  let queue = Promise.resolve();
  let connection: Promise<RedisConnection> | undefined;

  const receiveMessage = async (message: string): Promise<void> => {
    const end = message.indexOf('\n');
    const id = Number(message.slice(0, end));
    if (id <= caughtUp.id && performance.now() < caughtUp.until) return;
    // Ids have no gaps: what is between was not heard.
    if (id > lastId + 1) return catchUp();
    lastId = id;
    if (listeners.size > 0) listeners.notify(parseEntry(id, message.slice(end + 1)));
  };
  const catchUp = async (): Promise<void> => {
    const listed = await execute('listEntries', [String(lastId)]);
    // A Redis that lost its data counts from 1 again.
    const missed = newestId(listed) < lastId ? await execute('listEntries', ['0']) : listed;
    for (const entry of entriesFromResult(missed)) listeners.notify(entry);
    lastId = newestId(missed);
    caughtUp = { id: lastId, until: performance.now() + DUPLICATE_WINDOW_MS };
  };
  /** One after the other, so that entries are told in their order. */
  const enqueue = (step: () => void | Promise<void>) => {
    queue = queue.then(step).catch(() => undefined);
  };
  const listen = async (): Promise<RedisConnection> => {
    const opened = await open();
    try {
      lastId = newestId(await execute('listEntries', [String(Number.MAX_SAFE_INTEGER)]));
      await opened.subscribe(
        channel,
        (message) => enqueue(() => receiveMessage(message)),
        () => enqueue(catchUp),
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
      return listeners.add(listener);
    },
    close: async () => {
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function newestId(listed: CommandResult): number {
  return Number(resultList(listed)[0]);
}
