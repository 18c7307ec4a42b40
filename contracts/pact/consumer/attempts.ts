/** The attempts of one request: each within its time, again where that helps. */
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Dispatcher, errors, getGlobalDispatcher, request } from 'undici';
import { type Mask, masking } from '../../../secrets/masking.ts';
import { type CreatePlantResult, readCreatePlantAnswer } from './create-plant-answer.ts';

/** One request to the store and what came of it. */
export interface Call {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Kept out of the result. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher | undefined;
}

/** Never rejects. */
export async function sendOnce(call: Call): Promise<CreatePlantResult> {
  const { url, headers, body, signal, dispatcher = getGlobalDispatcher() } = call;
  const mask = masking([call.token], '***');
  if (signal.aborted) return { kind: 'network', cause: asError(signal.reason, mask), mayHaveCreated: false };
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    const bytes = await answer.body.bytes();
    return readCreatePlantAnswer({ status: answer.statusCode, headers: answer.headers, bytes }, mask);
  } catch (cause) {
    return { kind: 'network', cause: asError(cause, mask), mayHaveCreated: !isUnconnected(cause) };
  }
}

/** True only where it is certain: no connection, so nothing was sent. A name with several addresses fails once for each. */
function isUnconnected(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isUnconnected);
  if (cause instanceof errors.ConnectTimeoutError) return true;
  const syscall = cause instanceof Error && 'syscall' in cause && cause.syscall;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** As it is, unless it quotes the token: the parser of HTTP keeps what it could not read. */
function asError(cause: unknown, mask: Mask): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause), { cause });
  const whole = inspect(error, { depth: null, showHidden: true });
  if (mask(whole) === whole) return error;
  return Object.assign(new Error(mask(error.message)), { name: error.name });
}

/**
 * Repeats a call that the store cannot have acted on, as long as its time allows: `send` is called once and then at most
 * `retries` times; the last result counts.
 */
export async function withRetries(
  send: () => Promise<CreatePlantResult>,
  { retries, deadline }: Patience,
): Promise<CreatePlantResult> {
  for (let repeated = 0; ; repeated++) {
    const result = await send();
    const waitMs = waitBeforeRepeating(result, repeated);
    if (waitMs === undefined || repeated >= retries) return result;
    // Also when the caller gave up: then there is no time left for anything.
    if (deadline.signal.aborted || waitMs >= deadline.remainingMs()) return result;
    // Cut short when the caller gives up; the next attempt then ends before it begins, and says why.
    await delay(waitMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  }
}

interface Patience {
  readonly retries: number;
  readonly deadline: Pick<Deadline, 'signal' | 'remainingMs'>;
}

/** Milliseconds; undefined where the plant may have been created, or all is said. */
function waitBeforeRepeating(result: CreatePlantResult, repeated: number): number | undefined {
  const backoff = backoffMs(repeated);
  if (result.kind === 'network') return result.mayHaveCreated ? undefined : backoff;
  if (result.kind !== 'unexpected') return undefined;
  const { status, retryAfterMs } = result;
  const asked = retryAfterMs === undefined ? undefined : retryAfterMs + backoff;
  if (status === 429) return asked ?? backoff;
  return status === 503 ? asked : undefined;
}

const FIRST_BACKOFF_MS = 100;

const LONGEST_BACKOFF_MS = 5_000;

/** Doubles each time; half of it is left to chance, so that clients refused together do not return together. */
export function backoffMs(repeated: number): number {
  const whole = Math.min(FIRST_BACKOFF_MS * 2 ** repeated, LONGEST_BACKOFF_MS);
  return whole * (0.5 + Math.random() / 2);
}

/** The end of a call: its time is up, or the caller gives up. */
interface Deadline {
  /** Aborted with the caller's reason, or with a TimeoutError. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  /** Leaves no timer, and no listener on the caller's signal, which may live as long as the process. */
  readonly end: () => void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(caller?.reason);
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => controller.abort(tooLate(timeoutMs)), timeoutMs);
  if (caller?.aborted === true) giveUp();
  caller?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

function tooLate(timeoutMs: number): Error {
  return new DOMException(`no complete answer within ${timeoutMs} ms`, 'TimeoutError');
}
