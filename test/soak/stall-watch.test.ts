import { expect, onTestFinished, test } from 'vitest';
import { startStallWatch } from '../evals/soak/stall-watch.ts';

test('a time in which the process did not run for seconds is noticed, and shorter ones are not', () => {
  let time = 0;
  const watch = startStallWatch(() => time);
  onTestFinished(watch.stop);
  time = 1_500;
  expect(watch.hasStalledSince(0)).toBe(false);
  time = 4_000;
  expect(watch.hasStalledSince(1_500)).toBe(true);
  expect(watch.hasStalledSince(4_000)).toBe(false);
  time = 5_000;
  expect(watch.hasStalledSince(1_500)).toBe(true);
});
