/** Which orders of two values are certain. */
import { expect, test } from 'vitest';
import { compareIfUnambiguous } from '../../../contracts/conformance/stateful/lists/sort-order.ts';

test.each([
  ['bean', 'fig'],
  [2, 10],
  ['2026-01-01', '2026-01-02'],
  ['seed 1', 'seed 2'],
  ['seed a', 'seed m'],
  ['red bean', 'red fig'],
  ['Kenneth Koss', 'Vicky Schuppe'],
  ['204B', '317A'],
])('%s is before %s', (one, other) => {
  expect(compareIfUnambiguous(one, other)).toBeLessThan(0);
  expect(compareIfUnambiguous(other, one)).toBeGreaterThan(0);
});

test.each([
  ['seed 2', 'seed 10'],
  ['ch', 'cz'],
  ['seed x', 'seed z'],
  ['Bean', 'fig'],
  ['Chase', 'Vicky'],
  ['seed', 'seed 1'],
  ['seed 1', 'other 2'],
  ['20B', '317A'],
  ['204B', '204C'],
])('the order of %s and %s is open', (one, other) => {
  expect(compareIfUnambiguous(one, other)).toBe(0);
});
