/** Concurrent tasks: dependencies are respected, others run concurrently, and nothing keeps running. */
import { expect, test } from 'vitest';
import { type ConcurrentTask, runConcurrently } from '../../contracts/gate/concurrent-tasks.ts';

interface Latch {
  readonly opened: Promise<void>;
  open(): void;
}

function createLatch(): Latch {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

function task(name: string, after: readonly string[], waitFor?: Promise<void>): ConcurrentTask<string> {
  return {
    name,
    dependsOn: after,
    async *events() {
      yield `${name} begins`;
      await waitFor;
      yield `${name} ends`;
    },
  };
}

async function all<Event>(tasks: readonly ConcurrentTask<Event>[]): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of runConcurrently(tasks)) events.push(event);
  return events;
}

/** Runs until it is ended, and reports that. */
function endlessTask(ended: string[]): ConcurrentTask<string> {
  return {
    name: 'endless',
    dependsOn: [],
    async *events() {
      try {
        for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, 'tick'));
      } finally {
        ended.push('endless');
      }
    },
  };
}

test('a task without dependencies runs concurrently with others', async () => {
  const { opened, open } = createLatch();
  const events: string[] = [];
  for await (const event of runConcurrently([task('slow', [], opened), task('quick', [])])) {
    events.push(event);
    if (event === 'quick ends') open();
  }
  expect(events).toEqual(['slow begins', 'quick begins', 'quick ends', 'slow ends']);
});

test('a task starts after all its dependencies have finished', async () => {
  const events = await all([task('a', []), task('b', []), task('c', ['a', 'b']), task('d', ['c'])]);
  expect(events.indexOf('c begins')).toBeGreaterThan(events.indexOf('a ends'));
  expect(events.indexOf('c begins')).toBeGreaterThan(events.indexOf('b ends'));
  expect(events.slice(-2)).toEqual(['d begins', 'd ends']);
});

test('yields every event, even if many occur at the same time', async () => {
  const many: ConcurrentTask<number> = {
    name: 'many',
    dependsOn: [],
    async *events() {
      for (let index = 0; index < 1_000; index++) yield index;
    },
  };
  const events = await all([many]);
  expect(events).toEqual(Array.from({ length: 1_000 }, (_one, index) => index));
});

test('throws the error of a task, starts no dependent task, and ends others at their next event', async () => {
  const failing: ConcurrentTask<string> = {
    name: 'failing',
    dependsOn: [],
    // biome-ignore lint/correctness/useYield: it fails before there is anything to tell.
    async *events() {
      throw new Error('broken');
    },
  };
  const ended: string[] = [];
  const endless = endlessTask(ended);
  const begun: string[] = [];
  const run = async () => {
    for await (const event of runConcurrently([endless, failing, task('behind', ['failing'])])) begun.push(event);
  };
  await expect(run()).rejects.toThrow('broken');
  expect(begun).not.toContain('behind begins');
  expect(ended).toEqual(['endless']);
});

test('ends running tasks if the caller stops iterating', async () => {
  const ended: string[] = [];
  const endless = endlessTask(ended);
  for await (const event of runConcurrently([endless])) if (event === 'tick') break;
  expect(ended).toEqual(['endless']);
});
