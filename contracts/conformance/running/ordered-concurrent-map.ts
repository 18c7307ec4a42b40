/** Results are taken in the order of the items, however long each of them takes. */

const MAX_PENDING_RESULTS = 512;
/** Of results that wait to be looked at; no item is begun while there is more. */
const MAX_PENDING_BYTES = 2 ** 25;

export interface ConcurrentMapOptions<Item, Result> {
  /** So many under way at the same time. */
  readonly concurrency: number;
  /** Whether it spends its time waiting, and takes no place among them, unless there is only one. */
  isMostlyWaiting(item: Item): boolean;
  /** What it holds, in bytes. */
  resultBytes(result: Result): number;
  /** Begins with no further item once this is true. */
  isStopped(): boolean;
}

/**
 * Works on the next items while the results of earlier ones are looked at. Holds no more than a window of results.
 * Ends only when nothing is under way any more, also when whoever listens stops listening.
 */
export async function* orderedConcurrentMap<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, isMostlyWaiting, resultBytes, isStopped }: ConcurrentMapOptions<Item, Result>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.iterator]();
  const results: Promise<Result>[] = [];
  const deferredWork = createDeferredWork();
  let [running, pendingBytes, exhausted] = [0, 0, false];

  function fill(): void {
    while (
      running < concurrency &&
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
    // Whoever takes it is told of its failure; until then nobody else needs to be.
    result.catch(() => {});
    results.push(result);
  }

  try {
    for (fill(); results.length > 0; fill()) {
      const first = results.shift();
      if (first === undefined) break;
      const result = await first;
      // What was begun meanwhile goes out first: the other side works on it while this is looked at.
      await deferredWork.waitUntilSent();
      pendingBytes -= resultBytes(result);
      yield result;
    }
  } finally {
    exhausted = true;
    await Promise.allSettled(results);
  }
}

/** Puts work off behind what is sent in the same turn of the event loop: undici writes at its end. */

interface DeferredWork {
  /** Something is to be sent. */
  markStarted(): void;
  /** Until all of it was sent; undefined where nothing was begun since the last time. */
  waitUntilSent(): Promise<void> | undefined;
}

/** For one who waits at a time. */
export function createDeferredWork(): DeferredWork {
  let hasStarted = false;
  let waiting: { readonly immediate: NodeJS.Immediate; readonly go: () => void } | undefined;
  return {
    markStarted() {
      hasStarted = true;
      if (waiting === undefined) return;
      clearImmediate(waiting.immediate);
      queue(waiting.go);
    },
    waitUntilSent: () => (hasStarted ? new Promise(queue) : undefined),
  };

  function queue(resolve: () => void): void {
    const proceed = () => {
      hasStarted = false;
      waiting = undefined;
      resolve();
    };
    waiting = { immediate: setImmediate(proceed), go: resolve };
  }
}
