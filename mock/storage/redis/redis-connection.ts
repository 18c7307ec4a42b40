/** A connection to Redis that fails fast: nothing waits for a server that is not there, and it comes back by itself. */
import { isIP } from 'node:net';
import { createClient } from '@redis/client';
import { KitError } from '../../../errors.ts';
import { createMask } from '../../../secrets/masking.ts';

export interface RedisConnection {
  /** One command. Rejects with `storage-unreachable`, which says what Redis says where that refused it. */
  send(command: readonly string[]): Promise<unknown>;
  /** Calls for each message on the channel, and `again` whenever some may have been lost. Not to be sent to afterwards. */
  subscribe(channel: string, onMessage: (message: string) => void, onReconnect: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds: for the connection and its handshake, for an answer, and for the last answers before the end. */
const CONNECT_TIMEOUT_MS = 2_500;
const COMMAND_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 200;

export async function openRedisConnection(address: RedisAddress): Promise<RedisConnection> {
  const failure = createFailure(address);
  let isOpen = false;
  const client = createRedisClient(address, () => isOpen);
  try {
    // Connected is not enough: it may be silent, or refuse whoever has no password.
    await withTimeout(
      client.connect().then(() => client.ping()),
      CONNECT_TIMEOUT_MS,
    );
  } catch (error) {
    client.destroy();
    throw failure(error);
  }
  isOpen = true;
  const circuitBreaker = createCircuitBreaker();
  return {
    send: async (command) => {
      try {
        return await circuitBreaker(() => client.sendCommand([...command]));
      } catch (error) {
        throw failure(error);
      }
    },
    subscribe: async (channel, onMessage, onReconnect) => {
      try {
        await withTimeout(client.subscribe(channel, onMessage), COMMAND_TIMEOUT_MS);
      } catch (error) {
        throw failure(error);
      }
      client.on('ready', onReconnect);
    },
    close: async () => {
      if (client.isReady) await withTimeout(client.close(), CLOSE_TIMEOUT_MS).catch(() => undefined);
      client.destroy();
    },
  };
}

function createRedisClient(address: RedisAddress, isOpen: () => boolean) {
  const { host, port, tls, username, password, database } = address;
  const reconnectStrategy = (retries: number) => (isOpen() ? Math.min(50 * 2 ** retries, 1_000) : false);
  const socket = { host, port, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy };
  const client = createClient({
    RESP: 2,
    socket: tls ? { ...socket, tls, ...(isIP(host) === 0 ? { servername: host } : {}) } : socket,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    database,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    // Ours counts the wait for the answer too.
    commandOptions: { timeout: 0 },
  });
  // What fails is told by the command that it makes fail; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * A server that hangs keeps the first who ask waiting, not those after: once an answer is late, one command a second is
 * tried, until one is answered.
 */
function createCircuitBreaker() {
  let nextTry = 0;
  return async <Answer>(command: () => Promise<Answer>): Promise<Answer> => {
    if (performance.now() < nextTry) throw new RedisTimeout(COMMAND_TIMEOUT_MS);
    if (nextTry > 0) nextTry = performance.now() + COMMAND_TIMEOUT_MS / 2;
    try {
      const pendingResult = await withTimeout(command(), COMMAND_TIMEOUT_MS);
      nextTry = 0;
      return pendingResult;
    } catch (error) {
      nextTry = error instanceof RedisTimeout ? performance.now() + COMMAND_TIMEOUT_MS / 2 : 0;
      throw error;
    }
  };
}

class RedisTimeout extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

async function withTimeout<Answer>(pendingResult: Promise<Answer>, milliseconds: number): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  // If it was this process that was busy, the answer has come meanwhile, and is read before `setImmediate`.
  const onTimeout = () => setImmediate(() => reject(new RedisTimeout(milliseconds)));
  const timer = setTimeout(onTimeout, milliseconds);
  try {
    return await Promise.race([pendingResult, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function createFailure({ name, password, username }: RedisAddress) {
  const mask = createMask([password, username]);
  return (error: unknown): KitError =>
    new KitError('storage-unreachable', `Redis at ${name}: ${mask(failureReason(error))}`);
}

/** Of several addresses tried, an AggregateError says nothing but has a code. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/** Where a Redis is, read from its URL. The password stays in here: no message repeats the URL. */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** From `?prefix=`. */
  readonly prefix: string | undefined;
  /** To show: host and port alone. */
  readonly name: string;
}

const EXPECTED_URL = 'redis://[[user]:password@]host[:port][/database] or the same with rediss://';

/** Throws `option-invalid`. */
export function parseRedisUrl(given: string): RedisAddress {
  const url = URL.parse(given);
  if (url === null) throw invalidUrl('something that is no URL');
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw invalidUrl(url.protocol);
  if (url.hostname === '') throw invalidUrl('no host');
  const host = decodeUrlPart(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 6379 : Number(url.port);
  return {
    host,
    port,
    tls: url.protocol === 'rediss:',
    username: decodeIfGiven(url.username),
    password: decodeIfGiven(url.password),
    database: parseDatabase(url.pathname),
    prefix: url.searchParams.get('prefix') ?? undefined,
    name: `${host.includes(':') ? `[${host}]` : host}:${port}`,
  };
}

function decodeIfGiven(encoded: string): string | undefined {
  return encoded === '' ? undefined : decodeUrlPart(encoded);
}

function parseDatabase(pathname: string): number {
  if (/^\/?\d{0,5}$/.test(pathname)) return Number(pathname.replace('/', ''));
  throw invalidUrl('a database that is no whole number');
}

function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidUrl('a percent sign that encodes nothing');
  }
}

function invalidUrl(got: string): KitError {
  return new KitError('option-invalid', `the address of the storage: expected ${EXPECTED_URL}, got ${got}`);
}
