/** Items that are made while there is time, before somebody asks for them. */

export interface DrawnEarly<Item> {
  /** All of them, in their order. */
  readonly items: Iterable<Item>;
  /** Makes one more, unless enough are waiting. */
  draw(): void;
}

/** At most so many wait. */
export function drawnEarly<Item>(from: Iterable<Item>, most: number): DrawnEarly<Item> {
  const iterator = from[Symbol.iterator]();
  const waiting: IteratorResult<Item, unknown>[] = [];
  function* items(): Generator<Item> {
    for (;;) {
      const next = waiting.shift() ?? iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    items: items(),
    draw() {
      if (waiting.length < most && waiting.at(-1)?.done !== true) waiting.push(iterator.next());
    },
  };
}
