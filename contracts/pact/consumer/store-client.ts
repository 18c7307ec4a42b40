/** The client of the Plant Store that a frontend or a backend uses; its expectations are the consumer pact. */
import type { Dispatcher } from 'undici';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import type { CreatePlantResult } from './create-plant-response.ts';
import { type RequestCall, sendOnce, startDeadline, withRetries } from './retry.ts';

/** Integers beyond ±(2^53-1) as bigint: a double would already have lost its last digits. */
export interface NewPlant {
  readonly id: bigint | number;
  readonly name: string;
  readonly tag?: string;
}

export interface StoreClientOptions {
  /** http or https, with or without a path: `https://plants.example/api/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer <token>`; absent, no credentials are sent. */
  readonly token?: string;
  /** Milliseconds for the whole call, all attempts, waits and the answer's body included; 10 000 unless told. */
  readonly timeoutMs?: number;
  /**
   * How often a call may be repeated; 0 unless told. Repeated is only what the store cannot have acted on: a connection
   * that was never made, a 429, and a 503 that names a time to come back. A POST whose answer was lost, or a 503 of some
   * proxy in between, may have created the plant: neither is sent again.
   */
  readonly retries?: number;
  /** Of undici: a pool, a proxy agent, TLS settings. */
  readonly dispatcher?: Dispatcher;
}

export interface CallOptions {
  /** Ends the call at any moment, also between two attempts. */
  readonly signal?: AbortSignal;
}

export interface StoreClient {
  /**
   * Failures are values; only an id that is a fraction or an unsafe number rejects, with a RangeError, unsent.
   * The token is in none of them: where the store quotes it in an error, `***` stands in its place.
   */
  createPlant(plant: NewPlant, options?: CallOptions): Promise<CreatePlantResult>;
}

/**
 * Throws a TypeError for a base URL or a token that cannot be sent, a RangeError for a number out of range; the message
 * never holds the token, nor a password of the URL.
 */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const { token, timeoutMs = 10_000, retries = 0, dispatcher } = options;
  const target = {
    url: endpointUrl(options.baseUrl, 'plants'),
    headers: requestHeaders(token),
    token,
    dispatcher,
  };
  assertInRange('timeoutMs', timeoutMs, { least: 1, most: MAX_TIMER_MS });
  assertInRange('retries', retries, { least: 0, most: Number.MAX_SAFE_INTEGER });
  return {
    async createPlant(plant, { signal } = {}) {
      const body = encodePlant(plant);
      const deadline = startDeadline(timeoutMs, signal);
      const call: RequestCall = { ...target, body, signal: deadline.signal };
      try {
        return await withRetries(() => sendOnce(call), { retries, deadline });
      } finally {
        deadline.clear();
      }
    },
  };
}

/** `setTimeout` takes anything longer for 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function endpointUrl(baseUrl: string, name: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`baseUrl: received ${quoteUrl(baseUrl)}; give an http or https URL`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`baseUrl: received ${quoteUrl(baseUrl)}; credentials in it would not be sent`);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}

/** Without user and password: messages end in logs. */
function quoteUrl(baseUrl: string): string {
  return JSON.stringify(baseUrl.replace(/\/\/.*@/, '//***@'));
}

function requestHeaders(token: string | undefined): Record<string, string> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  if (token === undefined) return headers;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token: received one that a header cannot hold; give visible ASCII characters');
  return { ...headers, authorization: `Bearer ${token}` };
}

function assertInRange(name: string, value: number, { least: min, most: max }: { least: number; most: number }): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name}: received ${value}; give a whole number from ${min} to ${max}`);
}

function encodePlant({ id, name, tag }: NewPlant): string {
  if (typeof id === 'number' && !Number.isSafeInteger(id))
    throw new RangeError(`id: received the number ${id}; give a whole number, as a bigint beyond 2^53`);
  return stringifyJson(tag === undefined ? { id, name } : { id, name, tag });
}
