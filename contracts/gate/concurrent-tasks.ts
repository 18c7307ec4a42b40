/** Runs dependent tasks concurrently and merges their events into one stream. */

/** A task; other tasks name it in `dependsOn`. */
export interface ConcurrentTask<Event> {
  readonly name: string;
  readonly dependsOn: readonly string[];
  /** Called when all tasks in `dependsOn` have finished. */
  events(): AsyncGenerator<Event, void>;
}

/** The events of all tasks, in the order in which they occur. The first task that fails ends all of them. */
export async function* runConcurrently<Event>(tasks: readonly ConcurrentTask<Event>[]): AsyncGenerator<Event> {
  const queue = createEventQueue<Event>();
  const completions = new Map<string, Promise<void>>();
  for (const task of tasks) {
    const dependencies = task.dependsOn.map((name) => completions.get(name));
    completions.set(
      task.name,
      Promise.all(dependencies).then(() => forwardEvents(task, queue)),
    );
  }
  const allTasks = Promise.all(completions.values()).then(
    () => queue.close(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue.items();
  } finally {
    queue.close();
    await Promise.allSettled([allTasks, ...completions.values()]);
  }
}

async function forwardEvents<Event>({ events }: ConcurrentTask<Event>, queue: EventQueue<Event>): Promise<void> {
  if (queue.isClosed()) return;
  for await (const event of events()) {
    // Returning from the loop also closes the task's generator.
    if (queue.isClosed()) return;
    queue.push(event);
  }
}

interface EventQueue<Item> {
  push(item: Item): void;
  close(): void;
  fail(error: unknown): void;
  isClosed(): boolean;
  items(): AsyncGenerator<Item>;
}

function createEventQueue<Item>(): EventQueue<Item> {
  const pending: Item[] = [];
  let state: { readonly error?: unknown } | undefined;
  let change = Promise.withResolvers<void>();
  const settle = (outcome: { readonly error?: unknown }) => {
    state ??= outcome;
    change.resolve();
  };
  return {
    push(item) {
      pending.push(item);
      change.resolve();
    },
    close: () => settle({}),
    fail: (error) => settle({ error }),
    isClosed: () => state !== undefined,
    async *items() {
      for (;;) {
        yield* pending.splice(0);
        if (pending.length > 0) continue;
        if (state !== undefined && 'error' in state) throw state.error;
        if (state !== undefined) return;
        await change.promise;
        change = Promise.withResolvers<void>();
      }
    },
  };
}
