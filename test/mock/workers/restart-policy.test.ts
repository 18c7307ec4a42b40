import { expect, it } from 'vitest';
import { createRestartPolicy } from '../../../mock/workers/worker-pool.ts';

it('waits longer each time a worker exits quickly, and gives up after four sequential times', () => {
  const { delayAfter } = createRestartPolicy();
  expect([0, 10, 4_999, 0, 0].map(delayAfter)).toEqual([100, 200, 400, 800, undefined]);
});

it('resets after a worker that ran for a while', () => {
  const { delayAfter } = createRestartPolicy();
  expect([0, 0, 0, 0, 5_000, 0, 0].map(delayAfter)).toEqual([100, 200, 400, 800, 100, 100, 200]);
});
