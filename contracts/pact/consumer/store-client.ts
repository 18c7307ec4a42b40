/** The client of the Plant Store that a frontend or a backend uses; its expectations are the consumer pact. */
import { type Dispatcher, request } from 'undici';
import { stringifyJson } from '../../../spec/exact-json.ts';
import { type CreatePlantResult, readCreatePlantAnswer } from './create-plant-answer.ts';

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
  /** Milliseconds for the whole call, the answer's body included; 10 000 unless told. */
  readonly timeoutMs?: number;
  /** Of undici: a pool, a proxy agent, TLS settings. */
  readonly dispatcher?: Dispatcher;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface StoreClient {
  /**
   * Sends one request and never repeats it: whether a plant was created is unknown after a failure of the network.
   * Failures are values; only an id that is a fraction or an unsafe number rejects, with a RangeError, unsent.
   */
  createPlant(plant: NewPlant, options?: CallOptions): Promise<CreatePlantResult>;
}

/** Throws a TypeError for a base URL or a token that cannot be sent; the message never holds the token. */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const url = endpoint(options.baseUrl, 'plants');
  const headers = headersFor(options.token);
  return {
    async createPlant(plant, call = {}) {
      const body = encodePlant(plant);
      try {
        return await readCreatePlantAnswer(
          await request(url, { method: 'POST', headers, body, ...transport(options, call.signal) }),
        );
      } catch (cause) {
        return { kind: 'network', cause: asError(cause) };
      }
    },
  };
}

const DEFAULT_TIMEOUT_MS = 10_000;

function endpoint(baseUrl: string, name: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl: received ${JSON.stringify(baseUrl)}; give an http or https URL`);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url;
}

function headersFor(token: string | undefined): Record<string, string> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  if (token === undefined) return headers;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token: received one that a header cannot hold; give visible ASCII characters');
  return { ...headers, authorization: `Bearer ${token}` };
}

function encodePlant({ id, name, tag }: NewPlant): string {
  if (typeof id === 'number' && !Number.isSafeInteger(id))
    throw new RangeError(`id: received the number ${id}; give a whole number, as a bigint beyond 2^53`);
  return stringifyJson(tag === undefined ? { id, name } : { id, name, tag });
}

function transport(options: StoreClientOptions, signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return {
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
  };
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
