/**
 * Measures how late the verifier itself is: while its event loop is blocked, or while it gets no CPU, responses arrive
 * that it does not read.
 */

export interface OwnDelay {
  /** Milliseconds by which the event loop was late between two times of `performance.now()`. */
  between(from: number, to: number): number;
  stop(): void;
}

const INTERVAL_MS = 50;
/** Timers are never exact. */
const MIN_DELAY_MS = 20;
/** Older delays are forgotten: no exchange lasts so long. */
const MAX_DELAYS = 10_000;

export function createOwnDelay(): OwnDelay {
  const delays: { readonly at: number; readonly ms: number }[] = [];
  let expected = performance.now() + INTERVAL_MS;
  const measure = () => {
    const now = performance.now();
    const ms = now - expected;
    expected = now + INTERVAL_MS;
    if (ms < MIN_DELAY_MS) return;
    delays.push({ at: now, ms });
    if (delays.length > MAX_DELAYS) delays.shift();
  };
  const timer = setInterval(measure, INTERVAL_MS);
  timer.unref();
  return {
    between(from, to) {
      // The timer may be late right now.
      measure();
      return delays
        .map(({ at, ms }) => Math.min(at, to) - Math.max(at - ms, from))
        .reduce((sum, part) => sum + Math.max(part, 0), 0);
    },
    stop: () => clearInterval(timer),
  };
}
