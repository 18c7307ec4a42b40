import { expect, test } from 'vitest';
import { describeScope } from '../../contracts/report/stage-report.ts';
import { certifiableReport } from '../certificate/support.ts';

test('a limited selection is in the notes of the stage', () => {
  const scope = { operations: ['createPlant'], budget: 9, truncatedOperations: ['createPlant'] };
  const notes = certifiableReport({ scope }).stages.flatMap((stage) => stage.notes);
  expect(notes).toEqual(expect.arrayContaining([...describeScope(scope)]));
  expect(describeScope(scope)).toHaveLength(2);
});

test('names five of many operations', () => {
  const cut = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(describeScope({ operations: [], budget: 9, truncatedOperations: cut })).toEqual([
    'cases were omitted because of --budget 9: 7 operations, a, b, c, d, e and 2 more',
  ]);
});

test('there is no note without a selection', () => {
  expect([describeScope(undefined), describeScope({ operations: [], budget: 9, truncatedOperations: [] })]).toEqual([
    [],
    [],
  ]);
});

test('names the operations that a small budget leaves out', () => {
  const sample = { operations: ['b'], budget: 1, truncatedOperations: ['b'], omittedOperations: ['a', 'c'] };
  expect(describeScope(sample)).toContain(
    'not tested, because --budget 1 is less than the 3 operations, of which it takes a sample: a, c',
  );
});
