/**
 * Waits for an implementation that limits its callers, or that is being started anew, and sends no faster than it is
 * told.
 */
import { setTimeout } from 'node:timers/promises';
import { headerValue } from '../../http/headers.ts';
import { type Exchange, isRateLimited, isUnreachable, type SentRequest } from '../model/exchange.ts';

export type Send = (request: SentRequest) => Promise<Exchange>;

export interface RetryPolicy {
  /** The last exchange, after waiting where that may help. */
  send(transport: Send, request: SentRequest): Promise<Exchange>;
  /** Why it cannot be reached any more; undefined while it can. */
  unreachableReason(): string | undefined;
  /** It could not be reached for a while, and came back: it has died. */
  wasUnreachable(): boolean;
}

export function createRetryPolicy(): RetryPolicy {
  let unreachableReason: string | undefined;
  let wasUnreachable = false;
  return {
    unreachableReason: () => unreachableReason,
    wasUnreachable: () => wasUnreachable,
    async send(transport, request) {
      let exchange = await sendWithReconnect(transport, request);
      for (let retries = 0; retries < MAX_RETRIES && isRateLimited(exchange); retries++) {
        await setTimeout(retryAfterMs(exchange, Date.now()));
        exchange = await sendWithReconnect(transport, request);
      }
      if (isUnreachable(exchange)) unreachableReason = exchange.outcome.failure.reason;
      return exchange;
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

/** A supervisor may be starting it anew. */
const RESTART_DELAYS_MS = [200, 600];

const MAX_RETRIES = 3;

const LONGEST_WAIT_MS = 5_000;

/** How long a 429 is waited for: as its Retry-After says, in seconds or as a date, within reason. */
function retryAfterMs({ outcome }: Exchange, now: number): number {
  const header = outcome.kind === 'answer' ? headerValue(outcome.response.headers, 'retry-after') : undefined;
  const retryAfter = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return Math.min(Math.max(Number.isNaN(retryAfter) ? 1_000 : retryAfter, 0), LONGEST_WAIT_MS);
}

/** A function to await before each request; without a rate it does not wait. */
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
