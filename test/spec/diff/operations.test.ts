import { describe, expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff.ts';
import { read } from './documents.ts';
import * as tables from './operation-cases.ts';

const { allCases: _all, ...byPart } = tables;

describe.each(Object.entries(byPart))('%s', (_name, cases) => {
  test.each(cases)('$title', async ({ before, after, told, turnedRound }) => {
    expect(await idsOf(before, after)).toEqual(told);
    expect(await idsOf(after, before)).toEqual(turnedRound);
  });
});

async function idsOf(before: string, after: string): Promise<readonly string[]> {
  const changes = diffContracts(await read(before), await read(after));
  return changes.map(({ rule }) => rule.id);
}
