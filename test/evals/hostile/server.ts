/** Servers with one hostile habit each, and what has to be said of them. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../../../errors.ts';
import type { Reply } from '../zoo/exchange.ts';
import { startVariant, variants } from '../zoo/index.ts';
import { type RunningStore, startStore } from '../zoo/server.ts';
import { type Behaviour, rightStore } from '../zoo/store.ts';

/** What the verifier has to say, and why no less and no more. */
export type Demand = Conforms | Breaks | CannotJudge;

interface Conforms {
  readonly exit: 0;
  readonly why: string;
}

interface Breaks {
  readonly exit: 1;
  /** All checks that find a fault, and no other. */
  readonly checks: readonly string[];
  /** Those that may find one too, by what comes first. */
  readonly also?: readonly string[];
  readonly why: string;
  /** What has to stand in what was received. */
  readonly told?: RegExp;
}

interface CannotJudge {
  readonly exit: 2;
  /** The error of the kit; `unjudged` where a report says that something was left out. */
  readonly error: ErrorCode | 'unjudged';
  readonly why: string;
  readonly told?: RegExp;
}

/** What a client of the fake store's proxy mode gets: an answer as the server gave it, or one that tells what is wrong. */
export type Proxied = 'passed on' | 502 | 504;

export interface HostileServer {
  /** Kebab case, unique. */
  readonly name: string;
  /** One sentence in the present tense. */
  readonly what: string;
  readonly demand: Demand;
  readonly proxied: Proxied;
  /** How it is judged, unless as most are. */
  readonly manner?: Manner;
  readonly start: (token: string) => Promise<RunningHostile>;
}

/**
 * `hangs`: with a short time limit, since all of it is waited for. `heavy`: with few requests. `whole`: with all cases,
 * where only some of them look for what is wrong.
 */
export type Manner = 'hangs' | 'heavy' | 'whole';

export interface RunningHostile {
  readonly url: string;
  /** What came to others that the server points to. */
  readonly strayed?: () => readonly string[];
  close(): Promise<void>;
}

/** One answer of the right store, to be put on the wire in a hostile way. */
export interface Wire {
  readonly socket: Socket;
  readonly request: IncomingMessage;
  readonly reply: Reply;
  readonly token: string;
}

type Start = HostileServer['start'];

/** A store that is right but for this. */
export function store(behaviour: (right: Behaviour, token: string) => Partial<Behaviour>): Start {
  return (token) => startStore({ ...rightStore, ...behaviour(rightStore, token) }, { token, port: 0 });
}

/** A variant of the zoo. */
export function fromZoo(name: string): Start {
  return async (token): Promise<RunningStore> => {
    const variant = variants.find((one) => one.name === name);
    if (variant === undefined) throw new Error(`the zoo has no ${name}`);
    return startVariant(variant, { token });
  };
}

/** Puts the plants of a right store on the wire by hand; every other answer is as it should be. */
export function plants(deliver: (wire: Wire) => void | Promise<void>): Start {
  return answers(({ status }) => status === 200, deliver);
}

/** Every answer of a right store. */
export function everything(deliver: (wire: Wire) => void | Promise<void>): Start {
  return answers(() => true, deliver);
}

/** By hand throughout: what is written past Node's own answers would keep those from being sent. */
function answers(isMeant: (reply: Reply) => boolean, deliver: (wire: Wire) => void | Promise<void>): Start {
  return store((_right, token) => ({
    around: async (request, answer) => {
      const reply = await answer();
      const { socket } = request;
      const wire = { socket, request, reply, token };
      const work = isMeant(reply) ? deliver : plain;
      return { ...reply, deliver: () => void Promise.resolve(work(wire)).catch(() => socket.destroy()) };
    },
  }));
}

function plain({ socket, request, reply }: Wire): void {
  const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(reply.body)}`;
  const text = `${head([...lines, length], `${reply.status} Any`)}${request.method === 'HEAD' ? '' : reply.body}`;
  if (request.headers.connection === 'close') socket.end(text);
  else socket.write(text);
}

/** No store at all: what happens on a bare connection. */
export function connections(meet: (socket: Socket) => void): Start {
  return () => listening(createServer({ allowHalfOpen: true }, meet));
}

/** At a free port, and closed with all its connections. */
export async function listening(server: Server, scheme = 'http'): Promise<RunningHostile> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Status line and headers, with the empty line behind them. */
export function head(lines: readonly string[], status = '200 OK'): string {
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n`;
}

export const JSON_TYPE = 'content-type: application/json';

/** The whole of an answer as it should be, with more header lines. */
export function whole({ body }: Reply, more: readonly string[] = [], status = '200 OK'): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return `${head([JSON_TYPE, length, ...more], status)}${body}`;
}

/** Sends the same again for as long as anybody takes it. */
export async function forEver(socket: Socket, piece: string | Buffer, everyMs = 0): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (!socket.write(piece)) await drained(socket);
    if (everyMs > 0) await pause(everyMs);
    // Others run in this process.
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.once('drain', go).once('close', go);
  });
}
