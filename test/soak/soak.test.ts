import { expect, test } from 'vitest';
import { isStable } from '../evals/soak/memory-growth.ts';
import { soak } from '../evals/soak/soak.ts';

test('memory is not called flat that grows by 1 kB with each of 50 requests a second, and is where it only trembles', () => {
  const looks = [...Array(10).keys()];
  expect(isStable(looks.map((look) => 34 + look * 1.5))).toBe(false);
  expect(isStable(looks.map((look) => 34 + (look % 2) * 3))).toBe(true);
  // What is filled once.
  expect(isStable(looks.map((look) => (look === 0 ? 20 : 34)))).toBe(true);
});

test('ten seconds under mixed load and faults leave nothing behind, and every response is as it has to be', async () => {
  const soaked = await soak({ seconds: 10, sampleCount: 10, progress: () => {} });
  expect(soaked.map(({ name }) => name)).toContain('mock server');
  for (const { name, samples, errors, isFlat, isClosed } of soaked) {
    // What the system sees still grows ten seconds after the start; `npm run soak` waits long enough to measure it.
    const hasHeap = samples.some(({ heapMB }) => heapMB !== null);
    expect({ name, errors, staysFlat: !hasHeap || isFlat, isClosed }).toEqual({
      name,
      errors: [],
      staysFlat: true,
      isClosed: true,
    });
    expect(samples.at(-1)?.requests, name).toBeGreaterThan(0);
  }
});
