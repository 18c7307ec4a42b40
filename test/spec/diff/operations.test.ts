import { describe, expect, test } from 'vitest';
import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
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

test('a document without operations has removed or added all of them', async () => {
  const text = (paths: string) => `openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: ${paths}\n`;
  const load = (paths: string) => parseContract('file:///tmp/api.yaml', text(paths), [], { acceptsEmpty: true });
  const full = await load("{/a: {get: {responses: {'200': {description: ok}}}}}");
  const empty = await load('{}');
  expect(diffContracts(full, empty).map(({ rule }) => rule.id)).toEqual(['api-removed-without-deprecation']);
  expect(diffContracts(empty, full).map(({ rule }) => rule.id)).toEqual(['api-added']);
  await expect(parseContract('file:///tmp/api.yaml', text('{}'))).rejects.toMatchObject({ code: 'operations-missing' });
});
