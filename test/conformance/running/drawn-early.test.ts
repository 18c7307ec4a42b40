import { expect, test } from 'vitest';
import { drawnEarly } from '../../../contracts/conformance/running/try-all.ts';

/** Tells how many were made. */
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

test('items come in their order, whether they were made early or not', () => {
  const drawn = drawnEarly(counting(5).items, 2);
  drawn.draw();
  const taken: number[] = [];
  for (const item of drawn.items) {
    taken.push(item);
    if (item === 2) drawn.draw();
  }
  expect(taken).toEqual([0, 1, 2, 3, 4]);
});

test('no more than so many wait, and none is made before it is asked for or drawn', () => {
  const { made, items } = counting(9);
  const drawn = drawnEarly(items, 2);
  expect(made).toEqual([]);
  for (let times = 0; times < 5; times++) drawn.draw();
  expect(made).toEqual([0, 1]);
});

test('what was made early is still to come when there are no more', () => {
  const drawn = drawnEarly(counting(2).items, 9);
  for (let times = 0; times < 9; times++) drawn.draw();
  expect([...drawn.items]).toEqual([0, 1]);
});
