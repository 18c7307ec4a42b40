import { expect, test } from 'vitest';
import { prefetchItems } from '../../../contracts/conformance/running/run-cases.ts';

/** Counts the created items. */
function counting(most: number) {
  const made: number[] = [];
  function* items() {
    for (let item = 0; item < most; item++) {
      made.push(item);
      yield item;
    }
  }
  return { made, items: items() };
}

test('yields items in order, prefetched or not', () => {
  const drawn = prefetchItems(counting(5).items, 2);
  drawn.prefetch();
  const taken: number[] = [];
  for (const item of drawn.items) {
    taken.push(item);
    if (item === 2) drawn.prefetch();
  }
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test('prefetches at most the given number', () => {
  const { made, items } = counting(9);
  const drawn = prefetchItems(items, 2);
  expect(made).toEqual([]);
  for (let times = 0; times < 5; times++) drawn.prefetch();
  expect(made).toEqual([0, 1]);
});

test('yields prefetched items after the end of the source', () => {
  const drawn = prefetchItems(counting(2).items, 9);
  for (let times = 0; times < 9; times++) drawn.prefetch();
  expect([...drawn.items]).toEqual([0, 1]);
});
