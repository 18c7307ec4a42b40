/** Merged shards report the same as a complete run. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import type { RunOptions } from '../../contracts/conformance/run-options.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import { mergeReports } from '../../contracts/merge/merge-reports.ts';
import type { Report, Shard } from '../../contracts/report/report.ts';
import type { ConformanceRun } from '../../contracts/report/stage-report.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { plantStoreContract, verify, withoutBulk } from '../conformance/support.ts';
import { zooStore } from '../pact/support.ts';
import { findingWith, reportWith, stageWith } from '../report/support.ts';
import { waiverWith } from '../waivers/support.ts';

const TOKEN = 'the-token-of-shards';

const store = (name: string) => zooStore(name, TOKEN);

async function reportOn(
  baseUrl: string,
  shard?: Shard,
  { contract = plantStoreContract, categories = [] }: Partial<Pick<RunOptions, 'contract' | 'categories'>> = {},
): Promise<Report> {
  const result = await verify({ baseUrl, token: TOKEN, contract, shard, categories, isRepeatable: true });
  const stages = [conformanceStage(contract, result)];
  const startedAt = new Date();
  return createReport({
    ...{ contract, baseUrl, targetKind: 'implementation', startedAt, stages, strict: false, shard },
  });
}

function named(reports: readonly Report[]) {
  return reports.map((report, index) => ({ file: `shard-${index + 1}.json`, report }));
}

const three = [1, 2, 3].map((index): Shard => ({ index, of: 3 }));

const values = ['valid-bodies', 'text-values', 'integer-limits', 'wrong-types'];

test.each<[name: string, categories: readonly string[]]>([
  ['right-store', []],
  ['lowers-name', values],
  ['takes-numeric-string-as-id', values],
  ['drops-tag-0', values],
  ['rejects-negative-id', values],
])('%s: three merged shards equal one complete run, without duplicate cases', async (name, categories) => {
  const url = await store(name);
  const whole = await reportOn(url, undefined, { categories });
  expect(whole.verdict.kind).toBe(name === 'right-store' ? 'conforms' : 'does not conform');
  const shards: Report[] = [];
  for (const shard of three) shards.push(await reportOn(url, shard, { categories }));
  const joined = mergeReports(named(shards));
  expect(facts(joined)).toEqual(facts(whole));
  const parts = shards.map(({ stages }) => stages[0]?.run?.cases ?? 0);
  expect(parts.reduce((sum, cases) => sum + cases)).toBe(whole.stages[0]?.run?.cases);
  expect(Math.min(...parts)).toBeGreaterThan((whole.stages[0]?.run?.cases ?? 0) / 5);
});

/** Except for the number of reproductions, which depends on the shard. */
function facts({ verdict, stages }: Report) {
  return stages.map(({ name, status, attemptedChecks, findings, run, coverage }) => ({
    ...{ verdict, name, status, tried: attemptedChecks.map(({ count, ...unit }) => ({ ...unit, isTried: count > 0 })) },
    rows: run?.rows.map((row) => JSON.stringify(row)).toSorted(),
    unjudged: run?.unchecked,
    ids: findings.map(({ id, similarCount }) => `${id} +${similarCount}`).toSorted(),
    uncovered: coverage?.operations.flatMap(({ groups }) =>
      groups.flatMap(({ items }) =>
        items.flatMap(({ name: item, missing }) => missing.map(({ variant }) => `${item} ${variant}`)),
      ),
    ),
  }));
}

test('merges the coverage of all shards', async () => {
  const url = await store('right-store');
  const scope = { categories: values };
  const shards = [await reportOn(url, { index: 1, of: 2 }, scope), await reportOn(url, { index: 2, of: 2 }, scope)];
  const exchanges = (report: Report) => report.stages[0]?.coverage?.operations[0]?.exchanges ?? 0;
  const joined = mergeReports(named(shards));
  expect(exchanges(joined)).toBe(shards.reduce((sum, shard) => sum + exchanges(shard), 0));
});

test('the verdict of a shard names the shard', async () => {
  const report = await reportOn(await store('right-store'), { index: 2, of: 3 }, { categories: values });
  expect(report.verdict.summary).toBe('shard 2 of 3: conforms: no findings');
});

const shardsOf = (count: number): readonly Report[] =>
  Array.from({ length: count }, (_one, index) => ({
    ...reportWith([stageWith({ findings: index === 0 ? [findingWith()] : [] })]),
    shard: { index: index + 1, of: count },
  }));

test('a missing shard makes the verdict inconclusive', () => {
  const { verdict, unattempted } = mergeReports(named(shardsOf(3)).slice(0, 2));
  expect(verdict).toMatchObject({
    exitCode: 2,
    summary: 'inconclusive: shard 3 of 3 is missing; so far 1 error, 0 warnings',
  });
  expect(unattempted).toEqual(['shard 3 of 3 is missing']);
});

/** Two shards without cases. */
const withoutCases = (index: number, changes: Partial<ConformanceRun> = {}): Report => {
  const counts = { seed: 1, selectedCategories: ['parameters'], randomCases: 100, cases: 0, requests: 2 };
  const run = { ...counts, rows: [], unchecked: [], contractGaps: [], deletedRecords: [], ...changes };
  return { ...reportWith([stageWith({ run })]), shard: { index, of: 2 } };
};

test('shards without a case do not pass', () => {
  const { verdict } = mergeReports(named([withoutCases(1), withoutCases(2)]));
  expect([verdict.exitCode, verdict.summary]).toEqual([2, 'inconclusive: no case was run']);
});

