import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnDelay } from '../../../contracts/conformance/session/own-delay.ts';

test('measures for how long the event loop was blocked, within a period of time', async () => {
  const ownDelay = createOwnDelay();
  onTestFinished(ownDelay.stop);
  await pause(1);
  const start = performance.now();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const end = performance.now();
  expect(ownDelay.between(start, end)).toBeGreaterThan(200);
  expect(ownDelay.between(end + 10_000, end + 20_000)).toBe(0);
  await pause(1);
  expect(ownDelay.between(start, end)).toBeGreaterThan(200);
});
