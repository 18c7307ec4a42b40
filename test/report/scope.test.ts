import { expect, test } from 'vitest';
import { describeScope } from '../../contracts/report/stage-report.ts';
import { certifiableReport } from '../certificate/support.ts';

test('what was left out is among the notes of the stage', () => {
  const scope = { operations: ['createPlant'], budget: 9, truncatedOperations: ['createPlant'] };
  const notes = certifiableReport({ scope }).stages.flatMap((stage) => stage.notes);
  expect(notes).toEqual(expect.arrayContaining([...describeScope(scope)]));
  expect(describeScope(scope)).toHaveLength(2);
});

test('of many operations five are named', () => {
  const cut = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(describeScope({ operations: [], budget: 9, truncatedOperations: cut })).toEqual([
    'cases were omitted because of --budget 9: 7 operations, a, b, c, d, e and 2 more',
  ]);
});

test('nothing is said where nothing was left out', () => {
  expect([describeScope(undefined), describeScope({ operations: [], budget: 9, truncatedOperations: [] })]).toEqual([
    [],
    [],
  ]);
});
