/** Processes of one process: each message goes as JSON, later than it was sent, and not before the wire is let go. */
import type { Channel, Message } from '../../../mock/storage/remote/channel.ts';

export interface Wire {
  /** The end of the process that holds the storage, and that of the one that uses it. */
  readonly host: Channel;
  readonly user: Channel;
  /** All that was sent, both ways. */
  readonly sent: readonly Message[];
  hold(): void;
  letGo(): void;
  /** The user is gone. */
  cut(): void;
}

interface End {
  heard: (message: Message) => void;
  gone: () => void;
}

export function createWire(): Wire {
  const sent: Message[] = [];
  const ends: Record<'host' | 'user', End> = {
    host: { heard: () => undefined, gone: () => undefined },
    user: { heard: () => undefined, gone: () => undefined },
  };
  let held: (() => void)[] | undefined;
  const endOf = (own: 'host' | 'user'): Channel => ({
    send: (message) => {
      sent.push(message);
      const text = JSON.stringify(message);
      const deliver = () => ends[own === 'host' ? 'user' : 'host'].heard(JSON.parse(text));
      setImmediate(() => (held === undefined ? deliver() : held.push(deliver)));
    },
    listen: (heard, gone) => {
      ends[own] = { heard, gone };
      return () => {
        ends[own] = { heard: () => undefined, gone: () => undefined };
      };
    },
  });
  return {
    host: endOf('host'),
    user: endOf('user'),
    sent,
    hold: () => {
      held ??= [];
    },
    letGo: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const deliver of waiting) deliver();
    },
    cut: () => ends.host.gone(),
  };
}
