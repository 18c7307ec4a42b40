import { expect, it } from 'vitest';
import { isCommandResult, isStorageCommand, resultGroups, resultList } from '../../../mock/storage/storage-commands.ts';

it.each([
  ['insert', true],
  ['ping', true],
  ['drop', false],
  ['', false],
  ['constructor', false],
  [7, false],
  [undefined, false],
])('%j is a storage command: %s', (value, expected) => {
  expect(isStorageCommand(value)).toBe(expected);
});

it.each([
  [null, true],
  ['', true],
  [0, true],
  [[], true],
  [[1, 'a', [null]], true],
  [[1, ['a', {}]], false],
  [{}, false],
  [true, false],
  [undefined, false],
  [7n, false],
])('%s is the result of a command: %s', (value, expected) => {
  expect(isCommandResult(value)).toBe(expected);
});

it.each([
  [
    ['a', 1, 'b', 2],
    2,
    [
      ['a', 1],
      ['b', 2],
    ],
  ],
  [['a', 1, 'b'], 2, [['a', 1]]],
  [[], 2, []],
  [null, 2, []],
])('%j in groups of %i is %j', (result, length, groups) => {
  expect(resultGroups(result, length)).toEqual(groups);
});

it.each([null, 'ab', 7])('%j is an empty list', (result) => {
  expect(resultList(result)).toEqual([]);
});
