/** What a storage says over the channel between two processes of ours, and the two ends of it. */
import { type Answer, isAnswer, isOperation, type Operation } from '../operations.ts';

/** Texts and numbers alone: they survive every kind of serialisation between processes. */
export type Message =
  | {
      readonly storage: 'ask';
      readonly id: number;
      readonly operation: Operation;
      readonly args: readonly string[];
    }
  /** Entries from now on; answered like a question. */
  | { readonly storage: 'watch'; readonly id: number }
  | { readonly storage: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly storage: 'failure'; readonly id: number; readonly reason: string }
  | { readonly storage: 'entry'; readonly id: number; readonly text: string };

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
      peer.send(message, (error) => {
        if (error !== null) failed(error);
      });
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

/** Others may talk over the same channel. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('storage' in value) || !('id' in value)) return false;
  if (typeof value.id !== 'number') return false;
  switch (value.storage) {
    case 'ask':
      return 'operation' in value && isOperation(value.operation) && 'args' in value && isTexts(value.args);
    case 'watch':
      return true;
    case 'answer':
      return 'answer' in value && isAnswer(value.answer);
    case 'failure':
      return 'reason' in value && typeof value.reason === 'string';
    case 'entry':
      return 'text' in value && typeof value.text === 'string';
    default:
      return false;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
