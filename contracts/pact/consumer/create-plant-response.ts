/** Parses and validates the responses of the store. */
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonObject, type Json, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../spec/model/contract.ts';

interface Plant {
  readonly name: string;
  readonly tag?: string;
}

/** The declared error body; the contract does not define the meaning of `error`, an int32. */
interface StoreError {
  readonly error: number;
  readonly message: string;
}

export type CreatePlantResult =
  | { readonly kind: 'created'; readonly plant: Plant }
  | { readonly kind: 'invalid'; readonly error: StoreError }
  /** `challenge` is the WWW-Authenticate header, if present. */
  | { readonly kind: 'unauthorised'; readonly status: 401 | 403; readonly challenge: string | undefined }
  | UnexpectedResponse
  | NetworkFailure;

/** A response that the contract does not declare, or that does not have the declared shape. */
interface UnexpectedResponse {
  readonly kind: 'unexpected';
  readonly status: number;
  /** As text, whatever the media type. */
  readonly body: string;
  /** From the Retry-After header, if present. */
  readonly retryAfterMs: number | undefined;
}

/**
 * No response: connection rejected or closed, aborted (`cause` is the signal's reason) or timed out (`cause.name` is
 * TimeoutError).
 */
interface NetworkFailure {
  readonly kind: 'network';
  readonly cause: Error;
  /** False only if the request was certainly not sent: then the call can be repeated without creating two plants. */
  readonly mayHaveCreated: boolean;
}

interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Uint8Array;
}

/** `mask` removes credentials from what the store says in errors. */
export function parseCreatePlantResponse({ status, headers, bytes }: RawResponse, mask: Mask): CreatePlantResult {
  const header = (name: string) => joinHeader(headers[name]);
  if (status === 401 || status === 403) {
    const challenge = header('www-authenticate');
    return { kind: 'unauthorised', status, challenge: challenge && mask(challenge) };
  }
  const type = header('content-type');
  const json = type !== undefined && isJsonType(type) ? parseBody(bytes) : undefined;
  if (status === 200 && isPlant(json)) return { kind: 'created', plant: toPlant(json) };
  if (status === 400 && isStoreError(json)) return { kind: 'invalid', error: toStoreError(json, mask) };
  const body = mask(new TextDecoder().decode(bytes));
  return {
    kind: 'unexpected',
    status,
    body,
    retryAfterMs: parseRetryAfterMs(header('retry-after'), Date.now()),
  };
}

function joinHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}

function parseBody(bytes: Uint8Array): Json | undefined {
  const json = parseJsonBytes(bytes);
  return json.ok ? json.value : undefined;
}

function isPlant(value: Json | undefined): value is { name: string; tag?: string } {
  if (!isJsonObject(value) || typeof value.name !== 'string') return false;
  return value.tag === undefined || typeof value.tag === 'string';
}

/** Drops undeclared properties, so that callers cannot rely on what the type does not show. */
function toPlant({ name, tag }: Plant): Plant {
  return tag === undefined ? { name } : { name, tag };
}

function isStoreError(value: Json | undefined): value is { error: number; message: string } {
  return isJsonObject(value) && isInt32(value.error) && typeof value.message === 'string';
}

function isInt32(value: Json | undefined): value is number {
  return typeof value === 'number' && value === (value | 0);
}

function toStoreError({ error, message }: StoreError, mask: Mask): StoreError {
  return { error, message: mask(message) };
}

/**
 * The delay of a Retry-After header (seconds or a date, RFC 9110, 10.2.3) in milliseconds; undefined if it is neither.
 */
export function parseRetryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number.parseInt(header, 10) * 1000;
  // `Date.parse` accepts nearly any text as a date.
  const at = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
