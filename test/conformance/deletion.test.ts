/** Deletions and single-use operations use records that the run creates with the operations of the contract. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createLendingStore, type LendingStoreDefect } from './lending-store.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const contract = await loadContract('test/fixtures/conformance/lending.yaml');
const credentials = { token: undefined, byScheme: new Map([['key', 'right-key']]) };

async function runVerifier(only: readonly string[], ...defects: readonly LendingStoreDefect[]): Promise<RunResult> {
  const store = createLendingStore(...defects);
  const baseUrl = await startTestServer(store, onTestFinished);
  return verify({ contract, baseUrl, credentials, categories: only });
}

/** The cases that an operation ran. */
function categoriesOf({ rows }: RunResult, operation: string): readonly string[] {
  return rows.filter((row) => row.operation === operation).map(({ category }) => category);
}

const quick = [
  'authentication',
  'valid-bodies',
  'content-negotiation',
  'parameters',
  'unknown-identifiers',
  'connections',
];

test('reports nothing for a correct implementation without the records of the examples', async () => {
  const result = await runVerifier([...quick, 'undeclared-requests']);
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(result.deletedRecords).toEqual([]);
});

test.each(['removeUser', 'removeAvatar', 'forgetLoan', 'giveBack'])(
  'runs all applicable cases for %s, although each success consumes its record',
  async (operation) => {
    const categories = categoriesOf(await runVerifier(quick), operation);
    expect(categories).toEqual(
      expect.arrayContaining(['authentication', 'valid-bodies', 'content-negotiation', 'parameters', 'connections']),
    );
  },
);

describe('reports an error for an implementation that', () => {
  test.each<[LendingStoreDefect, string, string]>([
    ['deletes without credentials', 'removeUser', 'unauthorized-rejected'],
    ['deletes without credentials', 'forgetLoan', 'unauthorized-rejected'],
    ['returns loans without credentials', 'giveBack', 'unauthorized-rejected'],
    ['parses only the leading digits of names', 'removeUser', 'invalid-rejected'],
    ['parses only the leading digits of names', 'readUser', 'invalid-rejected'],
    ['requires no reason', 'removeUser', 'invalid-rejected'],
    ['does not delete new records', 'removeUser', 'valid-accepted'],
    ['finds every user', 'readUser', 'unknown-not-found'],
    ['finds every user', 'removeUser', 'unknown-not-found'],
  ])('%s: %s', async (defect, operation, check) => {
    const { findings } = await runVerifier(quick, defect);
    const found = findings.filter(({ subject, severity }) => subject === operation && severity === 'error');
    expect(found.map((finding) => finding.check)).toContain(check);
  });
});

test('a 404 for a deletion without a record is reported as not checked', async () => {
  const operations = contract.operations.filter(({ id }) => id === 'removeUser' || id === 'addTool');
  const store = createLendingStore();
  const baseUrl = await startTestServer(store, onTestFinished);
  const { unchecked, findings } = await verify({
    contract: { ...contract, operations },
    baseUrl,
    credentials,
    categories: quick,
  });
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([
    { operation: 'removeUser', casesRun: 'some', reason: expect.stringContaining('the run could not create a record') },
  ]);
});

test('reports nothing when responses and paths identify a record differently', async () => {
  const codes = new Set<string>();
  const store = createServer((request, response) => {
    const isPost = request.method === 'POST';
    if (isPost) codes.add(`thing-${codes.size}`);
    const isKnown = request.method === 'DELETE' && codes.delete(request.url?.split('/').at(-1) ?? '');
    request.resume();
    if (isPost) response.setHeader('Content-Type', 'application/json');
    response.writeHead(isPost ? 201 : isKnown ? 204 : 404);
    response.end(isPost ? JSON.stringify({ id: codes.size }) : undefined);
  });
  const { findings, unchecked } = await verify({
    contract: await loadContract('test/fixtures/conformance/codes.yaml'),
    baseUrl: await startTestServer(store, onTestFinished),
    categories: ['valid-bodies', 'content-negotiation'],
  });
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation }) => operation)).toEqual(['removeThing']);
});
