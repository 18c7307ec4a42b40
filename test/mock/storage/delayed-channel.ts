/** Processes of one process: each message goes as JSON, later than it was sent, and not before the wire is let go. */
import type { Channel, Message } from '../../../mock/storage/remote/process-channel.ts';

export interface DelayedChannel {
  /** The end of the process that holds the storage, and that of the one that uses it. */
  readonly host: Channel;
  readonly user: Channel;
  /** All that was sent, both ways. */
  readonly sent: readonly Message[];
  hold(): void;
  release(): void;
  /** The user is gone. */
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
