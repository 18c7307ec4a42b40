/** Keeps to a number of requests a second. */
import { setTimeout } from 'node:timers/promises';

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
