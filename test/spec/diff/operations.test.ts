import { describe, expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { operation, parseDocument } from './build-documents.ts';
import * as tables from './operation-cases.ts';
import { callbackCases } from './outgoing-call-cases.ts';

describe.each(Object.entries({ ...tables, callCases: callbackCases }))('%s', (_name, cases) => {
  test.each(cases)('$title', async ({ before, after, expected, expectedReversed }) => {
    expect(await idsOf(before, after)).toEqual(expected);
    expect(await idsOf(after, before)).toEqual(expectedReversed);
  });
});

test('lists the declared statuses for a removed status', async () => {
  const before = operation({ responses: "{ '200': { description: it }, '400': { description: no } }" });
  const after = operation({ responses: "{ '200': { description: it } }" });
  expect(await wasAndIs(before, after)).toEqual([['declared', 'not declared; the contract declares 200']]);
  expect(await wasAndIs(after, before)).toEqual([['not declared; the contract declares 200', 'declared']]);
});

async function wasAndIs(before: string, after: string): Promise<readonly (readonly string[])[]> {
  const changes = diffContracts(await parseDocument(before), await parseDocument(after));
  return changes.map(({ was, is }) => [was, is]);
}

async function idsOf(before: string, after: string): Promise<readonly string[]> {
  const changes = diffContracts(await parseDocument(before), await parseDocument(after));
  return changes.map(({ rule }) => rule.id);
}
