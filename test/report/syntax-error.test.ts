import { expect, test } from 'vitest';
import { syntaxErrorAt } from '../../contracts/report/syntax-error.ts';

test.each<readonly [string, number | undefined]>([
  ['<html>', 0],
  [")]}',\n{}", 0],
  ['\ufeff{}', 0],
  ['{"a":NaN}', 5],
  ['{"a":nul}', 8],
  ["{'a':1}", 1],
  ['{"a":1,}', 7],
  ['{"a":1}\n<br>', 8],
  ['{"a":-}', 6],
  ['{"a":"\u0001"}', 6],
  ['{"a":1', undefined],
  ['"a', undefined],
  ['-', undefined],
  ['', undefined],
  ['{"a":1}', undefined],
])('%j stops being JSON at %s', (text, position) => {
  expect(syntaxErrorAt(text)).toBe(position);
});
