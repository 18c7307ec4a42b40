import { describe, expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff.ts';
import { callCases } from './call-cases.ts';
import { operation, read } from './documents.ts';
import * as tables from './operation-cases.ts';

describe.each(Object.entries({ ...tables, callCases }))('%s', (_name, cases) => {
  test.each(cases)('$title', async ({ before, after, told, turnedRound }) => {
    expect(await idsOf(before, after)).toEqual(told);
    expect(await idsOf(after, before)).toEqual(turnedRound);
  });
});

test('a status that is gone is told with those that are left', async () => {
  const before = operation({ responses: "{ '200': { description: it }, '400': { description: no } }" });
  const after = operation({ responses: "{ '200': { description: it } }" });
  expect(await wordsOf(before, after)).toEqual([['declared', 'not declared; only 200']]);
  expect(await wordsOf(after, before)).toEqual([['not declared; only 200', 'declared']]);
});

async function wordsOf(before: string, after: string): Promise<readonly (readonly string[])[]> {
  const changes = diffContracts(await read(before), await read(after));
  return changes.map(({ was, is }) => [was, is]);
}

async function idsOf(before: string, after: string): Promise<readonly string[]> {
  const changes = diffContracts(await read(before), await read(after));
  return changes.map(({ rule }) => rule.id);
}
