/** A bare connection to a store: what is written goes out as it is, and what comes back is kept. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Answer, answersIn, type Received } from './answers.ts';

/** Texts are bytes of Latin-1: `\xff` is one byte. */
export type Bytes = string | Buffer;

export interface Wire {
  /** Resolves when the system has taken them, or the connection is gone; whether it is there still. */
  write(bytes: Bytes): Promise<boolean>;
  /** Closes this side alone. */
  end(): void;
  /** Breaks off. */
  reset(): void;
  /** Reads no more, until `resume`. */
  pause(): void;
  resume(): void;
  received(): Received;
  /** Whether the store has closed its side, or broken off. */
  isClosed(): boolean;
  /** Resolves at once where it holds, and else when it does; false where that takes too long. */
  until(holds: () => boolean, patienceMs?: number): Promise<boolean>;
  /** Leaves nothing behind. */
  drop(): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** For what a good machine does in milliseconds. */
const PATIENCE_MS = 60_000;

/** Resolves when it stands, and also when it could not: then it is closed. */
export async function openWire(address: Address): Promise<Wire> {
  const bare = connect({ host: address.host, port: address.port, allowHalfOpen: true });
  // Certificates made for one run.
  const socket = address.tls ? connectTls({ socket: bare, rejectUnauthorized: false }) : bare;
  const wire = wireOver(socket, bare);
  await new Promise<void>((resolve) => {
    for (const event of [address.tls ? 'secureConnect' : 'connect', 'close'])
      socket.once(event, () => resolve());
  });
  return wire;
}

function wireOver(socket: Socket, bare: Socket): Wire {
  const answers: Answer[] = [];
  let chunks: Buffer[] = [];
  let closed = false;
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  const close = () => {
    closed = true;
    changed();
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    changed();
  });
  for (const one of [socket, bare]) one.on('error', () => undefined);
  for (const event of ['end', 'close']) socket.on(event, close);
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (!socket.writable) return resolve(false);
        socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text, (error) =>
          resolve(error == null && !socket.destroyed),
        );
      }),
    end: () => void socket.end(),
    reset: () => void bare.resetAndDestroy(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    received: () => {
      const more = answersIn(Buffer.concat(chunks));
      chunks = [more.rest];
      answers.push(...more.answers);
      return { answers, rest: more.rest };
    },
    isClosed: () => closed,
    until: (holds, patienceMs = PATIENCE_MS) =>
      new Promise((resolve) => {
        const over = (held: boolean) => {
          waiting.delete(look);
          clearTimeout(timer);
          resolve(held);
        };
        const look = () => {
          if (holds()) over(true);
        };
        const timer = setTimeout(() => over(holds()), patienceMs);
        waiting.add(look);
        look();
      }),
    drop: () => {
      socket.destroy();
      bare.destroy();
    },
  };
}
