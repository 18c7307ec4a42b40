/** Work side by side where one does not wait for the other, told of as it goes. */

/** One of several; its name is known to those that wait for it. */
export interface Task<Event> {
  readonly name: string;
  readonly after: readonly string[];
  /** Begun when those that it waits for are over. */
  events(): AsyncGenerator<Event, void>;
}

/** The events of all, each as soon as it comes. The first failure of a task ends all of them. */
export async function* sideBySide<Event>(tasks: readonly Task<Event>[]): AsyncGenerator<Event> {
  const queue = createQueue<Event>();
  const over = new Map<string, Promise<void>>();
  for (const task of tasks) {
    const earlier = task.after.map((name) => over.get(name));
    over.set(
      task.name,
      Promise.all(earlier).then(() => pump(task, queue)),
    );
  }
  const all = Promise.all(over.values()).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue.items();
  } finally {
    queue.end();
    await Promise.allSettled([all, ...over.values()]);
  }
}

async function pump<Event>({ events }: Task<Event>, queue: Queue<Event>): Promise<void> {
  if (queue.isOver()) return;
  for await (const event of events()) {
    // Leaving the loop ends the task where it stands.
    if (queue.isOver()) return;
    queue.push(event);
  }
}

interface Queue<Item> {
  push(item: Item): void;
  end(): void;
  fail(error: unknown): void;
  isOver(): boolean;
  items(): AsyncGenerator<Item>;
}

function createQueue<Item>(): Queue<Item> {
  const waiting: Item[] = [];
  let state: { readonly error?: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const conclude = (how: { readonly error?: unknown }) => {
    state ??= how;
    news.resolve();
  };
  return {
    push(item) {
      waiting.push(item);
      news.resolve();
    },
    end: () => conclude({}),
    fail: (error) => conclude({ error }),
    isOver: () => state !== undefined,
    async *items() {
      for (;;) {
        yield* waiting.splice(0);
        if (waiting.length > 0) continue;
        if (state !== undefined && 'error' in state) throw state.error;
        if (state !== undefined) return;
        await news.promise;
        news = Promise.withResolvers<void>();
      }
    },
  };
}
