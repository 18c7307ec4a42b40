/** Results are taken in the order of the items, however long each of them takes. */

const WINDOW = 512;
/** Of results that wait to be looked at; no item is begun while there is more. */
const MOST_BYTES = 2 ** 25;

export interface AheadOptions<Item, Result> {
  /** So many under way at the same time. */
  readonly atOnce: number;
  /** Whether it spends its time waiting, and takes no place among them, unless there is only one. */
  waits(item: Item): boolean;
  /** What it holds, in bytes. */
  bytesOf(result: Result): number;
  /** Begins with no further item once this is true. */
  stopped(): boolean;
}

/**
 * Works on the next items while the results of earlier ones are looked at. Holds no more than a window of results.
 * Ends only when nothing is under way any more, also when whoever listens stops listening.
 */
export async function* ahead<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  { atOnce, waits, bytesOf, stopped }: AheadOptions<Item, Result>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.iterator]();
  const results: Promise<Result>[] = [];
  const behind = createBehind();
  let [underWay, held, exhausted] = [0, 0, false];

  function fill(): void {
    while (underWay < atOnce && results.length < WINDOW && held < MOST_BYTES && !exhausted && !stopped()) {
      const next = iterator.next();
      if (next.done === true) exhausted = true;
      else begin(next.value);
    }
  }

  function begin(item: Item): void {
    const places = waits(item) && atOnce > 1 ? 0 : 1;
    underWay += places;
    const ended = (bytes: number) => {
      underWay -= places;
      held += bytes;
      fill();
    };
    const result = work(item).then(
      (done) => {
        ended(bytesOf(done));
        return done;
      },
      (reason: unknown) => {
        ended(0);
        throw reason;
      },
    );
    behind.begun();
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
      await behind.wait();
      held -= bytesOf(result);
      yield result;
    }
  } finally {
    exhausted = true;
    await Promise.allSettled(results);
  }
}

/** Puts work off behind what is sent in the same turn of the event loop: undici writes at its end. */

interface Behind {
  /** Something is to be sent. */
  begun(): void;
  /** Until all of it was sent; undefined where nothing was begun since the last time. */
  wait(): Promise<void> | undefined;
}

/** For one who waits at a time. */
export function createBehind(): Behind {
  let isNew = false;
  let waiting: { readonly immediate: NodeJS.Immediate; readonly go: () => void } | undefined;
  return {
    begun() {
      isNew = true;
      if (waiting === undefined) return;
      clearImmediate(waiting.immediate);
      queue(waiting.go);
    },
    wait: () => (isNew ? new Promise(queue) : undefined),
  };

  function queue(go: () => void): void {
    const pass = () => {
      isNew = false;
      waiting = undefined;
      go();
    };
    waiting = { immediate: setImmediate(pass), go };
  }
}
