/** Work side by side where one does not wait for the other, told of as it goes. */

/** One of several; its name is known to those that wait for it. */
export interface ConcurrentTask<Event> {
  readonly name: string;
  readonly dependsOn: readonly string[];
  /** Begun when those that it waits for are over. */
  events(): AsyncGenerator<Event, void>;
}

/** The events of all, each as soon as it comes. The first failure of a task ends all of them. */
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
    // Leaving the loop ends the task where it stands.
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
