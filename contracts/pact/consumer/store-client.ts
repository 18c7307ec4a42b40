/** A client of the Plant Store for frontends and backends; the consumer pact records what it expects. */
import type { Dispatcher } from 'undici';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import type { CreatePlantResult } from './create-plant-response.ts';
import { type RequestCall, sendOnce, startDeadline, withRetries } from './retry.ts';

/** Integers beyond ±(2^53-1) must be bigint: a double has already lost digits. */
export interface NewPlant {
  readonly id: bigint | number;
  readonly name: string;
  readonly tag?: string;
}

export interface StoreClientOptions {
  /** An http or https URL, with or without a path: `https://plants.example/api/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer <token>`; without it no credentials are sent. */
  readonly token?: string;
  /** Milliseconds for the whole call, including all attempts, waits and the response body; default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Maximum number of retries; default 0. Only calls that the store cannot have processed are repeated: a connection
   * that failed, a 429, and a 503 with Retry-After. A POST whose response was lost, or a 503 from a proxy in between,
   * may have created the plant, so these are not repeated.
   */
  readonly retries?: number;
  /** An undici dispatcher: a pool, a proxy agent, TLS settings. */
  readonly dispatcher?: Dispatcher;
}

export interface CallOptions {
  /** Aborts the call at any time, also between two attempts. */
  readonly signal?: AbortSignal;
}

export interface StoreClient {
  /**
   * Failures are returned as values. Rejects, with a RangeError and without sending, only for an id that is a fraction
   * or an unsafe number. No result contains the token: where the store quotes it in an error, it is replaced by `***`.
   */
  createPlant(plant: NewPlant, options?: CallOptions): Promise<CreatePlantResult>;
}

/**
 * Throws a TypeError for a base URL or token that cannot be sent, a RangeError for a number out of range. The message
 * never contains the token or a password of the URL.
 */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const { token, timeoutMs = 10_000, retries = 0, dispatcher } = options;
  const target = {
    url: endpointUrl(options.baseUrl, 'plants'),
    headers: requestHeaders(token),
    token,
    dispatcher,
  };
  assertInRange('timeoutMs', timeoutMs, { min: 1, max: MAX_TIMER_MS });
  assertInRange('retries', retries, { min: 0, max: Number.MAX_SAFE_INTEGER });
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

/** `setTimeout` treats longer delays as 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function endpointUrl(baseUrl: string, name: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`baseUrl: received ${quoteUrl(baseUrl)}; expected an http or https URL`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`baseUrl: received ${quoteUrl(baseUrl)}; credentials in the URL are not sent`);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}

/** Without user name and password, because messages end up in logs. */
function quoteUrl(baseUrl: string): string {
  return JSON.stringify(baseUrl.replace(/\/\/.*@/, '//***@'));
}

function requestHeaders(token: string | undefined): Record<string, string> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  if (token === undefined) return headers;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError(
      'token: received characters that are not allowed in a header; expected only visible ASCII characters',
    );
  return { ...headers, authorization: `Bearer ${token}` };
}

function assertInRange(name: string, value: number, { min, max }: { min: number; max: number }): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name}: received ${value}; expected an integer from ${min} to ${max}`);
}

function encodePlant({ id, name, tag }: NewPlant): string {
  if (typeof id === 'number' && !Number.isSafeInteger(id))
    throw new RangeError(`id: received the number ${id}; expected an integer, beyond 2^53 as a bigint`);
  return stringifyJson(tag === undefined ? { id, name } : { id, name, tag });
}
