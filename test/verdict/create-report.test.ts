/** What a report says of its contract, and which runs are complete enough to find a waiver stale. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ConformanceRun, StageReport } from '../../contracts/report/stage-report.ts';
import { createReport, type ReportInput } from '../../contracts/verdict/create-report.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { findingWith, runOf, stageWith } from '../report/support.ts';

const place = { file: 'spec/plant-store.yaml', line: 12, pointer: '/paths/~1plants' };
const input: ReportInput = {
  contract: plantStoreContract,
  baseUrl: 'http://127.0.0.1:4010',
  targetKind: 'implementation',
  startedAt: new Date('2026-01-31T10:00:00Z'),
  stages: [],
  strict: false,
};

test('a report has the files and operations of its contract', () => {
  const { contract, target, startedAt } = createReport(input);
  expect({ target, startedAt }).toEqual({ target: 'http://127.0.0.1:4010', startedAt: '2026-01-31T10:00:00.000Z' });
  const { file, title, version, openapi, sha256, operations } = plantStoreContract;
  expect(contract).toMatchObject({ file, title, version, openapi, sha256 });
  expect(contract.operations).toEqual(operations.map(({ id, method, path, place }) => ({ id, method, path, place })));
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(contract.files).toEqual(
    [...plantStoreContract.sources].map(([name, text]) => ({ file: name, sha256: hash(text) })),
  );
});

test('a report lists what the kit ignores', () => {
  const callback = { place, what: 'a callback', effect: 'no call is made', operation: 'createPlant' };
  const format = { place, what: 'a format', effect: 'any value is valid' };
  const { contract } = createReport({ ...input, contract: { ...plantStoreContract, unsupported: [callback, format] } });
  expect(contract.unsupported).toEqual([
    { place, description: 'a callback', effect: 'no call is made', operation: 'createPlant' },
    { place, description: 'a format', effect: 'any value is valid' },
  ]);
});

test('a report lists what was repaired, apart from what the kit ignores', () => {
  const repair = { place, what: 'a path', effect: 'it is read as another path' };
  const { contract } = createReport({
    ...input,
    contract: { ...plantStoreContract, repairs: [repair], unsupported: [] },
  });
  expect(contract.repaired).toEqual([{ place, description: 'a path', effect: 'it is read as another path' }]);
  expect(contract.unsupported).toEqual([]);
  expect(createReport(input).contract).not.toHaveProperty('repaired');
});

test('a finding has an id, and the line of the contract unless it has another text', () => {
  const found = findingWith({ place });
  const elsewhere = findingWith({ place: { ...place, file: 'another.yaml' } });
  const [stage] = createReport({ ...input, stages: [stageWith({ findings: [found, elsewhere] })] }).stages;
  expect(stage?.findings.map((one) => 'snippet' in one)).toEqual([true, false]);
  expect(stage?.findings[0]?.id).toMatch(/^invalid-rejected\/createPlant\/[\da-f]{12}$/);
});

test('a stage that was not run makes the report inconclusive, with its summary or with what it lists', () => {
  const stage = stageWith({ status: 'not run', summary: 'no Docker' });
  expect(createReport({ ...input, stages: [stage] }).unattempted).toEqual(['conformance: not run: no Docker']);
  const listing = { ...stage, unattempted: ['the broker'] };
  expect(createReport({ ...input, stages: [listing], additionalUnattempted: ['x'] }).unattempted).toEqual([
    'x',
    'the broker',
  ]);
  expect(createReport({ ...input, stages: [stageWith()] }).unattempted).toEqual([]);
});

/** The state of a waiver for a finding that the run did not have. */
function stateAfter(
  stage: Partial<StageReport> & { readonly run?: ConformanceRun },
  others: Partial<ReportInput> = {},
) {
  const waiver = {
    id: 'invalid-rejected/createPlant/000000000000',
    reason: 'r',
    expires: '2999-01-01',
    place,
    lineText: '',
  };
  return createReport({ ...input, stages: [stageWith({ ...stage, findings: [] })], waivers: [waiver], ...others })
    .waivers[0]?.state;
}

test('a complete run finds a waiver stale', () => {
  expect(stateAfter({})).toBe('stale');
  expect(stateAfter({ run: runOf() })).toBe('stale');
  expect(stateAfter({ run: runOf({ scope: { operations: [], truncatedOperations: [] } }) })).toBe('stale');
});

test.each<readonly [string, Parameters<typeof stateAfter>[0], Partial<ReportInput>]>([
  ['a shard', {}, { shard: { index: 1, of: 2 } }],
  ['something not attempted', {}, { additionalUnattempted: ['x'] }],
  ['a stage that left something out', { unattempted: ['x'] }, {}],
  ['some test categories', { run: runOf({ selectedCategories: ['wrong-types'] }) }, {}],
  ['fewer random cases', { run: runOf({ randomCases: 1 }) }, {}],
  ['some operations', { run: runOf({ scope: { operations: ['createPlant'], truncatedOperations: [] } }) }, {}],
  ['a budget', { run: runOf({ scope: { operations: [], truncatedOperations: ['createPlant'] } }) }, {}],
  [
    'some operations and a budget',
    { run: runOf({ scope: { operations: ['createPlant'], truncatedOperations: ['createPlant'] } }) },
    {},
  ],
])('a run of %s does not', (_what, stage, others) => {
  expect(stateAfter(stage, others)).toBe('not checked');
});
