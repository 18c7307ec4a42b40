/**
 * A Redis connection that fails fast: commands do not wait for an unavailable server, and it reconnects automatically.
 */
import { isIP } from 'node:net';
import { createClient } from '@redis/client';
import { KitError } from '../../../errors.ts';
import { createMask } from '../../../secrets/masking.ts';
import { RedisTimeout, withTimeout } from './busy-timeout.ts';

export interface RedisConnection {
  /** Sends one command. Rejects with `storage-unreachable`, which includes the error of Redis if there is one. */
  send(command: readonly string[]): Promise<unknown>;
  /**
   * Calls `onMessage` for each message on the channel, and `onReconnect` when messages may have been lost. The
   * connection cannot send commands afterwards.
   */
  subscribe(channel: string, onMessage: (message: string) => void, onReconnect: () => void): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds: for the connection and its handshake, for a result, and for pending results on close. */
const CONNECT_TIMEOUT_MS = 2_500;
const COMMAND_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 200;

export async function openRedisConnection(address: RedisAddress): Promise<RedisConnection> {
  const failure = createFailure(address);
  let isOpen = false;
  const client = createRedisClient(address, () => isOpen);
  try {
    // A successful connection is not enough: the server may not respond, or may require a password.
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
    // `withTimeout` also covers the wait for the result.
    commandOptions: { timeout: 0 },
  });
  // The failing command reports the error; an `error` event without a listener would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * If the server hangs, only the first commands wait: after a timeout one command a second is tried until one succeeds,
 * and the others fail immediately.
 */
function createCircuitBreaker() {
  let nextTry = 0;
  return async <Result>(command: () => Promise<Result>): Promise<Result> => {
    if (performance.now() < nextTry) throw new RedisTimeout(COMMAND_TIMEOUT_MS);
    if (nextTry > 0) nextTry = performance.now() + COMMAND_TIMEOUT_MS / 2;
    try {
      const result = await withTimeout(command(), COMMAND_TIMEOUT_MS);
      nextTry = 0;
      return result;
    } catch (error) {
      nextTry = error instanceof RedisTimeout ? performance.now() + COMMAND_TIMEOUT_MS / 2 : 0;
      throw error;
    }
  };
}

function createFailure({ name, password, username }: RedisAddress) {
  const mask = createMask([password, username]);
  return (error: unknown): KitError =>
    new KitError('storage-unreachable', `Redis at ${name}: ${mask(failureReason(error))}`);
}

/** If several addresses were tried, the AggregateError has an empty message but a code. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/**
 * The address of a Redis server, parsed from its URL. Messages never contain the URL, because it may contain a
 * password.
 */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** From `?prefix=`. */
  readonly prefix: string | undefined;
  /** For messages: only host and port. */
  readonly name: string;
}

const EXPECTED_URL = 'file:PATH, or redis://[[user]:password@]host[:port][/database], or the same with rediss://';

/** Throws `option-invalid`. */
export function parseRedisUrl(text: string): RedisAddress {
  const url = URL.parse(text);
  if (url === null) throw invalidUrl('an invalid URL');
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw invalidUrl(url.protocol);
  if (url.hostname === '') throw invalidUrl('no host');
  const host = decodeUrlPart(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 6379 : Number(url.port);
  return {
    host,
    port,
    tls: url.protocol === 'rediss:',
    username: decodeOptional(url.username),
    password: decodeOptional(url.password),
    database: parseDatabase(url.pathname),
    prefix: url.searchParams.get('prefix') ?? undefined,
    name: `${host.includes(':') ? `[${host}]` : host}:${port}`,
  };
}

function decodeOptional(encoded: string): string | undefined {
  return encoded === '' ? undefined : decodeUrlPart(encoded);
}

function parseDatabase(pathname: string): number {
  if (/^\/?\d{0,5}$/.test(pathname)) return Number(pathname.replace('/', ''));
  throw invalidUrl('a database that is not an integer');
}

function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidUrl('an invalid percent-encoding');
  }
}

function invalidUrl(got: string): KitError {
  return new KitError('option-invalid', `the storage address (--store): expected ${EXPECTED_URL}, got ${got}`);
}
