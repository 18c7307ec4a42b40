/** The messages between two processes that share a storage, and the channel that carries them. */
import { type CommandResult, isCommandResult } from '../storage-commands.ts';

/**
 * Contains only strings and numbers, which survive every kind of serialization between processes. Commands and results
 * are sent in batches, because the cost of a message is far higher than that of its content.
 */
export type Message =
  /** For each command: its name (or `watch`: entries from now on), the number of arguments, and the arguments. */
  | { readonly storage: 'requests'; readonly id: number; readonly requests: readonly string[] }
  /** The results in the order of the commands; long ones are split into several messages. */
  | { readonly storage: 'results'; readonly id: number; readonly results: readonly ChannelResult[] }
  | { readonly storage: 'entry'; readonly id: number; readonly text: string }
  /** A request from the process with the storage to the other one. */
  | { readonly storage: 'order'; readonly id: number; readonly name: HostRequestName; readonly value: number }
  | { readonly storage: 'done'; readonly id: number; readonly result: ChannelResult }
  /** There are new entries and the journal is watched. */
  | { readonly storage: 'available'; readonly id: number };

/**
 * `give`: the entries up to this time (see `monotonicTime`): [number of evicted entries, time, size, entry, ...].
 * `rules`: 0 if there are no rules, 1 if there may be some. `watched`: 1 while the journal is watched, or else 0.
 */
export type HostRequestName = (typeof hostRequestNames)[number];

const hostRequestNames = ['give', 'rules', 'watched'] as const;

export type HostRequest = Extract<Message, { readonly storage: 'order' }>;

export type ChannelResult = CommandResult | ChannelFailure;

export interface ChannelFailure {
  /** The reason. */
  readonly failure: string;
}

export interface Channel {
  /** `onFailed` is called if it cannot be sent. */
  send(message: Message, onFailed: (error: Error) => void): void;
  /** The returned function stops listening. `onClose` is called once, when the other end closes. */
  listen(onMessage: (message: Message) => void, onClose: () => void): () => void;
}

/** A child process, a cluster worker, or this process as seen by its parent. */
export interface ChannelPeer {
  readonly send?: (message: Message, done: (error: Error | null) => void) => boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
  off(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
}

export function createChannel(peer: ChannelPeer): Channel {
  return {
    send: (message, onFailed) => {
      if (peer.send === undefined) {
        onFailed(new Error('no channel'));
        return;
      }
      try {
        peer.send(message, (error) => {
          if (error !== null) onFailed(isClosed(error) ? new Error(HOST_EXITED) : error);
        });
      } catch (error) {
        // The message exceeds the maximum length of a string.
        onFailed(error instanceof Error ? error : new Error(String(error)));
      }
    },
    listen: (onMessage, onClose) => {
      const receive = (message: unknown) => {
        if (isMessage(message)) onMessage(message);
      };
      peer.on('message', receive);
      peer.once('disconnect', onClose);
      return () => {
        peer.off('message', receive);
        peer.off('disconnect', onClose);
      };
    },
  };
}

/** Shown to the user. */
export const HOST_EXITED = 'the process that hosts it has exited';

/** A message may fail before the end of the other process is known. */
function isClosed({ code = '' }: Error & { readonly code?: string }): boolean {
  return ['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED', 'ERR_IPC_DISCONNECTED'].includes(code);
}

export function toFailure(error: unknown): ChannelFailure {
  return { failure: error instanceof Error ? error.message : String(error) };
}

export function isFailure(result: ChannelResult): result is ChannelFailure {
  return typeof result === 'object' && result !== null && 'failure' in result;
}

/** Other code may use the same channel. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('storage' in value) || !('id' in value)) return false;
  if (typeof value.id !== 'number') return false;
  switch (value.storage) {
    case 'requests':
      return 'requests' in value && isListOf(value.requests, isText);
    case 'results':
      return 'results' in value && isListOf(value.results, isChannelResult);
    case 'entry':
      return 'text' in value && isText(value.text);
    case 'order':
      return 'name' in value && isHostRequestName(value.name) && 'value' in value && typeof value.value === 'number';
    case 'done':
      return 'result' in value && isChannelResult(value.result);
    case 'available':
      return true;
    default:
      return false;
  }
}

function isHostRequestName(value: unknown): value is HostRequestName {
  return hostRequestNames.some((name) => name === value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isChannelResult(value: unknown): value is ChannelResult {
  if (isCommandResult(value)) return true;
  return typeof value === 'object' && value !== null && 'failure' in value && isText(value.failure);
}

/** Nanoseconds on a monotonic clock that all processes of a machine share. */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e9 + nanoseconds;
}
