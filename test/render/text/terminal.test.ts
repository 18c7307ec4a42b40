import { expect, test } from 'vitest';
import { limitLines } from '../../../contracts/render/text/terminal.ts';

const lines = ['a', 'b', 'c', 'd'];

test.each([
  [4, lines],
  [3, lines],
  [2, ['a', 'b', 'and 2 more checks in the JSON report']],
])('of four lines at most %d are shown, unless the rest takes no more room', (most, shown) => {
  expect(limitLines(lines, most, 'checks')).toEqual(shown);
});
