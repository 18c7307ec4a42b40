/** What a storage says over the channel between two processes of ours, and the two ends of it. */
import { type CommandResult, isCommandResult } from '../storage-commands.ts';

/**
 * Texts and numbers alone: they survive every kind of serialisation between processes. Questions and answers travel many at
 * a time, since a message on its way costs far more than what is in it.
 */
export type Message =
  /** The operation (or `watch`: entries from now on), the number of arguments, the arguments; the next one. */
  | { readonly storage: 'questions'; readonly id: number; readonly requests: readonly string[] }
  /** To each of them in turn; where that is long, in several messages. */
  | { readonly storage: 'answers'; readonly id: number; readonly results: readonly ChannelResult[] }
  | { readonly storage: 'entry'; readonly id: number; readonly text: string }
  /** What the process that holds it wants of the other one. */
  | { readonly storage: 'order'; readonly id: number; readonly name: HostRequestName; readonly value: number }
  | { readonly storage: 'done'; readonly id: number; readonly result: ChannelResult }
  /** There are new entries, and somebody watches. */
  | { readonly storage: 'news'; readonly id: number };

/**
 * `give`: the entries up to this time (see `clock`): [how many have left before, time, size, entry, ...].
 * `rules`: 0 from when on there are none, 1 before there may be some. `watched`: 1 while somebody watches the journal, else 0.
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
  /** `failed` is called when it cannot be sent. */
  send(message: Message, onFailed: (error: Error) => void): void;
  /** Call what it gives to end. `gone` is called once, when the other end is. */
  listen(onMessage: (message: Message) => void, onClose: () => void): () => void;
}

/** A child process, a worker of a cluster, or the process itself towards its parent. */
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
          if (error !== null) onFailed(error);
        });
      } catch (error) {
        // It is longer than a text can be.
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

export function toFailure(error: unknown): ChannelFailure {
  return { failure: error instanceof Error ? error.message : String(error) };
}

export function isFailure(result: ChannelResult): result is ChannelFailure {
  return typeof result === 'object' && result !== null && 'failure' in result;
}

/** Others may talk over the same channel. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('storage' in value) || !('id' in value)) return false;
  if (typeof value.id !== 'number') return false;
  switch (value.storage) {
    case 'questions':
      return 'asked' in value && isListOf(value.asked, isText);
    case 'answers':
      return 'answers' in value && isListOf(value.answers, isChannelResult);
    case 'entry':
      return 'text' in value && isText(value.text);
    case 'order':
      return 'name' in value && isHostRequestName(value.name) && 'value' in value && typeof value.value === 'number';
    case 'done':
      return 'answer' in value && isChannelResult(value.answer);
    case 'news':
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

/** Nanoseconds since a moment that is the same for all processes of a machine; never goes back. */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e9 + nanoseconds;
}
