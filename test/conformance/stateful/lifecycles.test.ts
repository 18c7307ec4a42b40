/** Lifecycles and random sequences against implementations that store records correctly or incorrectly. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { usualPauses, verify } from '../support.ts';
import { type OnTestEnd, startTestServer } from '../test-server.ts';
import { type ShelfStoreOverrides, startShelfStore } from './shelf-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/shelf.yaml');

async function runVerifier(
  onEnd: OnTestEnd,
  overrides: ShelfStoreOverrides,
  only: readonly string[] = ['lifecycles'],
): Promise<RunResult> {
  const pauses = overrides?.lateMs === undefined ? {} : usualPauses;
  return verify({ ...pauses, contract, baseUrl: await startShelfStore(onEnd, overrides), categories: only });
}

/** `error readShelf created-is-found`. */
function reportedFindings({ findings }: RunResult): readonly string[] {
  const lines = findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`);
  return [...new Set(lines)].toSorted();
}

/** The record as it was at its first read. */
function copies(): NonNullable<ShelfStoreOverrides['read']> {
  const first = new Map<string, JsonObject>();
  return (record) => {
    const copy = first.get(String(record.id)) ?? record;
    first.set(String(record.id), copy);
    return copy;
  };
}

const deleted = '2026-01-02T03:04:05Z';

test.concurrent.for<readonly [string, ShelfStoreOverrides]>([
  ['stores what it receives', {}],
  ['assigns numbers above 2^53', { firstId: 9_007_199_254_740_993n }],
  ['counts versions and stores times', { read: (record) => ({ ...record, version: 7 }) }],
  ['trims stored values, but not its response', { headers: { ETag: 'W/"1"' } }],
  ['reuses the numbers of deleted records', { reusesIds: true }],
  ['returns a Location', { locationFor: (path) => path }],
  ['returns a Location with another name', { locationFor: (path) => `${path}?by=location` }],
  ['returns a Location with another host', { locationFor: (path) => `https://example.com/elsewhere${path}` }],
])('reports nothing for an implementation that %s', async ([, overrides], { expect, onTestFinished }) => {
  const result = await runVerifier(onTestFinished, overrides, ['lifecycles', 'random-sequences']);
  expect(reportedFindings(result)).toEqual([]);
  expect(result.rows).toMatchObject([
    { operation: 'addShelf', category: 'lifecycles' },
    { operation: 'addShelf', category: 'random-sequences' },
    { operation: 'addJar', category: 'lifecycles' },
    { operation: 'addJar', category: 'random-sequences' },
  ]);
});

test.concurrent.for<readonly [string, ShelfStoreOverrides, readonly string[]]>([
  ['forgets the record', { keep: () => undefined }, ['error readShelf created-is-found']],
  [
    'returns another record',
    { read: (record) => ({ ...record, id: 999n }) },
    ['error readJar read-returns-written', 'error readShelf read-returns-written'],
  ],
  [
    'truncates stored values',
    { keep: (record) => ({ ...record, name: 'x' }) },
    ['error readShelf read-returns-written'],
  ],
  ['lists nothing', { list: () => [] }, ['error listJars list-has-created', 'error listShelves list-has-created']],
  [
    'lists deleted records',
    { list: (records, removed) => [...records, ...removed] },
    ['error listJars deleted-not-found', 'error listShelves deleted-not-found'],
  ],
  [
    'deletes nothing',
    { remove: (record) => record },
    ['error readJar deleted-not-found', 'error readShelf deleted-not-found'],
  ],
  ['deletes twice', { removedAgain: 204 }, ['error removeJar deleted-once', 'error removeShelf deleted-once']],
  [
    'clears properties that a PATCH does not contain',
    { change: (_before, sent) => sent },
    ['error readShelf read-returns-written'],
  ],
  ['ignores a PATCH', { change: (before) => before }, ['error readShelf read-returns-written']],
  [
    'shares the jars of all shelves',
    { sharesJars: true },
    ['error listJars scoped-to-parent', 'error readJar scoped-to-parent'],
  ],
  [
    'gives two records the same number',
    { idFor: (collection) => (collection === 'shelves' ? undefined : 7n) },
    ['error addJar created-id-is-unique'],
  ],
  [
    'returns a Location that does not exist',
    { locationFor: (path) => `/shelf/${path.split('/').at(-1)}` },
    ['error readJar created-is-found', 'error readShelf created-is-found'],
  ],
  [
    'returns a Location that exists only behind its proxy',
    { locationFor: (path) => `/v1${path}` },
    ['warning readJar created-is-found', 'warning readShelf created-is-found'],
  ],
  ['responds from a stale copy', { read: copies() }, ['error readShelf read-returns-written']],
  [
    'merges with a PUT',
    { replace: (before, sent) => ({ ...before, ...sent }) },
    ['error readShelf read-returns-written'],
  ],
])('reports an implementation that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  expect(reportedFindings(await runVerifier(onTestFinished, overrides))).toEqual(expected);
});

