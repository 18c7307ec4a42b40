import { expect, it } from 'vitest';
import { coalesceCalls } from '../../../mock/storage/journal-listeners.ts';

/** Runs that end when the test says so. */
function createRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const call = coalesceCalls(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { runs, call };
}

it('a call runs immediately, if no other runs', async () => {
  const { runs, call } = createRuns();
  for (const count of [1, 2, 3]) {
    const called = call();
    expect(runs).toHaveLength(count);
    runs.at(-1)?.resolve();
    await called;
  }
});

it('all calls during a run share one more run, which begins after it', async () => {
  const { runs, call } = createRuns();
  const first = call();
  const others = [call(), call(), call()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  const later = call();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await Promise.all(others);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve();
  await later;
});

it('a run that fails rejects its own calls only', async () => {
  const { runs, call } = createRuns();
  const first = call();
  const second = call();
  runs[0]?.reject(new Error('offline'));
  await expect(first).rejects.toThrow('offline');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await second;
});
