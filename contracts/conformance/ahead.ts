/** Results are taken in the order of the items, however long each of them takes. */
const WINDOW = 512;

export interface AheadOptions<Item> {
  /** So many under way at the same time. */
  readonly atOnce: number;
  /** Whether it spends its time waiting, and takes no place among them, unless there is only one. */
  waits(item: Item): boolean;
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
  { atOnce, waits, stopped }: AheadOptions<Item>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.iterator]();
  const results: Promise<Result>[] = [];
  let [underWay, exhausted] = [0, false];

  function fill(): void {
    while (underWay < atOnce && results.length < WINDOW && !exhausted && !stopped()) {
      const next = iterator.next();
      if (next.done === true) exhausted = true;
      else begin(next.value);
    }
  }

  function begin(item: Item): void {
    const places = waits(item) && atOnce > 1 ? 0 : 1;
    underWay += places;
    const result = work(item).finally(() => {
      underWay -= places;
      fill();
    });
    // Whoever takes it is told of its failure; until then nobody else needs to be.
    result.catch(() => {});
    results.push(result);
  }

  try {
    for (fill(); results.length > 0; fill()) {
      const first = results.shift();
      if (first !== undefined) yield await first;
    }
  } finally {
    exhausted = true;
    await Promise.allSettled(results);
  }
}
