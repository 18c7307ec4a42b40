import { expect, test } from 'vitest';
import { conformanceStage } from '../../../contracts/conformance/conformance-stage.ts';
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import { conformanceText } from '../../../contracts/render/text/conformance-text.ts';
import { columnCount } from '../../../contracts/render/text/terminal.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { evidence, findingWith, goldenFile, noRejections, plain, reportWith } from '../../report/support.ts';

const result: RunResult = {
  rows: [
    { operation: 'createPlant', category: 'valid-bodies', cases: 6, errors: 0, warnings: 0 },
    { operation: 'createPlant', category: 'wrong-types', cases: 1234, errors: 12, warnings: 3 },
  ],
  checkCounts: [],
  findings: [],
  unchecked: [],
  contractGaps: [],
  deletedRecords: [],
  coverage: { operations: [] },
  seed: 1,
  selectedCategories: [],
  randomCases: 100,
  cases: 1240,
  requests: 1275,
  ms: 12_345,
};

test('prints a passed run as a table and one line', async () => {
  await expect(textOf(result)).toMatchFileSnapshot(goldenFile('run-conforms'));
});

test('prints the findings, the table, unchecked operations, gaps of the contract and the verdict', async () => {
  const run: RunResult = {
    ...result,
    findings: [findingWith({ evidence }), findingWith({ severity: 'warning' })],
    unchecked: [
      { operation: 'showPlant', reason: 'a valid request is answered 404', casesRun: 'some' },
      { operation: 'sendPlant', reason: 'its request body has no schema', casesRun: 'none' },
    ],
    contractGaps: ['spec/plant-store.yaml:12: createPlant declares no 401'],
  };
  await expect(textOf(run)).toMatchFileSnapshot(goldenFile('run-does-not-conform'));
});

test('prints the coverage of the contract, the rate and the seed', async () => {
  const place = { file: 'spec/plant-store.yaml', line: 1, pointer: '' };
  const missing = [{ variant: 'seen', reason: 'no response to an invalid request had this status' }];
  const items = [
    { name: '200', place, counts: { seen: 3 }, missing: [] },
    { name: '400', place, counts: { seen: 0 }, missing },
  ];
  const operation = {
    operation: 'createPlant',
    exchanges: 3,
    rejections: noRejections,
    groups: [{ kind: 'responses' as const, items }],
  };
  const run = { ...result, seed: 42, coverage: { operations: [operation] } };
  await expect(textOf(run)).toMatchFileSnapshot(goldenFile('run-with-coverage'));
});

/** As of a store that takes whatever comes. */
const taken = ['wrong-types', 'wrong-types', 'wrong-shapes', 'malformed-bodies', 'media-types'].flatMap(
  (category, kind) =>
    Array.from({ length: kind + 1 }, (_one, index) => {
      const caseId = `createPlant/${category}/body.id-${kind}.${index}${'-and-more'.repeat(kind)}`;
      const mutation = `body.id is wrong in the way ${index}, ${'植物'.repeat(kind * 8)} told at length`;
      return findingWith({ evidence: { ...evidence, category, caseId, mutation }, similarCount: index });
    }),
);

test('prints the first finding of each category in full if a check has many, and the others in one line', async () => {
  const rejections = {
    invalidRequests: { responses: 312, rejected: 0 },
    invalidCredentials: { responses: 58, rejected: 0 },
  };
  const coverage = { operations: [{ operation: 'createPlant', exchanges: 400, rejections, groups: [] }] };
  const text = textOf({ ...result, findings: taken, coverage });
  await expect(text).toMatchFileSnapshot(goldenFile('run-accepts-everything'));
  const short = text.slice(text.indexOf('more with other causes'), text.indexOf('operation '));
  for (const line of short.split('\n')) expect(columnCount(line)).toBeLessThanOrEqual(110);
});

test('shows different responses of findings that are printed in short', () => {
  const findings = taken.map((one, index) => (index === 7 ? { ...one, received: 'status 201' } : one));
  expect(textOf({ ...result, findings })).toMatch(/ -> status 20[01]\b/);
});

test.each([
  ['one of many was rejected', { responses: 312, rejected: 1 }, ''],
  ['few requests were sent', { responses: 4, rejected: 0 }, ''],
  ['none was rejected', { responses: 5, rejected: 0 }, 'createPlant rejects none of 5 invalid requests'],
])('reports that nothing is rejected only if that is true: %s', (_case, reject, words) => {
  const rejections = { ...noRejections, invalidRequests: reject };
  const coverage = { operations: [{ operation: 'createPlant', exchanges: 1, rejections, groups: [] }] };
  const line = textOf({ ...result, coverage })
    .split('\n')
    .find((one) => one.includes('rejects none'));
  expect(line ?? '').toContain(words);
  expect(line === undefined).toBe(words === '');
});

test('ends with the verdict', () => {
  const last = textOf(result).trimEnd().split('\n').at(-1);
  expect(last).toBe(
    'conforms: no findings  http://127.0.0.1:4010 against Plant Store 1.0.0 (1240 cases, 1275 requests, 12.3 s)',
  );
});

function textOf(run: RunResult): string {
  return `${conformanceText(reportWith([conformanceStage(plantStoreContract, run)]), plain)}\n`;
}

test('limits the lists of unchecked operations and gaps for a thousand operations', () => {
  const names = Array.from({ length: 1_000 }, (_one, index) => `operation${index}`);
  const rejections = {
    invalidRequests: { responses: 9, rejected: 0 },
    invalidCredentials: { responses: 0, rejected: 0 },
  };
  const lines = textOf({
    ...result,
    unchecked: names.map((operation) => ({ operation, reason: 'it answers 404', casesRun: 'none' })),
    contractGaps: names.map((name) => `${name} declares no 401`),
    coverage: {
      operations: names.map((operation) => ({ operation, exchanges: 9, rejections, groups: [] })),
    },
  }).split('\n');
  expect(lines.filter((line) => line.startsWith('not checked: '))).toHaveLength(30);
  expect(lines.filter((line) => line.includes('declares no 401'))).toHaveLength(30);
  expect(lines.filter((line) => line.includes('rejects none'))).toHaveLength(30);
  expect(lines.filter((line) => /^and 970 more .* in the JSON report$/.test(line))).toHaveLength(3);
});
