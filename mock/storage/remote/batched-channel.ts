/**
 * Sends commands to the process with the storage, in batches: commands issued while a result is pending are sent
 * together after it.
 */
import { KitError } from '../../../errors.ts';
import type { CommandResult } from '../storage-commands.ts';
import { type Channel, type ChannelResult, HOST_EXITED, isFailure, type Message } from './process-channel.ts';

export interface BatchedChannel {
  /** Rejects with `storage-unreachable`. */
  execute(command: string, args: readonly string[]): Promise<CommandResult>;
  close(): void;
}

type PendingCommand = PromiseWithResolvers<CommandResult>;

/**
 * Commands for which the other end must first query all processes: other commands should not wait for their results.
 */
const UNBATCHED_COMMANDS: ReadonlySet<string> = new Set([
  'addEntry',
  'listEntries',
  'clearEntries',
  'addRules',
  'begin',
  'reset',
  'watch',
  'unwatch',
]);

export function createBatchedChannel(channel: Channel, onOtherMessage: (message: Message) => void): BatchedChannel {
  let texts: string[] = [];
  let pendingCommands: PendingCommand[] = [];
  /** Sent commands by message id. */
  const sentCommands = new Map<number, readonly PendingCommand[]>();
  /** The batched commands wait for the results of this message. */
  let awaitedMessageId: number | undefined;
  let lastId = 0;
  let closeReason: string | undefined;

  const send = (requestTexts: readonly string[], commands: readonly PendingCommand[]): void => {
    lastId += 1;
    const id = lastId;
    sentCommands.set(id, commands);
    channel.send({ storage: 'requests', id, requests: requestTexts }, ({ message }) =>
      settle(
        id,
        commands.map(() => ({ failure: message })),
      ),
    );
  };
  const settle = (id: number, results: readonly ChannelResult[]): void => {
    const settledCommands = sentCommands.get(id) ?? [];
    const rest = settledCommands.slice(results.length);
    if (rest.length === 0) sentCommands.delete(id);
    else sentCommands.set(id, rest);
    for (const [index, one] of settledCommands.entries()) {
      const result = results[index];
      if (result !== undefined) settleCommand(one, result);
    }
    if (rest.length > 0 || id !== awaitedMessageId) return;
    awaitedMessageId = undefined;
    if (pendingCommands.length > 0) setImmediate(flush);
  };
  const flush = (): void => {
    if (awaitedMessageId !== undefined || pendingCommands.length === 0) return;
    const [requestTexts, commands] = [texts, pendingCommands];
    texts = [];
    pendingCommands = [];
    // Set before sending, because `send` may fail synchronously.
    awaitedMessageId = lastId + 1;
    send(requestTexts, commands);
  };
  const rejectAll = (reason: string): void => {
    closeReason ??= reason;
    for (const one of [...sentCommands.values(), pendingCommands].flat()) one.reject(storageUnreachable(reason));
    sentCommands.clear();
    pendingCommands = [];
  };
  const stop = channel.listen(
    (message) => {
      if (message.storage === 'results') settle(message.id, message.results);
      else onOtherMessage(message);
    },
    () => rejectAll(HOST_EXITED),
  );

  return {
    execute: (command, args) => {
      if (closeReason !== undefined) return Promise.reject(storageUnreachable(closeReason));
      const one = Promise.withResolvers<CommandResult>();
      const requestText = [command, String(args.length), ...args];
      if (UNBATCHED_COMMANDS.has(command)) {
        send(requestText, [one]);
        return one.promise;
      }
      texts.push(...requestText);
      // Scheduled once for all commands in this turn of the event loop.
      if (pendingCommands.push(one) === 1) setImmediate(flush);
      return one.promise;
    },
    close: () => {
      stop();
      rejectAll('it was closed');
    },
  };
}

function settleCommand({ resolve, reject }: PendingCommand, result: ChannelResult): void {
  if (isFailure(result)) reject(storageUnreachable(result.failure));
  else resolve(result);
}

function storageUnreachable(reason: string): KitError {
  return new KitError('storage-unreachable', reason);
}
