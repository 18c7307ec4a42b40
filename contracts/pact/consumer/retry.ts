/** Sends a request with a deadline, and retries where that is safe. */
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Dispatcher, errors, getGlobalDispatcher, request } from 'undici';
import { createMask, type Mask } from '../../../secrets/masking.ts';
import { type CreatePlantResult, parseCreatePlantResponse } from './create-plant-response.ts';

/** One request to the store. */
export interface RequestCall {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Masked in the result. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher | undefined;
}

/** Never rejects. */
export async function sendOnce(call: RequestCall): Promise<CreatePlantResult> {
  const { url, headers, body, signal, dispatcher = getGlobalDispatcher() } = call;
  const mask = createMask([call.token], '***');
  if (signal.aborted) return { kind: 'network', cause: toMaskedError(signal.reason, mask), mayHaveCreated: false };
  try {
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    const bytes = await response.body.bytes();
    return parseCreatePlantResponse({ status: response.statusCode, headers: response.headers, bytes }, mask);
  } catch (cause) {
    return { kind: 'network', cause: toMaskedError(cause, mask), mayHaveCreated: !wasNeverConnected(cause) };
  }
}

/**
 * True only if certain: without a connection nothing was sent. A host name with several addresses fails once for each.
 */
function wasNeverConnected(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(wasNeverConnected);
  if (cause instanceof errors.ConnectTimeoutError) return true;
  const syscall = cause instanceof Error && 'syscall' in cause && cause.syscall;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** The same error, unless it contains the token: undici's HTTP parser keeps what it could not parse. */
function toMaskedError(cause: unknown, mask: Mask): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause), { cause });
  const whole = inspect(error, { depth: null, showHidden: true });
  if (mask(whole) === whole) return error;
  return Object.assign(new Error(mask(error.message)), { name: error.name });
}

/**
 * Repeats a call that the store cannot have processed, until the deadline. `send` is called once and then at most
 * `retries` times; the last result counts.
 */
export async function withRetries(
  send: () => Promise<CreatePlantResult>,
  { retries, deadline }: RetryPolicy,
): Promise<CreatePlantResult> {
  for (let retryCount = 0; ; retryCount++) {
    const result = await send();
    const waitMs = retryDelayMs(result, retryCount);
    if (waitMs === undefined || retryCount >= retries) return result;
    // An abort by the caller also ends the deadline.
    if (deadline.signal.aborted || waitMs >= deadline.remainingMs()) return result;
    // Ends early if the caller aborts; the next attempt then fails immediately with the reason.
    await delay(waitMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  }
}

interface RetryPolicy {
  readonly retries: number;
  readonly deadline: Pick<CallDeadline, 'signal' | 'remainingMs'>;
}

/** Milliseconds until the retry; undefined if the plant may have been created or the result is final. */
function retryDelayMs(result: CreatePlantResult, retryCount: number): number | undefined {
  const backoff = backoffMs(retryCount);
  if (result.kind === 'network') return result.mayHaveCreated ? undefined : backoff;
  if (result.kind !== 'unexpected') return undefined;
  const { status, retryAfterMs } = result;
  const requestedMs = retryAfterMs === undefined ? undefined : retryAfterMs + backoff;
  if (status === 429) return requestedMs ?? backoff;
  return status === 503 ? requestedMs : undefined;
}

const INITIAL_BACKOFF_MS = 100;

const MAX_BACKOFF_MS = 5_000;

/** Doubles with each retry; half of it is random, so that clients that were rejected together do not retry together. */
export function backoffMs(retryCount: number): number {
  const whole = Math.min(INITIAL_BACKOFF_MS * 2 ** retryCount, MAX_BACKOFF_MS);
  return whole * (0.5 + Math.random() / 2);
}

/** Ends a call when its time is up or the caller aborts. */
interface CallDeadline {
  /** Aborted with the caller's reason, or with a TimeoutError. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  /** Removes the timer and the listener on the caller's signal, which may live as long as the process. */
  readonly clear: () => void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): CallDeadline {
  const controller = new AbortController();
  const abort = () => controller.abort(caller?.reason);
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => controller.abort(timeoutError(timeoutMs)), timeoutMs);
  if (caller?.aborted === true) abort();
  caller?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

function timeoutError(timeoutMs: number): Error {
  return new DOMException(`no complete response within ${timeoutMs} ms`, 'TimeoutError');
}
