/** The storage of another process of ours (host.ts is its end), such as the primary of several workers. */
import type { LazyEntry } from '../../model/journal-entry.ts';
import { type Journal, STORAGE_LIMITS, type Storage } from '../../model/storage.ts';
import { createCommandStorage } from '../command-storage.ts';
import { createJournalListeners } from '../journal-listeners.ts';
import { bodySize, parseEntry, serializeEntry } from '../serialization.ts';
import type { CommandResult } from '../storage-commands.ts';
import { type BatchedChannel, createBatchedChannel } from './batched-channel.ts';
import {
  type Channel,
  type HostRequest,
  type HostRequestName,
  type Message,
  monotonicTime,
  toFailure,
} from './process-channel.ts';

/** Once the other process is gone, all of it rejects with `storage-unreachable`. Closing it leaves the channel open. */
export function openRemoteStorage(channel: Channel): Storage {
  const journalListeners = createJournalListeners();
  // Who cannot be told is gone, and needs nothing.
  const sendMessage = (message: Message) => channel.send(message, () => undefined);
  const entryBuffer = createEntryBuffer(() => sendMessage({ storage: 'news', id: 0 }));
  /** Until it is told that there are none, there may be some. */
  let mayHaveRules = true;
  const hostRequestHandlers: Readonly<Record<HostRequestName, (value: number) => CommandResult>> = {
    give: entryBuffer.flush,
    rules: (value) => {
      mayHaveRules = value !== 0;
      return null;
    },
    watched: (value) => {
      entryBuffer.setWatched(value !== 0);
      return null;
    },
  };
  const handleHostRequest = ({ name, value }: HostRequest) => {
    try {
      return hostRequestHandlers[name](value);
    } catch (error) {
      return toFailure(error);
    }
  };
  const batchedChannel = createBatchedChannel(channel, (message) => {
    if (message.storage === 'order')
      sendMessage({ storage: 'done', id: message.id, result: handleHostRequest(message) });
    if (message.storage === 'entry' && journalListeners.size > 0)
      journalListeners.notify(parseEntry(message.id, message.text));
  });
  const commandStorage = createCommandStorage({
    execute: batchedChannel.execute,
    watch: createRemoteWatch(batchedChannel, journalListeners.add),
    close: async () => batchedChannel.close(),
  });
  return {
    ...commandStorage,
    journal: { ...commandStorage.journal, addLazy: entryBuffer.add },
    rules: { ...commandStorage.rules, isEmpty: () => !mayHaveRules },
  };
}

/** The other process tells of entries as long as somebody here wants to hear of them. */
function createRemoteWatch(
  batchedChannel: BatchedChannel,
  addListener: ReturnType<typeof createJournalListeners>['add'],
): Journal['watch'] {
  let pendingWatch: Promise<CommandResult> | undefined;
  let listenerCount = 0;
  const removeListener = (): void => {
    listenerCount -= 1;
    if (listenerCount > 0) return;
    pendingWatch = undefined;
    batchedChannel.execute('unwatch', []).catch(() => undefined);
  };
  return async (listener) => {
    listenerCount += 1;
    try {
      pendingWatch ??= batchedChannel.execute('watch', []);
      await pendingWatch;
    } catch (error) {
      removeListener();
      throw error;
    }
    const stop = addListener(listener);
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      stop();
      removeListener();
    };
  };
}

/** The text of entries that are kept here: before there is more of it they are to be fetched. */
const MAX_BUFFERED_TEXT = STORAGE_LIMITS.entryBytes / 4;

interface EntryBuffer {
  add(entry: LazyEntry): void;
  /** [how many have left before, time, size, entry, ...] of all up to this time, which leave. */
  flush(until: number): readonly CommandResult[];
  /** Whether each entry is news; else only more than are to be kept here. */
  setWatched(isWatched: boolean): void;
}

interface BufferedEntry {
  readonly time: number;
  readonly entry: LazyEntry;
}

/**
 * The entries that this process keeps until somebody, through whatever process, wants to read the journal. `news` is called
 * once until the next `give`. Of entries alone no more are kept than the journal holds.
 */
function createEntryBuffer(onEntriesWaiting: () => void): EntryBuffer {
  let bufferedEntries: BufferedEntry[] = [];
  let text = 0;
  let evictedCount = 0;
  let isWatched = false;
  let isNotified = false;
  const sendMessage = () => {
    if (isNotified || bufferedEntries.length === 0 || !(isWatched || text > MAX_BUFFERED_TEXT)) return;
    isNotified = true;
    onEntriesWaiting();
  };
  return {
    add: (entry) => {
      bufferedEntries.push({ time: monotonicTime(), entry });
      text += entry.maxTextLength;
      if (bufferedEntries.length > STORAGE_LIMITS.entries) {
        text -= bufferedEntries.shift()?.entry.maxTextLength ?? 0;
        evictedCount += 1;
      }
      sendMessage();
    },
    flush: (until) => {
      const later = bufferedEntries.findIndex(({ time }) => time > until);
      const count = later === -1 ? bufferedEntries.length : later;
      const flushed = [evictedCount, ...bufferedEntries.slice(0, count).flatMap(serializeBufferedEntry)];
      bufferedEntries = bufferedEntries.slice(count);
      text = bufferedEntries.reduce((sum, { entry }) => sum + entry.maxTextLength, 0);
      evictedCount = 0;
      isNotified = false;
      sendMessage();
      return flushed;
    },
    setWatched: (now) => {
      isWatched = now;
      sendMessage();
    },
  };
}

function serializeBufferedEntry({ time, entry }: BufferedEntry): readonly CommandResult[] {
  const read = entry.create();
  return [time, bodySize(read), serializeEntry(read)];
}