test.concurrent('reports rounding of numbers above 2^53 as a missing or wrong record', async ({
  expect,
  onTestFinished,
}) => {
  const lines = reportedFindings(
    await runVerifier(onTestFinished, {
      firstId: 9_007_199_254_740_993n,
      find: (id) => BigInt(Number(id)),
    }),
  );
  expect(lines).toEqual(expect.arrayContaining(['error readJar created-is-found', 'error readShelf created-is-found']));
});

test.concurrent.for<readonly [string, ShelfStoreOverrides, readonly string[]]>([
  ['marks deleted records', { remove: (record) => ({ ...record, deletedAt: deleted }) }, []],
  ['is eventually consistent', { lateMs: 150 }, []],
  ['responds from a declared cache', { read: (record) => ({ ...record, name: 'old' }), headers: { Age: '7' } }, []],
  ['responds with 202', { created: 200, keep: () => undefined }, []],
  ['creates later, with 202', { created: 202, keep: () => undefined }, []],
  ['deletes later, with 202', { removedWith: 202, remove: (record) => record }, []],
])('reports no error for an implementation that %s', async ([, overrides], { expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, overrides);
  const errors = findings.filter(({ severity, check }) => severity === 'error' && check !== 'status-declared');
  expect(errors.map(({ subject, check }) => `${subject} ${check}`)).toEqual([]);
});

test.concurrent('the case shows its steps and their responses', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, { keep: () => undefined });
  const [finding] = findings;
  expect(finding?.evidence?.mutation).toMatch(
    /^a record is created \(POST \/shelves \{.*\} -> 201 \{.*"id":\d+\}\); then it is read \(GET \/shelves\/\d+\)$/,
  );
  expect(finding?.evidence).toMatchObject({
    category: 'lifecycles',
    caseId: expect.stringMatching(/^addShelf\/lifecycles\/(?:whole-life|deleted-record)$/),
    reproduction: { reproduced: 3, attempts: 3 },
    response: { status: 404 },
  });
  expect(finding?.evidence?.curlLimitations).toMatch(/replay/);
});

test.concurrent('changes and deletes only records of its own sequence', async ({ expect, onTestFinished }) => {
  const baseUrl = await startShelfStore(onTestFinished);
  const add = await fetch(`${baseUrl}/shelves`, { method: 'POST', body: '{"name":"mine"}' });
  const { id } = JSON.parse(await add.text());
  const { requests } = await verify({ contract, baseUrl, categories: ['lifecycles', 'random-sequences'] });
  expect(requests).toBeGreaterThan(50);
  expect(await (await fetch(`${baseUrl}/shelves/${id}`)).json()).toEqual({ name: 'mine', id });
});

test.concurrent('shrinks a failing random sequence to the shortest one', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, { change: (_before, sent) => sent }, ['random-sequences']);
  const finding = findings.find(({ check }) => check === 'read-returns-written');
  expect(finding?.evidence?.mutation).toMatch(
    /^a record is created \(.*\); then it is changed \(.*\); then it is read \(.*\)$/,
  );
  expect(finding?.evidence?.caseId).toMatch(/^addShelf\/random-sequences\/sequence\/1\/\d+(\.\d+)+$/);
});

test.concurrent('a finding about one record shows no steps of another', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, {
    keep: (record, id) => (id % 2n === 0n ? record : undefined),
  });
  expect(findings.map(({ check }) => check)).toEqual(['created-is-found', 'created-is-found']);
});

const linked = await loadContract('test/fixtures/conformance/stateful/linked.yaml');

test.concurrent('finds a record by the link in its create response', async ({ expect, onTestFinished }) => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url}`);
    const head = { 'Content-Type': 'application/json' };
    if (request.method === 'POST') response.writeHead(200, head).end('{"ticket":"t-7"}');
    else response.writeHead(404).end();
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const result = await verify({ contract: linked, baseUrl, categories: ['lifecycles'] });
  expect(requested).toContain('GET /seats/by-ticket/t-7');
  expect(reportedFindings(result)).toEqual(['error seatOf created-is-found']);
});
