/** The fake store as a thing to start and to close; the command line and tests in the same process both use it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import { createFront, type Limits } from './front.ts';
import { createHandler } from './handle.ts';
import { createLogLine, type LogEntry } from './log.ts';
import { credentialFor, DEFAULT_TOKEN } from './request/auth.ts';

export interface MockOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** What is accepted as a credential; the first is told as `token`. */
  readonly tokens?: readonly string[];
  /** `false` opens every operation. */
  readonly auth?: boolean;
  /** Milliseconds before each answer. */
  readonly delay?: number;
  /** The same seed gives the same dynamic values. */
  readonly seed?: number;
  /** Values made up for each answer in place of the declared examples. */
  readonly dynamic?: boolean;
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<Limits>;
}

export interface RunningMock {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** What a client sends under each security scheme, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Resolves within a second, whatever clients do. */
  close(): Promise<void>;
}

const defaultLimits: Limits = {
  bodyBytes: 10_000_000,
  headerBytes: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
};

/** Throws `port-taken` and `listen-failed`. Nothing is shared between two of them, and nothing stays after `close`. */
export async function startMock(contract: Contract, options: MockOptions = {}): Promise<RunningMock> {
  const { createEngine } = await import('./answer/engine.ts');
  const { auth = true, host = '127.0.0.1', dynamic = false, seed } = options;
  const [first = DEFAULT_TOKEN, ...others] = options.tokens ?? [];
  const tokens = [first, ...others];
  const handle = createHandler(contract, await createEngine(contract), {
    tokens: auth ? tokens : undefined,
    dynamic,
    seed: seed === undefined ? undefined : String(seed),
  });
  const limits = { ...defaultLimits, ...options.limits };
  const closing = new AbortController();
  const logLine = createLogLine(contract, tokens);
  const log = (entry: LogEntry) => options.log?.(logLine(entry));
  const server = createFront({ handle, limits, log, delay: options.delay ?? 0, closing: closing.signal });
  const port = await listen(server, options.port ?? 0, host);
  return {
    url: `http://${hostInUrl(host)}:${port}`,
    token: first,
    credentials: Object.fromEntries(
      contract.securitySchemes.map((one) => [one.name, credentialFor(one, first)]),
    ),
    close: () => shutDown(server, closing),
  };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // It stays: a later error (no file handles left) costs a connection, not the process.
    server.on('error', (error: Error & { code?: string }) => reject(listenError(error, port, host)));
    server.listen(port, host, () => resolve(portOf(server.address()) ?? port));
  });
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined;
}

function listenError(error: Error & { code?: string }, port: number, host: string): KitError {
  if (error.code === 'EADDRINUSE')
    return new KitError('port-taken', `port ${port} on ${host} is in use`, { cause: error });
  return new KitError('listen-failed', `${host}:${port}: ${error.message}`, { cause: error });
}

/** An address to call: nobody can call 0.0.0.0 everywhere. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Requests under way get this long to finish. */
const GRACE_MS = 300;

async function shutDown(server: Server, closing: AbortController): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  closing.abort();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
}
