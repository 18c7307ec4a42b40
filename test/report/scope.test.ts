import { expect, test } from 'vitest';
import { scopeLines } from '../../contracts/report/stage.ts';
import { certifiable } from '../certificate/support.ts';

test('what was left out is among the notes of the stage', () => {
  const scope = { operations: ['createPlant'], budget: 9, cut: ['createPlant'] };
  const notes = certifiable({ scope }).stages.flatMap((stage) => stage.notes);
  expect(notes).toEqual(expect.arrayContaining([...scopeLines(scope)]));
  expect(scopeLines(scope)).toHaveLength(2);
});

test('of many operations five are named', () => {
  const cut = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(scopeLines({ operations: [], budget: 9, cut })).toEqual([
    'cases were left out for --budget 9: 7 operations, a, b, c, d, e and 2 more',
  ]);
});

test('nothing is said where nothing was left out', () => {
  expect([scopeLines(undefined), scopeLines({ operations: [], budget: 9, cut: [] })]).toEqual([[], []]);
});
