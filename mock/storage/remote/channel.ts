/** What a storage says over the channel between two processes of ours, and the two ends of it. */
import { type Answer, isAnswer } from '../operations.ts';

/**
 * Texts and numbers alone: they survive every kind of serialisation between processes. Questions and answers travel many at
 * a time, since a message on its way costs far more than what is in it.
 */
export type Message =
  /** The operation (or `watch`: entries from now on), the number of arguments, the arguments; the next one. */
  | { readonly storage: 'questions'; readonly id: number; readonly asked: readonly string[] }
  /** To each of them in turn; where that is long, in several messages. */
  | { readonly storage: 'answers'; readonly id: number; readonly answers: readonly ChannelReply[] }
  | { readonly storage: 'entry'; readonly id: number; readonly text: string }
  /** What the process that holds it wants of the other one. */
  | { readonly storage: 'order'; readonly id: number; readonly name: OrderName; readonly value: number }
  | { readonly storage: 'done'; readonly id: number; readonly answer: ChannelReply }
  /** There are new entries, and somebody watches. */
  | { readonly storage: 'news'; readonly id: number };

/**
 * `give`: the entries up to this time (see `clock`): [how many have left before, time, size, entry, ...].
 * `rules`: 0 from when on there are none, 1 before there may be some. `watched`: 1 while somebody watches the journal, else 0.
 */
export type OrderName = (typeof orderNames)[number];

const orderNames = ['give', 'rules', 'watched'] as const;

export type Order = Extract<Message, { readonly storage: 'order' }>;

export type ChannelReply = Answer | Failure;

export interface Failure {
  /** The reason. */
  readonly failure: string;
}

export interface Channel {
  /** `failed` is called when it cannot be sent. */
  send(message: Message, failed: (error: Error) => void): void;
  /** Call what it gives to end. `gone` is called once, when the other end is. */
  listen(heard: (message: Message) => void, gone: () => void): () => void;
}

/** A child process, a worker of a cluster, or the process itself towards its parent. */
export interface Peer {
  readonly send?: (message: Message, done: (error: Error | null) => void) => boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
  off(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
}

export function channelTo(peer: Peer): Channel {
  return {
    send: (message, failed) => {
      if (peer.send === undefined) {
        failed(new Error('no channel'));
        return;
      }
      try {
        peer.send(message, (error) => {
          if (error !== null) failed(error);
        });
      } catch (error) {
        // It is longer than a text can be.
        failed(error instanceof Error ? error : new Error(String(error)));
      }
    },
    listen: (heard, gone) => {
      const hear = (message: unknown) => {
        if (isMessage(message)) heard(message);
      };
      peer.on('message', hear);
      peer.once('disconnect', gone);
      return () => {
        peer.off('message', hear);
        peer.off('disconnect', gone);
      };
    },
  };
}

export function failureOf(error: unknown): Failure {
  return { failure: error instanceof Error ? error.message : String(error) };
}

export function isFailure(reply: ChannelReply): reply is Failure {
  return typeof reply === 'object' && reply !== null && 'failure' in reply;
}

/** Others may talk over the same channel. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('storage' in value) || !('id' in value)) return false;
  if (typeof value.id !== 'number') return false;
  switch (value.storage) {
    case 'questions':
      return 'asked' in value && isListOf(value.asked, isText);
    case 'answers':
      return 'answers' in value && isListOf(value.answers, isReply);
    case 'entry':
      return 'text' in value && isText(value.text);
    case 'order':
      return (
        'name' in value && isOrderName(value.name) && 'value' in value && typeof value.value === 'number'
      );
    case 'done':
      return 'answer' in value && isReply(value.answer);
    case 'news':
      return true;
    default:
      return false;
  }
}

function isOrderName(value: unknown): value is OrderName {
  return orderNames.some((name) => name === value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isReply(value: unknown): value is ChannelReply {
  if (isAnswer(value)) return true;
  return typeof value === 'object' && value !== null && 'failure' in value && isText(value.failure);
}

/** Nanoseconds since a moment that is the same for all processes of a machine; never goes back. */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e9 + nanoseconds;
}
