/**
 * The storage of another process of this package (the other end is storage-host.ts), such as the primary of several
 * workers.
 */
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

/**
 * When the other process ends, all operations reject with `storage-unreachable`. Closing the storage keeps the channel
 * open.
 */
export function openRemoteStorage(channel: Channel): Storage {
  const journalListeners = createJournalListeners();
  // If sending fails, the other process has ended and needs no message.
  const sendMessage = (message: Message) => channel.send(message, () => undefined);
  const entryBuffer = createEntryBuffer(() => sendMessage({ storage: 'available', id: 0 }));
  /** True until the other process reports that there are no rules. */
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

/** The other process sends entries as long as there is a listener in this one. */
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

/** The maximum text of buffered entries: the other process is notified before it is exceeded. */
const MAX_BUFFERED_TEXT = STORAGE_LIMITS.entryBytes / 4;

interface EntryBuffer {
  add(entry: LazyEntry): void;
  /** [number of evicted entries, time, size, entry, ...]: removes and returns all entries up to this time. */
  flush(until: number): readonly CommandResult[];
  /** Whether to notify of each entry, or only when the buffer is full. */
  setWatched(isWatched: boolean): void;
}

interface BufferedEntry {
  readonly time: number;
  readonly entry: LazyEntry;
}

/**
 * Buffers the entries of this process until the journal is read through any process. `onEntriesWaiting` is called at
 * most once before the next `flush`. The number of entries is limited to the capacity of the journal.
 */
function createEntryBuffer(onEntriesWaiting: () => void): EntryBuffer {
  let bufferedEntries: BufferedEntry[] = [];
  let text = 0;
  let evictedCount = 0;
  let isWatched = false;
  let isNotified = false;
  const notifyIfNeeded = () => {
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
      notifyIfNeeded();
    },
    flush: (until) => {
      const later = bufferedEntries.findIndex(({ time }) => time > until);
      const count = later === -1 ? bufferedEntries.length : later;
      const flushed = [evictedCount, ...bufferedEntries.slice(0, count).flatMap(serializeBufferedEntry)];
      bufferedEntries = bufferedEntries.slice(count);
      text = bufferedEntries.reduce((sum, { entry }) => sum + entry.maxTextLength, 0);
      evictedCount = 0;
      isNotified = false;
      notifyIfNeeded();
      return flushed;
    },
    setWatched: (watched) => {
      isWatched = watched;
      notifyIfNeeded();
    },
  };
}

function serializeBufferedEntry({ time, entry }: BufferedEntry): readonly CommandResult[] {
  const created = entry.create();
  return [time, bodySize(created), serializeEntry(created)];
}
