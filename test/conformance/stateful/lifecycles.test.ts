/** Lifecycles and walks against stores that keep records rightly, and against those that do not. */
import { createServer } from 'node:http';
import { test } from 'vitest';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type OnTestEnd, startTestServer } from '../test-server.ts';
import { type ShelfStoreOverrides, startShelfStore } from './shelf-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/shelf.yaml');

async function runVerifier(
  onEnd: OnTestEnd,
  overrides: ShelfStoreOverrides,
  only: readonly string[] = ['lifecycles'],
): Promise<RunResult> {
  return verify({ contract, baseUrl: await startShelfStore(onEnd, overrides), categories: only });
}

/** `error readShelf created-is-found`. */
function reportedFindings({ findings }: RunResult): readonly string[] {
  const lines = findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`);
  return [...new Set(lines)].toSorted();
}

/** The record as it was when it was read first. */
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
  ['keeps what it is sent', {}],
  ['gives out numbers above 2^53', { firstId: 9_007_199_254_740_993n }],
  ['counts versions and notes times', { read: (record) => ({ ...record, version: 7 }) }],
  ['trims what it keeps, and shows it in its answer alone', { headers: { ETag: 'W/"1"' } }],
  ['gives the numbers of what was removed out again', { reusesIds: true }],
  ['says where the record is', { locationFor: (path) => path }],
  ['says where the record is under another name', { locationFor: (path) => `${path}?by=location` }],
  ['leads to another host', { locationFor: (path) => `https://example.com/elsewhere${path}` }],
])('a store that %s has nothing to be told', async ([, overrides], { expect, onTestFinished }) => {
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
  ['cuts what it keeps', { keep: (record) => ({ ...record, name: 'x' }) }, ['error readShelf read-returns-written']],
  ['lists nothing', { list: () => [] }, ['error listJars list-has-created', 'error listShelves list-has-created']],
  [
    'lists what was removed',
    { list: (records, removed) => [...records, ...removed] },
    ['error listJars deleted-is-gone', 'error listShelves deleted-is-gone'],
  ],
  [
    'removes nothing',
    { remove: (record) => record },
    ['error readJar deleted-is-gone', 'error readShelf deleted-is-gone'],
  ],
  ['removes twice', { removedAgain: 204 }, ['error removeJar deleted-once', 'error removeShelf deleted-once']],
  [
    'clears with a PATCH what it does not name',
    { change: (_before, sent) => sent },
    ['error readShelf read-returns-written'],
  ],
  ['ignores a PATCH', { change: (before) => before }, ['error readShelf read-returns-written']],
  [
    'keeps the jars of all shelves in one',
    { sharesJars: true },
    ['error listJars scoped-to-parent', 'error readJar scoped-to-parent'],
  ],
  [
    'gives two records one number',
    { idFor: (collection) => (collection === 'shelves' ? undefined : 7n) },
    ['error addJar created-id-is-unique'],
  ],
  [
    'leads to where nothing is',
    { locationFor: (path) => `/shelf/${path.split('/').at(-1)}` },
    ['error readJar created-is-found', 'error readShelf created-is-found'],
  ],
  [
    'leads to where nothing is without its proxy',
    { locationFor: (path) => `/v1${path}` },
    ['warning readJar created-is-found', 'warning readShelf created-is-found'],
  ],
  ['answers from a copy, and says nothing of it', { read: copies() }, ['error readShelf read-returns-written']],
  [
    'merges with a PUT',
    { replace: (before, sent) => ({ ...before, ...sent }) },
    ['error readShelf read-returns-written'],
  ],
])('a store that %s is told', async ([, overrides, expected], { expect, onTestFinished }) => {
  expect(reportedFindings(await runVerifier(onTestFinished, overrides))).toEqual(expected);
});

test.concurrent('a store that rounds numbers above 2^53 finds nobody, or a neighbour', async ({
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
  ['marks what was removed', { remove: (record) => ({ ...record, deletedAt: deleted }) }, []],
  ['knows a moment later what it was told', { lateMs: 150 }, []],
  ['answers from a cache, and says so', { read: (record) => ({ ...record, name: 'old' }), headers: { Age: '7' } }, []],
  ['promises no more than that it was asked', { created: 200, keep: () => undefined }, []],
  ['creates later, and says so', { created: 202, keep: () => undefined }, []],
  ['removes later, and says so', { removedWith: 202, remove: (record) => record }, []],
])('a store that %s is not accused', async ([, overrides], { expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, overrides);
  const errors = findings.filter(({ severity, check }) => severity === 'error' && check !== 'status-declared');
  expect(errors.map(({ subject, check }) => `${subject} ${check}`)).toEqual([]);
});

test.concurrent('the case shows what was done and what came of it', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, { keep: () => undefined });
  const [finding] = findings;
  expect(finding?.evidence?.mutation).toMatch(
    /^a record is created \(POST \/shelves \{.*\} -> 201 \{.*"id":\d+\}\); then it is read \(GET \/shelves\/\d+\)$/,
  );
  expect(finding?.evidence).toMatchObject({
    category: 'lifecycles',
    caseId: 'addShelf/lifecycles/whole-life',
    reproduction: { reproduced: 3, attempts: 3 },
    response: { status: 404 },
  });
  expect(finding?.evidence?.curlLimitations).toMatch(/replay/);
});

test.concurrent('only records of the own story are changed and removed', async ({ expect, onTestFinished }) => {
  const baseUrl = await startShelfStore(onTestFinished);
  const add = await fetch(`${baseUrl}/shelves`, { method: 'POST', body: '{"name":"mine"}' });
  const { id } = JSON.parse(await add.text());
  const { requests } = await verify({ contract, baseUrl, categories: ['lifecycles', 'random-sequences'] });
  expect(requests).toBeGreaterThan(50);
  expect(await (await fetch(`${baseUrl}/shelves/${id}`)).json()).toEqual({ name: 'mine', id });
});

test.concurrent('a walk that fails is told as the shortest that shows it', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, { change: (_before, sent) => sent }, ['random-sequences']);
  const finding = findings.find(({ check }) => check === 'read-returns-written');
  expect(finding?.evidence?.mutation).toMatch(
    /^a record is created \(.*\); then it is changed \(.*\); then it is read \(.*\)$/,
  );
  expect(finding?.evidence?.caseId).toMatch(/^addShelf\/random-sequences\/walk\/1\/\d+(\.\d+)+$/);
});

test.concurrent('what is told of one record does not rest on another', async ({ expect, onTestFinished }) => {
  const { findings } = await runVerifier(onTestFinished, {
    keep: (record, id) => (id % 2n === 0n ? record : undefined),
  });
  expect(findings.map(({ check }) => check)).toEqual(['created-is-found', 'created-is-found']);
});

const linked = await loadContract('test/fixtures/conformance/stateful/linked.yaml');

test.concurrent('a record is found by the link of the answer that created it', async ({ expect, onTestFinished }) => {
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
