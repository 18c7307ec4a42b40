/** Retries while the implementation rate-limits its callers or is restarting, and limits the request rate. */
import { setTimeout } from 'node:timers/promises';
import { headerValue } from '../../http/headers.ts';
import { type Exchange, isRateLimited, isUnreachable, type SentRequest } from '../model/exchange.ts';

export type Send = (request: SentRequest) => Promise<Exchange>;

export interface RetryPolicy {
  /** Resolves to the last exchange, after retries where they may help. */
  send(transport: Send, request: SentRequest): Promise<Exchange>;
  /** Why the implementation is unreachable; undefined while it is reachable. */
  unreachableReason(): string | undefined;
  /** It was unreachable for a while and came back, so it crashed. */
  wasUnreachable(): boolean;
}

export function createRetryPolicy(): RetryPolicy {
  let unreachableReason: string | undefined;
  let wasUnreachable = false;
  /** Requests that were still limited after their retries, since the last one that was not. */
  let limitedInSequence = 0;
  const maxRetries = () => (limitedInSequence < MAX_LIMITED_IN_SEQUENCE ? MAX_RETRIES : 1);
  return {
    unreachableReason: () => unreachableReason,
    wasUnreachable: () => wasUnreachable,
    async send(transport, request) {
      let exchange = await sendWithReconnect(transport, request);
      const limitedAttempts: Exchange[] = [];
      for (let retries = 0; retries < maxRetries() && isRateLimited(exchange); retries++) {
        limitedAttempts.push(exchange);
        await setTimeout(retryAfterMs(exchange, Date.now()));
        exchange = await sendWithReconnect(transport, request);
      }
      limitedInSequence = isRateLimited(exchange) ? limitedInSequence + 1 : 0;
      if (isUnreachable(exchange)) unreachableReason = exchange.outcome.failure.reason;
      return limitedAttempts.length === 0 ? exchange : { ...exchange, limitedAttempts };
    },
  };

  async function sendWithReconnect(transport: Send, request: SentRequest): Promise<Exchange> {
    let exchange = await transport(request);
    for (const ms of RESTART_DELAYS_MS) {
      if (!isUnreachable(exchange)) return exchange;
      await setTimeout(ms);
      exchange = await transport(request);
      wasUnreachable ||= !isUnreachable(exchange);
    }
    return exchange;
  }
}

/** A supervisor may be restarting it. */
const RESTART_DELAYS_MS = [200, 600];

const MAX_RETRIES = 3;

/** After so many limited requests waiting does not help, so each further one is repeated only once. */
const MAX_LIMITED_IN_SEQUENCE = 4;

const MAX_WAIT_MS = 5_000;

/** The wait after a 429 or a 503, up to `MAX_WAIT_MS`. */
function retryAfterMs(exchange: Exchange, now: number): number {
  return Math.min(announcedWaitMs(exchange, now) ?? 1_000, MAX_WAIT_MS);
}

/** The Retry-After of a response, in seconds or as a date, in milliseconds from now; undefined if it has none. */
export function announcedWaitMs({ outcome }: Exchange, now: number): number | undefined {
  const header = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'retry-after') : undefined;
  const retryAfter = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return Number.isNaN(retryAfter) ? undefined : Math.max(retryAfter, 0);
}

/** A function to await before each request. `rate`: requests per second; without it there is no wait. */
export function createRateLimiter(rate: number | undefined): () => Promise<void> | undefined {
  if (rate === undefined) return () => undefined;
  let next = 0;
  return async () => {
    const now = performance.now();
    const sendAt = Math.max(now, next);
    next = sendAt + 1000 / rate;
    if (sendAt > now) await setTimeout(sendAt - now);
  };
}

/** RFC 9110, section 9.2.2: sending such a request twice has the effect of sending it once. */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE', 'PUT', 'DELETE']);

export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method);
}

/**
 * Whether a request whose reused connection was closed may be sent again (RFC 9112, section 9.3.1): it is idempotent, or
 * it did not reach the server.
 */
export function mayResend({ request, outcome }: Exchange): boolean {
  if (outcome.kind !== 'failure' || outcome.failure.closedReuse === undefined) return false;
  return isIdempotent(request.method) || outcome.failure.closedReuse === 'before the request';
}
