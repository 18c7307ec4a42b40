/** Lets other processes of ours use the storage of this one (remote.ts is their end). */
import type { InMemoryStorage, Storage } from '../../model/storage.ts';
import { type Channel, type ChannelResult, type Message, toFailure } from '../remote/process-channel.ts';
import { serializeEntry } from '../serialization.ts';
import { type CommandResult, isStorageCommand, type StorageCommand } from '../storage-commands.ts';
import { executeCommand } from './execute-command.ts';
import { createSharedStorage } from './shared-storage.ts';
import { createStorageClients } from './storage-clients.ts';

export interface StorageHost {
  /** As the other processes have it: what they keep is in it. For this process to use in place of the one that is held. */
  readonly storage: Storage;
  /** Until the other end is gone; call what it gives to end before. `silent` is called if it does not answer for long. */
  connect(channel: Channel, onSilent?: () => void): () => void;
}

export function createStorageHost(localStorage: InMemoryStorage): StorageHost {
  const clients = createStorageClients();
  const { storage, fetchEntries } = createSharedStorage(clients, localStorage);
  return {
    storage,
    connect: (channel, onSilent = () => undefined) => {
      // Who cannot be told is gone, and needs nothing.
      const sendMessage = (message: Message) => channel.send(message, () => undefined);
      const client = clients.connect(sendMessage, onSilent);
      const journalWatch = createJournalWatch(storage, sendMessage);
      const result = ({ command, args }: StorageRequest): Promise<CommandResult> => {
        if (command === 'watch') return journalWatch.start();
        return command === 'unwatch' ? journalWatch.stop() : executeCommand(storage, command, args);
      };
      /** All are begun in their order before the first answer is waited for. */
      const executeAll = async (id: number, requests: readonly StorageRequest[]) => {
        if (requests.length === 0) return;
        client.activate();
        const commandResults = await Promise.all(requests.map(result).map(resultOrFailure));
        for (const batch of splitIntoMessages(commandResults)) {
          channel.send({ storage: 'answers', id, results: batch }, ({ message }) =>
            sendMessage({ storage: 'answers', id, results: batch.map(() => ({ failure: message })) }),
          );
        }
      };
      const disconnect = () => {
        client.disconnect();
        journalWatch.stop().catch(() => undefined);
      };
      const stop = channel.listen((message) => {
        if (message.storage === 'questions') void executeAll(message.id, parseRequests(message.requests));
        if (message.storage === 'done') client.receiveResult(message.id, message.result);
        // Whoever watches is told by nobody that it failed; the next one who reads is.
        if (message.storage === 'news') fetchEntries().catch(() => undefined);
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

/** None where one of them is no question of ours. */
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

/** Characters. A message becomes one text, which has a longest: many long answers in one would not fit. */
const MAX_MESSAGE_TEXT = 1_000_000;

/** The same in their order, so many at a time as fit into a message; one that is longer is alone. */
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
