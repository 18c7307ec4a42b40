/** Notices when this process itself stood still: on a busy machine the sender of a load may not run for seconds. */

export interface StallWatch {
  /** Whether it stood still at some time after `since`, in milliseconds of `performance.now()`, and now is after it. */
  hasStalledSince(since: number): boolean;
  stop(): void;
}

const TICK_MS = 50;

/** Shorter than all timeouts of the mock server: a connection without a request is closed after 5 s. */
const STALL_MS = 2_000;

/** `now` in milliseconds. */
export function startStallWatch(now: () => number = () => performance.now()): StallWatch {
  let lastTick = now();
  let lastStallEnd = Number.NEGATIVE_INFINITY;
  const tick = () => {
    const time = now();
    if (time - lastTick > STALL_MS) lastStallEnd = time;
    lastTick = time;
  };
  const timer = setInterval(tick, TICK_MS).unref();
  return {
    hasStalledSince(since) {
      tick();
      return lastStallEnd > since;
    },
    stop: () => clearInterval(timer),
  };
}
