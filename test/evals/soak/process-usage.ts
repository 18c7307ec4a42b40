/** What a process holds, told to the one that has started it. */

export interface ProcessUsage {
  /** MB in use after the garbage was taken away; null where nobody can look into the process. */
  readonly heapMB: number | null;
  /** MB. */
  readonly rssMB: number;
  /** Sockets, timers, files that are open. */
  readonly handles: number;
  /** What it has done by itself so far. */
  readonly runs?: number;
}

/** Answers each message of the parent; `before` puts aside what may stay, and tells what was done so far. */
export function reportUsageOnMessage(before: () => Promise<Pick<ProcessUsage, 'runs'>>): void {
  process.on('message', () => {
    void before().then((done) => process.send?.({ ...currentUsage(), ...done }));
  });
  process.on('disconnect', () => process.exit());
}

function currentUsage(): ProcessUsage {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapMB: heapUsed / 1e6, rssMB: rss / 1e6, handles: process.getActiveResourcesInfo().length };
}
