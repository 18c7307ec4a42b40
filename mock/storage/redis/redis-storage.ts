/** Records, journal and rules in Redis, shared by any number of processes. */
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
  /**
   * The prefix of all keys; storages with different prefixes are independent. The default is `plant-store:`, or
   * `?prefix=` of the URL.
   */
  readonly prefix?: string;
  readonly limits?: StorageLimits;
}

/**
 * `redis://[[user]:password@]host[:port][/database][?prefix=...]`, or `rediss://` for TLS. One server (or the primary
 * of several), version 6.2 or later; not a cluster. Throws `option-invalid`, and `storage-unreachable` within three
 * seconds.
 */
export async function openRedisStorage(url: string, options: RedisOptions = {}): Promise<Storage> {
  const address = parseRedisUrl(url);
  const prefix = options.prefix ?? address.prefix ?? 'plant-store:';
  // Channels are shared by all databases of a server.
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

/** Runs the script by its hash, or sends it if Redis does not have it yet. */
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
  throw new Error(`Redis: expected strings, numbers or arrays of them, got ${typeof result}`);
}

/** New journal entries of all processes, received on a separate connection. */
interface EntryFeed {
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

interface EntryFeedOptions {
  readonly channel: string;
  readonly execute: ExecuteCommand;
  readonly open: () => Promise<RedisConnection>;
}

/** Much longer than messages are delayed; after that, a low id means that Redis restarted its counter. */
const DUPLICATE_WINDOW_MS = 3_000;

function createEntryFeed({ channel, execute, open }: EntryFeedOptions): EntryFeed {
  const listeners = createJournalListeners();
  /** The last reported id; missed entries start after it. */
  let lastId = 0;
  /** After a reconnect the journal was read up to this id; for a while messages may repeat entries up to it. */
  let caughtUp = { id: 0, until: 0 };
  let queue = Promise.resolve();
  let connection: Promise<RedisConnection> | undefined;

  const receiveMessage = async (message: string): Promise<void> => {
    const end = message.indexOf('\n');
    const id = Number(message.slice(0, end));
    if (id <= caughtUp.id && performance.now() < caughtUp.until) return;
    // Ids have no gaps, so the entries in between were missed.
    if (id > lastId + 1) return catchUp();
    lastId = id;
    if (listeners.size > 0) listeners.notify(parseEntry(id, message.slice(end + 1)));
  };
  const catchUp = async (): Promise<void> => {
    const listed = await execute('listEntries', [String(lastId)]);
    // A Redis server that lost its data restarts its counter.
    const missed = newestId(listed) < lastId ? await execute('listEntries', ['0']) : listed;
    for (const entry of entriesFromResult(missed)) listeners.notify(entry);
    lastId = newestId(missed);
    caughtUp = { id: lastId, until: performance.now() + DUPLICATE_WINDOW_MS };
  };
  /** Runs steps sequentially, so that entries are reported in order. */
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
