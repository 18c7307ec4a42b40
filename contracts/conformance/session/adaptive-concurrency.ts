/**
 * Sends fewer requests at the same time to an implementation that cannot keep up: half as many after a 429, a 503 or a
 * request without a response in time, and slowly more while there are none.
 */
import { type Exchange, hasTimedOut, isRateLimited, statusOf } from '../model/exchange.ts';

export interface AdaptiveConcurrency {
  /** How many requests may be sent at the same time: from 1 to the maximum. */
  current(): number;
  /** Call with each exchange. */
  record(exchange: Exchange): void;
}

/** So many exchanges for each request at the same time allow one more. */
const EXCHANGES_TO_RECOVER = 20;

export function createAdaptiveConcurrency(maximum: number): AdaptiveConcurrency {
  let current = maximum;
  /** Exchanges since the last change. */
  let count = 0;
  return {
    current: () => current,
    record(exchange) {
      count++;
      if (isOverloaded(exchange)) {
        // The others that were sent at the same time show the same overload.
        if (current < maximum && count < current) return;
        current = Math.max(Math.floor(current / 2), 1);
        count = 0;
      } else if (current < maximum && count >= current * EXCHANGES_TO_RECOVER) {
        current++;
        count = 0;
      }
    },
  };
}

function isOverloaded(exchange: Exchange): boolean {
  const { limitedAttempts = [] } = exchange;
  return limitedAttempts.length > 0 || isRateLimited(exchange) || statusOf(exchange) === 503 || hasTimedOut(exchange);
}
