import { expect, test } from 'vitest';
import { limitLines } from '../../../contracts/render/text/terminal.ts';

const lines = ['a', 'b', 'c', 'd'];

test.each([
  [4, lines],
  [3, lines],
  [2, ['a', 'b', 'and 2 more checks in the JSON report']],
])('shows at most %d of four lines, unless the rest fits into the same space', (most, shown) => {
  expect(limitLines(lines, most, 'checks')).toEqual(shown);
});
