/** Simulated processes: each message is sent as JSON, delayed until the channel is released. */
import type { Channel, Message } from '../../../mock/storage/remote/process-channel.ts';

export interface DelayedChannel {
  /** The ends of the process that hosts the storage and of the one that uses it. */
  readonly host: Channel;
  readonly user: Channel;
  /** All messages, in both directions. */
  readonly sent: readonly Message[];
  hold(): void;
  release(): void;
  /** The user process has ended. */
  disconnect(): void;
}

interface ChannelEnd {
  onMessage: (message: Message) => void;
  onClose: () => void;
}

export function createDelayedChannel(): DelayedChannel {
  const sent: Message[] = [];
  const ends: Record<'host' | 'user', ChannelEnd> = {
    host: { onMessage: () => undefined, onClose: () => undefined },
    user: { onMessage: () => undefined, onClose: () => undefined },
  };
  let heldMessages: (() => void)[] | undefined;
  const endOf = (own: 'host' | 'user'): Channel => ({
    send: (message) => {
      sent.push(message);
      const text = JSON.stringify(message);
      const deliver = () => ends[own === 'host' ? 'user' : 'host'].onMessage(JSON.parse(text));
      setImmediate(() => (heldMessages === undefined ? deliver() : heldMessages.push(deliver)));
    },
    listen: (onMessage, onClose) => {
      ends[own] = { onMessage, onClose };
      return () => {
        ends[own] = { onMessage: () => undefined, onClose: () => undefined };
      };
    },
  });
  return {
    host: endOf('host'),
    user: endOf('user'),
    sent,
    hold: () => {
      heldMessages ??= [];
    },
    release: () => {
      const waiting = heldMessages ?? [];
      heldMessages = undefined;
      for (const deliver of waiting) deliver();
    },
    disconnect: () => ends.host.onClose(),
  };
}
