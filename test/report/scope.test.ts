import { expect, test } from 'vitest';
import { describeScope } from '../../contracts/report/stage-report.ts';
import { certifiableReport } from '../certificate/support.ts';

test('a limited selection is in the notes of the stage', () => {
  const scope = { operations: ['createPlant'], budget: 9, truncatedOperations: ['createPlant'] };
  const notes = certifiableReport({ scope }).stages.flatMap((stage) => stage.notes);
  expect(notes).toEqual(expect.arrayContaining([...describeScope(scope, ['createPlant'])]));
  expect(describeScope(scope, ['createPlant'])).toHaveLength(2);
});

test('names five of many operations', () => {
  const cut = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(describeScope({ operations: [], budget: 9, truncatedOperations: cut }, cut)).toEqual([
    'cases were omitted because of --budget 9: 7 operations, a, b, c, d, e and 2 more',
  ]);
});

test('there is no note without a selection', () => {
  expect([
    describeScope(undefined, ['a']),
    describeScope({ operations: [], budget: 9, truncatedOperations: [] }, ['a']),
  ]).toEqual([[], []]);
});

test('names the operations that a small budget leaves out', () => {
  const sample = { operations: ['b'], budget: 1, truncatedOperations: ['b'], omittedOperations: ['a', 'c'] };
  expect(describeScope(sample, ['a', 'b', 'c'])).toContain(
    'not tested, because --budget 1 is less than the 3 operations, of which it takes a sample: a, c',
  );
});

test.each([
  [['a', 'b', 'd'], 'these operations were left out: c'],
  [['a', 'b'], 'only these operations were checked: a, b'],
  [['a', 'b', 'c', 'd'], 'only these operations were checked: a, b, c, d'],
])('of %j, names the fewer ones', (operations, line) => {
  expect(describeScope({ operations, truncatedOperations: [] }, ['a', 'b', 'c', 'd'])).toEqual([line]);
});

test('operations that a small budget leaves out are not named twice', () => {
  const sample = { operations: ['a', 'b'], budget: 2, truncatedOperations: [], omittedOperations: ['c'] };
  expect(describeScope(sample, ['a', 'b', 'c', 'd'])).toEqual([
    'these operations were left out: d',
    'not tested, because --budget 2 is less than the 3 operations, of which it takes a sample: c',
  ]);
});
