/** Deletions and single-use operations use records that the run creates with the operations of the contract. */
import { createServer } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createLendingStore, type LendingStoreDefect } from './lending-store.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const contract = await loadContract('test/fixtures/conformance/lending.yaml');
const credentials = { token: undefined, byScheme: new Map([['key', 'right-key']]) };

type Scope = Required<Pick<RunOptions, 'categories' | 'operations'>>;

/** Of all operations by default. */
async function runVerifier(scope: Partial<Scope>, ...defects: readonly LendingStoreDefect[]): Promise<RunResult> {
  const ends: (() => void)[] = [];
  const baseUrl = await startTestServer(createLendingStore(...defects), (end) => ends.push(end));
  try {
    return await verify({ contract, baseUrl, credentials, ...scope });
  } finally {
    for (const end of ends) end();
  }
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

describe('a correct implementation without the records of the examples', () => {
  let result: RunResult;
  beforeAll(async () => {
    result = await runVerifier({ categories: [...quick, 'undeclared-requests'] });
  });

  test('is not reported', () => {
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
    expect(result.deletedRecords).toEqual([]);
  });

  test.each(['removeUser', 'removeAvatar', 'forgetLoan', 'giveBack'])(
    'gets all applicable cases for %s, although each success consumes its record',
    (operation) => {
      expect(categoriesOf(result, operation)).toEqual(
        expect.arrayContaining(['authentication', 'valid-bodies', 'content-negotiation', 'parameters', 'connections']),
      );
    },
  );
});

describe('reports an error for an implementation that', () => {
  test.each<[LendingStoreDefect, check: string, category: string, operations: readonly string[]]>([
    ['deletes without credentials', 'unauthorized-rejected', 'authentication', ['removeUser', 'forgetLoan']],
    ['returns loans without credentials', 'unauthorized-rejected', 'authentication', ['giveBack']],
    ['parses only the leading digits of names', 'invalid-rejected', 'parameters', ['removeUser', 'readUser']],
    ['requires no reason', 'invalid-rejected', 'parameters', ['removeUser']],
    ['does not delete new records', 'valid-accepted', 'valid-bodies', ['removeUser']],
    ['finds every user', 'unknown-not-found', 'unknown-identifiers', ['readUser', 'removeUser']],
  ])('%s: %s', async (defect, check, category, operations) => {
    // A run that is accepted nowhere stops.
    const scope = { categories: ['valid-bodies', category], operations: ['addUser', ...operations] };
    const { findings } = await runVerifier(scope, defect);
    const found = findings.filter((one) => one.check === check && one.severity === 'error');
    expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set(operations));
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