test('a waiver that expired after the shard run fails its stage', () => {
  vi.useFakeTimers({ now: new Date('2027-01-31T23:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const finding = findingWith();
  const run = {
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:4010',
    startedAt: new Date(),
    strict: false,
  };
  const shard = createReport({
    ...{ ...run, targetKind: 'implementation', shard: { index: 1, of: 1 } },
    stages: [stageWith({ status: 'failed', findings: [finding] })],
    waivers: [waiverWith({ id: findingId(finding), expires: '2027-01-31' })],
  });
  vi.setSystemTime(new Date('2027-02-01T01:00:00Z'));
  const merged = mergeReports(named([shard]));
  const outcome = ({ stages, verdict }: Report) => [stages[0]?.status, verdict.exitCode];
  expect([shard, merged].map(outcome)).toEqual([
    ['passed', 0],
    ['failed', 1],
  ]);
});

test('accepts shards in any order', () => {
  const { verdict, stages } = mergeReports(named(shardsOf(3)).toReversed());
  expect([verdict.exitCode, stages.length]).toEqual([1, 1]);
});

const [one = reportWith([]), two = reportWith([])] = shardsOf(2);

const waiving = (report: Report, reason: string): Report => ({
  ...report,
  waivers: [{ ...waiverWith({ reason }), state: 'not checked' }],
});

/** With the stage that tells of them, which has no seed. */
const waivedOf = (report: Report): Report => ({
  ...waiving(report, 'the next release'),
  stages: [...report.stages, ...reportWith([stageWith({ name: 'waivers' })]).stages],
});

test('lasts from the start of the first shard to the end of the last', () => {
  const at = (report: Report, startedAt: string, finishedAt: string) => ({
    ...report,
    startedAt,
    finishedAt,
  });
  const times = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:05:00.000Z', '2026-11-21T08:09:00.000Z'] as const;
  const { startedAt, finishedAt } = mergeReports(named([at(one, times[1], times[2]), at(two, times[0], times[1])]));
  expect([startedAt, finishedAt]).toEqual([times[0], times[2]]);
});

test.each([
  ['the same shard twice', [one, one], 'shard-1.json and shard-2.json are both from shard 1'],
  ['a report of a complete run', [reportWith([stageWith()])], 'shard-1.json is from a complete run, not from a shard'],
  ['a different number of shards', [one, { ...two, shard: { index: 2, of: 3 } }], 'number of shards'],
  ['a different kit version', [one, { ...two, kit: { ...two.kit, version: '9.9.9' } }], 'kit version'],
  ['--strict in one of them', [one, { ...two, strict: true }], '--strict'],
  ['hooks in one of them', [one, { ...two, hooks: { names: ['values'] } }], '--hooks'],
  ['another seed', [withoutCases(1), withoutCases(2, { seed: 2 })], 'they differ in seed'],
  [
    'different test categories',
    [withoutCases(1), withoutCases(2, { selectedCategories: ['boundary-values'] })],
    'test categories (--only)',
  ],
  ['fewer random cases', [withoutCases(1), withoutCases(2, { randomCases: 5 })], 'random cases (--cases)'],
  ['waivers in one of them', [withoutCases(1), waivedOf(withoutCases(2))], 'they differ in --waivers'],
  ['a different reason for a waiver', [waiving(one, 'the next release'), waiving(two, 'accepted risk')], '--waivers'],
  ['the mock server and an implementation', [one, { ...two, targetKind: 'mock server' as const }], 'kind of target'],
  [
    'another contract',
    [one, { ...two, contract: { ...two.contract, files: [{ file: 'x', sha256: 'y' }] } }],
    'contract (sha256)',
  ],
])('rejects %s', (_case, reports, words) => {
  expect(() => mergeReports(named(reports))).toThrow(words);
});

test('rejects a shard whose errors were removed by hand', () => {
  const cut = { ...one, stages: one.stages.map((stage) => ({ ...stage, findings: [] })) };
  expect(() => mergeReports(named([cut, two]))).toThrow('shard-1.json was edited or is incomplete');
  const { verdict } = reportWith([stageWith()]);
  const failed = cut.stages.map((stage) => ({ ...stage, status: 'failed' as const }));
  expect(() => mergeReports(named([{ ...cut, verdict, stages: failed }, two]))).toThrow(
    'the status of a stage does not match its findings',
  );
});

test('rejects a shard whose cases were removed by hand', () => {
  const rows = [{ operation: 'createPlant', category: 'boundary-values', cases: 3, errors: 0, warnings: 0 }];
  const cut = withoutCases(1, { cases: 5, rows });
  expect(() => mergeReports(named([cut, withoutCases(2)]))).toThrow('the number of cases is not the sum of its rows');
});

test('merges the operations of a larger contract', async () => {
  const { startMock } = await import('../../mock/index.ts');
  const spec = 'test/fixtures/mock/orders.yaml';
  const mock = await startMock({ spec, token: TOKEN });
  onTestFinished(() => mock.close());
  const contract = await loadContract(spec);
  const shards: Report[] = [];
  for (const shard of three) shards.push(await reportOn(mock.url, shard, { contract, categories: withoutBulk }));
  const joined = mergeReports(named(shards));
  expect(joined.verdict).toMatchObject({ exitCode: 0 });
  const operations = new Set(joined.stages[0]?.run?.rows.map(({ operation }) => operation));
  expect([...operations].toSorted()).toEqual(contract.operations.map(({ id }) => id).toSorted());
});
