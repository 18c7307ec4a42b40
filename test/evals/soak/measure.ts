/** What a process holds, told to the one that has started it. */

export interface Held {
  /** MB in use after the garbage was taken away; null where nobody can look into the process. */
  readonly heap: number | null;
  /** MB. */
  readonly rss: number;
  /** Sockets, timers, files that are open. */
  readonly handles: number;
  /** What it has done by itself so far. */
  readonly runs?: number;
}

/** Answers each message of the parent; `before` puts aside what may stay, and tells what was done so far. */
export function answerMeasures(before: () => Promise<Pick<Held, 'runs'>>): void {
  process.on('message', () => {
    void before().then((done) => process.send?.({ ...held(), ...done }));
  });
  process.on('disconnect', () => process.exit());
}

function held(): Held {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 1e6, rss: rss / 1e6, handles: process.getActiveResourcesInfo().length };
}
