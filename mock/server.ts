/** The fake store as a thing to start and to close; the command line and tests in the same process both use it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import { createControl } from './control/control.ts';
import { createDesk } from './control/create-desk.ts';
import type { Desk } from './control/desk.ts';
import { createFront, type Limits, type TlsIdentity } from './front.ts';
import { type Exchanged, entryOf } from './journal/record.ts';
import { createRedactor } from './journal/redact.ts';
import { logLine } from './log.ts';
import { type Mount, type Mounts, mountAll } from './mounts.ts';
import { credentialFor, DEFAULT_TOKEN } from './request/auth.ts';
import { delayOf } from './scenario/delay.ts';
import type { Rule } from './scenario/rule.ts';
import type { InitialRecords } from './state/create-keeper.ts';
import { createMemoryStorage } from './storage/memory.ts';
import type { Storage } from './storage/storage.ts';

export interface ServeOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** What is accepted as a credential; the first is told as `token`. */
  readonly tokens?: readonly string[];
  /** `false` opens every operation. */
  readonly auth?: boolean;
  /** Before each answer: milliseconds, or a range of them such as `100-300`. */
  readonly delay?: number | string;
  /** The same seed gives the same dynamic values. */
  readonly seed?: number;
  /** Values made up for each answer in place of the declared examples. */
  readonly dynamic?: boolean;
  /** Keeps no records: every answer is generated. */
  readonly stateless?: boolean;
  /** The initial records, in place of those that the contract's examples give. */
  readonly records?: InitialRecords;
  /** The initial rules of the scenario. */
  readonly rules?: readonly Rule[];
  /** Where records, journal and rules are kept; in memory unless given. Closed with the store. */
  readonly storage?: Storage;
  /** Serves HTTPS. */
  readonly tls?: TlsIdentity;
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<Limits>;
}

export interface RunningMock extends Desk {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** What a client sends under each security scheme, by its name. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Takes other contracts from the next request on; records, journal and rules stay. */
  replace(mounts: readonly Mount[]): Promise<void>;
  /** Resolves within a second, whatever clients do. */
  close(): Promise<void>;
}

const defaultLimits: Limits = {
  bodyBytes: 10_000_000,
  headerBytes: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connections: 1_000,
};

/** Throws `port-taken`, `listen-failed` and `option-invalid`. Nothing is shared between two of them, and nothing stays after `close`. */
export async function serveMock(
  contract: Contract | readonly Mount[],
  options: ServeOptions = {},
): Promise<RunningMock> {
  const { host = '127.0.0.1', storage = createMemoryStorage() } = options;
  const [token = DEFAULT_TOKEN, ...others] = options.tokens ?? [];
  const tokens = [token, ...others];
  const settings = { ...options, storage, tokens };
  let mounts = await mountAll(asMounts(contract), settings);
  const begin = async () => {
    if (!(await storage.begin())) return;
    await mounts.seed();
    await storage.rules.add(options.rules ?? []);
  };
  await begin();
  const desk = createDesk({ storage, begin, addRecord: (name, value) => mounts.addRecord(name, value) });
  const closing = new AbortController();
  const server = createFront({
    dispatch: (call) => mounts.dispatch(call),
    control: createControl({ desk }),
    limits: { ...defaultLimits, ...options.limits },
    record: createRecorder(() => mounts, settings),
    delay: delayOf(options.delay ?? 0),
    closing: closing.signal,
    tls: options.tls,
  });
  const port = await listen(server, options.port ?? 0, host);
  return {
    ...desk,
    url: `${options.tls === undefined ? 'http' : 'https'}://${hostInUrl(host)}:${port}`,
    token,
    credentials: credentialsOf(mounts, token),
    replace: async (replacements) => {
      mounts = await mountAll(replacements, settings);
    },
    close: async () => {
      await shutDown(server, closing);
      await storage.close();
    },
  };
}

function asMounts(contract: Contract | readonly Mount[]): readonly Mount[] {
  return 'operations' in contract ? [{ prefix: '', contract }] : contract;
}

function credentialsOf({ securitySchemes }: Mounts, token: string): Readonly<Record<string, string>> {
  return Object.fromEntries(securitySchemes.map((one) => [one.name, credentialFor(one, token)]));
}

interface RecorderSettings extends Pick<ServeOptions, 'log'> {
  readonly storage: Storage;
  readonly tokens: readonly string[];
}

/** A journal that cannot be written to is told in the log, and costs no client its answer. */
function createRecorder(mounts: () => Mounts, { storage, tokens, log }: RecorderSettings) {
  return async (exchanged: Exchanged): Promise<void> => {
    const redact = createRedactor(mounts().securitySchemes, tokens);
    log?.(logLine(exchanged, redact));
    if (exchanged.handled.isPreflight) return;
    try {
      await storage.journal.add(entryOf(exchanged, redact));
    } catch (error) {
      log?.(`the journal cannot be written to: ${error instanceof Error ? error.message : error}`);
    }
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
