/**
 * Waits for an implementation that limits its callers, or that is being started anew, and sends no faster than it is
 * told.
 */
import { setTimeout } from 'node:timers/promises';
import { headerOf } from '../../http/headers.ts';
import { type Exchange, isLimited, isUnreachable, type SentRequest } from '../model/exchange.ts';

export type Send = (request: SentRequest) => Promise<Exchange>;

export interface Patience {
  /** The last exchange, after waiting where that may help. */
  send(over: Send, request: SentRequest): Promise<Exchange>;
  /** Why it cannot be reached any more; undefined while it can. */
  gone(): string | undefined;
  /** It could not be reached for a while, and came back: it has died. */
  wasAway(): boolean;
}

export function createPatience(): Patience {
  let gone: string | undefined;
  let wasAway = false;
  return {
    gone: () => gone,
    wasAway: () => wasAway,
    async send(over, request) {
      let exchange = await sendToLiving(over, request);
      for (let waits = 0; waits < MOST_WAITS && isLimited(exchange); waits++) {
        await setTimeout(retryAfterMs(exchange, Date.now()));
        exchange = await sendToLiving(over, request);
      }
      if (isUnreachable(exchange)) gone = exchange.outcome.failure.reason;
      return exchange;
    },
  };

  async function sendToLiving(over: Send, request: SentRequest): Promise<Exchange> {
    let exchange = await over(request);
    for (const ms of SUPERVISOR_MS) {
      if (!isUnreachable(exchange)) return exchange;
      await setTimeout(ms);
      exchange = await over(request);
      wasAway ||= !isUnreachable(exchange);
    }
    return exchange;
  }
}

/** A supervisor may be starting it anew. */
const SUPERVISOR_MS = [200, 600];

const MOST_WAITS = 3;

const LONGEST_WAIT_MS = 5_000;

/** How long a 429 is waited for: as its Retry-After says, in seconds or as a date, within reason. */
function retryAfterMs({ outcome }: Exchange, now: number): number {
  const header = outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'retry-after') : undefined;
  const asked = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return Math.min(Math.max(Number.isNaN(asked) ? 1_000 : asked, 0), LONGEST_WAIT_MS);
}

/** A function to await before each request; without a rate it does not wait. */
export function createPacer(rate: number | undefined): () => Promise<void> | undefined {
  if (rate === undefined) return () => undefined;
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await setTimeout(at - now);
  };
}
