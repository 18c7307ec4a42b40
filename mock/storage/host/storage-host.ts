/** Gives other processes of this package access to the storage of this one (the other end is remote-storage.ts). */
import type { InMemoryStorage, Storage } from '../../model/storage.ts';
import { type Channel, type ChannelResult, type Message, toFailure } from '../remote/process-channel.ts';
import { serializeEntry } from '../serialization.ts';
import { type CommandResult, isStorageCommand, type StorageCommand } from '../storage-commands.ts';
import { executeCommand } from './execute-command.ts';
import { createSharedStorage } from './shared-storage.ts';
import { createStorageClients } from './storage-clients.ts';

export interface StorageHost {
  /**
   * The storage including the data that the other processes hold. This process must use it instead of the local one.
   */
  readonly storage: Storage;
  /**
   * Serves the channel until the other end closes; the returned function ends it earlier. `onSilent` is called if the
   * other end does not respond in time.
   */
  connect(channel: Channel, onSilent?: () => void): () => void;
}

export function createStorageHost(localStorage: InMemoryStorage): StorageHost {
  const clients = createStorageClients();
  const { storage, fetchEntries } = createSharedStorage(clients, localStorage);
  return {
    storage,
    connect: (channel, onSilent = () => undefined) => {
      // If sending fails, the other process has ended and needs no message.
      const sendMessage = (message: Message) => channel.send(message, () => undefined);
      const client = clients.connect(sendMessage, onSilent);
      const journalWatch = createJournalWatch(storage, sendMessage);
      const result = ({ command, args }: StorageRequest): Promise<CommandResult> => {
        if (command === 'watch') return journalWatch.start();
        return command === 'unwatch' ? journalWatch.stop() : executeCommand(storage, command, args);
      };
      /** All commands are started in order before the first result is awaited. */
      const executeAll = async (id: number, requests: readonly StorageRequest[]) => {
        if (requests.length === 0) return;
        client.activate();
        const commandResults = await Promise.all(requests.map(result).map(resultOrFailure));
        for (const batch of splitIntoMessages(commandResults)) {
          channel.send({ storage: 'results', id, results: batch }, ({ message }) =>
            sendMessage({ storage: 'results', id, results: batch.map(() => ({ failure: message })) }),
          );
        }
      };
      const disconnect = () => {
        client.disconnect();
        journalWatch.stop().catch(() => undefined);
      };
      const stop = channel.listen((message) => {
        if (message.storage === 'requests') void executeAll(message.id, parseRequests(message.requests));
        if (message.storage === 'done') client.receiveResult(message.id, message.result);
        // Watchers are not informed of a failure; the next read of the journal reports it.
        if (message.storage === 'available') fetchEntries().catch(() => undefined);
      }, disconnect);
      return () => {
        stop();
        disconnect();
      };
    },
  };
}

function createJournalWatch({ journal }: Storage, sendMessage: (message: Message) => void) {
  let journalWatch: Promise<() => void> | undefined;
  return {
    start: async (): Promise<CommandResult> => {
      journalWatch ??= journal.watch((entry) =>
        sendMessage({ storage: 'entry', id: entry.id, text: serializeEntry(entry) }),
      );
      await journalWatch;
      return null;
    },
    stop: async (): Promise<CommandResult> => {
      const stop = journalWatch;
      journalWatch = undefined;
      (await stop)?.();
      return null;
    },
  };
}

interface StorageRequest {
  readonly command: StorageCommand | 'watch' | 'unwatch';
  readonly args: readonly string[];
}

/** Empty if any of them is not a known command. */
function parseRequests(texts: readonly string[]): readonly StorageRequest[] {
  const requests: StorageRequest[] = [];
  for (let at = 0; at < texts.length; ) {
    const command = texts[at];
    if (command !== 'watch' && command !== 'unwatch' && !isStorageCommand(command)) return [];
    const end = at + 2 + Number(texts[at + 1]);
    requests.push({ command, args: texts.slice(at + 2, end) });
    at = end;
  }
  return requests;
}

async function resultOrFailure(pendingResult: Promise<CommandResult>): Promise<ChannelResult> {
  try {
    return await pendingResult;
  } catch (error) {
    return toFailure(error);
  }
}

/**
 * In characters. A message is serialized as one string of limited length, which could not contain many long results.
 */
const MAX_MESSAGE_TEXT = 1_000_000;

/** The results in order, with as many in each message as fit; a longer one gets its own message. */
function splitIntoMessages(results: readonly ChannelResult[]): readonly (readonly ChannelResult[])[] {
  const messages: ChannelResult[][] = [];
  let capacity = 0;
  for (const result of results) {
    const length = resultLength(result);
    const last = messages.at(-1);
    if (last === undefined || length > capacity) messages.push([result]);
    else last.push(result);
    capacity = (last === undefined || length > capacity ? MAX_MESSAGE_TEXT : capacity) - length;
  }
  return messages;
}

function resultLength(result: ChannelResult): number {
  if (typeof result === 'string') return result.length;
  if (typeof result !== 'object' || result === null || 'failure' in result) return 0;
  return result.reduce<number>((sum, item) => sum + resultLength(item), 0);
}
