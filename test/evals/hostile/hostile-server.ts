/** Servers with one hostile habit each, and what has to be said of them. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../../../errors.ts';
import { startVariant, variants } from '../zoo/index.ts';
import type { StoreResponse } from '../zoo/response.ts';
import { type RunningPlantStore, startStore } from '../zoo/server.ts';
import { type PlantStoreBehavior, rightStore } from '../zoo/store.ts';

/** What the verifier has to say, and why no less and no more. */
export type ExpectedVerdict = Conforms | DoesNotConform | Inconclusive;

interface Conforms {
  readonly exitCode: 0;
  readonly why: string;
}

interface DoesNotConform {
  readonly exitCode: 1;
  /** All checks that find a fault, and no other. */
  readonly checks: readonly string[];
  /** Those that may find one too, by what comes first. */
  readonly optionalChecks?: readonly string[];
  readonly why: string;
  /** What has to stand in what was received. */
  readonly reported?: RegExp;
}

interface Inconclusive {
  readonly exitCode: 2;
  /** The error of the kit; `unchecked` where a report says that something was left out. */
  readonly error: ErrorCode | 'unchecked';
  readonly why: string;
  readonly reported?: RegExp;
}

/** What a client of the fake store's proxy mode gets: an answer as the server gave it, or one that tells what is wrong. */
export type ProxyOutcome = 'passed on' | 502 | 504;

export interface HostileServer {
  /** Kebab case, unique. */
  readonly name: string;
  /** One sentence in the present tense. */
  readonly description: string;
  readonly expected: ExpectedVerdict;
  readonly proxied: ProxyOutcome;
  /** How it is judged, unless as most are. */
  readonly mode?: RunMode;
  readonly start: (token: string) => Promise<RunningHostileServer>;
}

/**
 * `hangs`: with a short time limit, since all of it is waited for. `heavy`: with few requests. `many`: with more cases,
 * where only some of them look for what is wrong.
 */
export type RunMode = 'hangs' | 'heavy' | 'many';

export interface RunningHostileServer {
  readonly url: string;
  /** What came to others that the server points to. */
  readonly strayRequests?: () => readonly string[];
  close(): Promise<void>;
}

/** One answer of the right store, to be put on the wire in a hostile way. */
export interface RawExchange {
  readonly socket: Socket;
  readonly request: IncomingMessage;
  readonly response: StoreResponse;
  readonly token: string;
}

type Start = HostileServer['start'];

/** A store that is right but for this. */
export function withBehavior(
  behavior: (right: PlantStoreBehavior, token: string) => Partial<PlantStoreBehavior>,
): Start {
  return (token) => startStore({ ...rightStore, ...behavior(rightStore, token) }, { token, port: 0 });
}

/** A variant of the zoo. */
export function startZooVariant(name: string): Start {
  return async (token): Promise<RunningPlantStore> => {
    const variant = variants.find((one) => one.name === name);
    if (variant === undefined) throw new Error(`the zoo has no ${name}`);
    return startVariant(variant, { token });
  };
}

/** Puts the plants of a right store on the wire by hand; every other answer is as it should be. */
export function respondToPlantsWith(deliver: (exchange: RawExchange) => void | Promise<void>): Start {
  return respondRaw(({ status }) => status === 200, deliver);
}

/** Every answer of a right store. */
export function respondToAllWith(deliver: (exchange: RawExchange) => void | Promise<void>): Start {
  return respondRaw(() => true, deliver);
}

/** By hand throughout: what is written past Node's own answers would keep those from being sent. */
function respondRaw(
  matches: (storeResponse: StoreResponse) => boolean,
  deliver: (exchange: RawExchange) => void | Promise<void>,
): Start {
  return withBehavior((_right, token) => ({
    wrapExchange: async (request, respond) => {
      const storeResponse = await respond();
      const { socket } = request;
      const exchange = { socket, request, response: storeResponse, token };
      const send = matches(storeResponse) ? deliver : sendPlain;
      return {
        ...storeResponse,
        deliver: () => void Promise.resolve(send(exchange)).catch(() => socket.destroy()),
      };
    },
  }));
}

function sendPlain({ socket, request, response: storeResponse }: RawExchange): void {
  const lines = Object.entries(storeResponse.headers).map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(storeResponse.body)}`;
  const text = `${responseHead([...lines, length], `${storeResponse.status} Any`)}${request.method === 'HEAD' ? '' : storeResponse.body}`;
  if (request.headers.connection === 'close') socket.end(text);
  else socket.write(text);
}

/** No store at all: what happens on a bare connection. */
export function handleConnections(onConnection: (socket: Socket) => void): Start {
  return () => startHostileServer(createServer({ allowHalfOpen: true }, onConnection));
}

/** At a free port, and closed with all its connections. */
export async function startHostileServer(server: Server, scheme = 'http'): Promise<RunningHostileServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Status line and headers, with the empty line behind them. */
export function responseHead(lines: readonly string[], status = '200 OK'): string {
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n`;
}

export const JSON_TYPE = 'content-type: application/json';

/** The whole of an answer as it should be, with more header lines. */
export function wholeResponse({ body }: StoreResponse, more: readonly string[] = [], status = '200 OK'): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return `${responseHead([JSON_TYPE, length, ...more], status)}${body}`;
}

/** Sends the same again for as long as anybody takes it. */
export async function sendForever(socket: Socket, piece: string | Buffer, everyMs = 0): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    if (!socket.write(piece)) await drained(socket);
    if (everyMs > 0) await pause(everyMs);
    // Others run in this process.
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
  });
}
