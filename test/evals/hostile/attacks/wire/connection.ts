/** A bare connection to a store: what is written goes out as it is, and what comes back is kept. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ParsedResponses, parseResponses, type RawResponse } from './responses.ts';

/** Texts are bytes of Latin-1: `\xff` is one byte. */
export type AttackBytes = string | Buffer;

export interface RawConnection {
  /** Resolves when the system has taken them, or the connection is gone; whether it is there still. */
  write(bytes: AttackBytes): Promise<boolean>;
  /** Closes this side alone. */
  end(): void;
  /** Breaks off. */
  reset(): void;
  /** Reads no more, until `resume`. */
  pause(): void;
  resume(): void;
  received(): ParsedResponses;
  /** Whether the store has closed its side, or broken off. */
  isClosed(): boolean;
  /** Resolves at once where it holds, and else when it does; false where that takes too long. */
  until(condition: () => boolean, timeoutMs?: number): Promise<boolean>;
  /** Leaves nothing behind. */
  destroy(): void;
}

export interface StoreAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** For what a good machine does in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Resolves when it stands, and also when it could not: then it is closed. */
export async function openConnection(address: StoreAddress): Promise<RawConnection> {
  const bare = connect({ host: address.host, port: address.port, allowHalfOpen: true });
  // Certificates made for one run.
  const socket = address.tls ? connectTls({ socket: bare, rejectUnauthorized: false }) : bare;
  const connection = createConnection(socket, bare);
  await new Promise<void>((resolve) => {
    for (const event of [address.tls ? 'secureConnect' : 'connect', 'close']) socket.once(event, () => resolve());
  });
  return connection;
}

function createConnection(socket: Socket, bare: Socket): RawConnection {
  const responses: RawResponse[] = [];
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
      const more = parseResponses(Buffer.concat(chunks));
      chunks = [more.rest];
      responses.push(...more.responses);
      return { responses, rest: more.rest };
    },
    isClosed: () => closed,
    until: (condition, timeoutMs = TIMEOUT_MS) =>
      new Promise((resolve) => {
        const over = (held: boolean) => {
          waiting.delete(look);
          clearTimeout(timer);
          resolve(held);
        };
        const look = () => {
          if (condition()) over(true);
        };
        const timer = setTimeout(() => over(condition()), timeoutMs);
        waiting.add(look);
        look();
      }),
    destroy: () => {
      socket.destroy();
      bare.destroy();
    },
  };
}
