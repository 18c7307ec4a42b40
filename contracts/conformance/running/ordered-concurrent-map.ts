/** Runs work concurrently and yields the results in the order of the items. */

const MAX_PENDING_RESULTS = 512;
/** Limit for pending results; no further item starts above it. */
const MAX_PENDING_BYTES = 2 ** 25;

export interface ConcurrentMapOptions<Item, Result> {
  /** Maximum number of items worked on at the same time. */
  readonly concurrency: number;
  /** The same for now, if it is less. */
  currentConcurrency?(): number;
  /** Whether the work mostly waits, so that it does not count towards a concurrency above 1. */
  isMostlyWaiting(item: Item): boolean;
  /** Size of a result in bytes. */
  resultBytes(result: Result): number;
  /** No further item starts once this is true. */
  isStopped(): boolean;
}

/**
 * Works on the next items while the consumer processes earlier results, within a bounded window of pending results.
 * Ends only when no work is running any more, also when the consumer stops early.
 */
export async function* orderedConcurrentMap<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  options: ConcurrentMapOptions<Item, Result>,
): AsyncGenerator<Result> {
  const { concurrency, currentConcurrency = () => concurrency, isMostlyWaiting, resultBytes, isStopped } = options;
  const iterator = items[Symbol.iterator]();
  const results: Promise<Result>[] = [];
  const deferredWork = createDeferredWork();
  let [running, pendingBytes, exhausted] = [0, 0, false];

  function fill(): void {
    while (
      running < Math.min(currentConcurrency(), concurrency) &&
      results.length < MAX_PENDING_RESULTS &&
      pendingBytes < MAX_PENDING_BYTES &&
      !exhausted &&
      !isStopped()
    ) {
      const next = iterator.next();
      if (next.done === true) exhausted = true;
      else start(next.value);
    }
  }

  function start(item: Item): void {
    const slots = isMostlyWaiting(item) && concurrency > 1 ? 0 : 1;
    running += slots;
    const release = (bytes: number) => {
      running -= slots;
      pendingBytes += bytes;
      fill();
    };
    const result = work(item).then(
      (done) => {
        release(resultBytes(done));
        return done;
      },
      (reason: unknown) => {
        release(0);
        throw reason;
      },
    );
    deferredWork.markStarted();
    // The consumer receives the rejection when it awaits the result; until then it must not count as unhandled.
    result.catch(() => {});
    results.push(result);
  }

  try {
    for (fill(); results.length > 0; fill()) {
      const first = results.shift();
      if (first === undefined) break;
      const result = await first;
      // Started requests are written first, so that the server works on them while this result is processed.
      await deferredWork.waitUntilSent();
      pendingBytes -= resultBytes(result);
      yield result;
    }
  } finally {
    exhausted = true;
    await Promise.allSettled(results);
  }
}

/** Defers work until started requests are written: undici writes at the end of the event loop's turn. */
interface DeferredWork {
  /** A request is about to be sent. */
  markStarted(): void;
  /** Resolves when all started requests are sent; undefined when none was started since the last call. */
  waitUntilSent(): Promise<void> | undefined;
}

/** Supports one waiting caller at a time. */
export function createDeferredWork(): DeferredWork {
  let hasStarted = false;
  let waiting: { readonly immediate: NodeJS.Immediate; readonly resolve: () => void } | undefined;
  return {
    markStarted() {
      hasStarted = true;
      if (waiting === undefined) return;
      clearImmediate(waiting.immediate);
      queue(waiting.resolve);
    },
    waitUntilSent: () => (hasStarted ? new Promise(queue) : undefined),
  };

  function queue(resolve: () => void): void {
    const proceed = () => {
      hasStarted = false;
      waiting = undefined;
      resolve();
    };
    waiting = { immediate: setImmediate(proceed), resolve };
  }
}
