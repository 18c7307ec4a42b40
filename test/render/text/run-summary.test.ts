import { expect, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { runSummary } from '../../../contracts/render/text/run-summary.ts';
import { columnCount, countRows } from '../../../contracts/render/text/terminal.ts';
import type { ConformanceRun } from '../../../contracts/report/stage-report.ts';
import { evidence, findingWith, goldenFile, plain, reportWith, runOf, stageWith } from '../../report/support.ts';

function summaryOf(findings: readonly Finding[], run: Partial<ConformanceRun> = {}): string {
  return runSummary(reportWith([stageWith({ findings, run: runOf(run) })]), plain);
}

const ofNoKeyword = { ...findingWith().place, pointer: '/paths/~1plants/post' };

function findingsOf(amount: number): readonly Finding[] {
  return Array.from({ length: amount }, (_, index) =>
    findingWith({ fingerprint: `cause ${index}`, evidence, subject: `operation${index}`, place: ofNoKeyword }),
  );
}

test('shows the most important cause in full and the others in a line each', async () => {
  const crash = findingWith({ check: 'no-server-error', received: 'status 500', evidence, subject: 'readPlant' });
  const findings = [...findingsOf(2), crash, { ...crash, subject: 'createPlant' }];
  const unchecked = [
    {
      operation: 'showPlant',
      reason: 'not tested, because POST /plants returned 409: taken',
      casesRun: 'some' as const,
    },
    { operation: 'sendPlant', reason: 'its request body has no schema', casesRun: 'none' as const },
  ];
  await expect(summaryOf(findings, { unchecked })).toMatchFileSnapshot(goldenFile('run-summary'));
});

test('names the operations of one reason in one line', () => {
  const reason = 'stopped: the run took longer than 1 s (--max-time)';
  const unchecked = ['readPlant', 'createPlant', 'listPlants'].map((operation) => ({
    ...{ operation, reason },
    casesRun: 'some' as const,
  }));
  const lines = summaryOf([], { unchecked }).split('\n');
  expect(lines.filter((line) => line.startsWith('missing'))).toEqual([`missing  readPlant and 2 more: ${reason}`]);
});

test('shows at most ten causes, and how many more there are', () => {
  const lines = summaryOf(findingsOf(30)).split('\n');
  expect(lines.filter((line) => line.startsWith('  error invalid-rejected'))).toHaveLength(9);
  expect(lines).toEqual(expect.arrayContaining(['29 more causes:', '  and 20 more']));
});

test('fits on a screen, however much there is to say', () => {
  const unchecked = Array.from({ length: 200 }, (_, index) => ({
    operation: `operation${index}`,
    reason: `${index} ${'x '.repeat(500)}`,
    casesRun: 'some' as const,
  }));
  const text = summaryOf(findingsOf(400), { unchecked });
  const lines = text.split('\n');
  const withoutFirst = lines.slice(lines.indexOf('399 more causes:'));
  expect(withoutFirst.length).toBeLessThanOrEqual(24);
  // The verdict names what was checked and against what.
  expect(Math.max(...withoutFirst.slice(0, -1).map(columnCount))).toBeLessThanOrEqual(120);
});

test('fits on a screen of 40 rows and 100 columns, whatever happened', () => {
  const long = 'word '.repeat(400);
  const many = <Item>(create: (index: number) => Item) => Array.from({ length: 60 }, (_, index) => create(index));
  const findings = findingsOf(60).map((finding) => ({
    ...finding,
    subject: `${finding.subject}${'x'.repeat(300)}`,
    title: long,
    expected: long,
    received: long,
    why: long,
    lineText: long,
    evidence: {
      ...evidence,
      mutation: long,
      steps: many(() => long),
      replay: 'x'.repeat(9_000),
      curl: 'x'.repeat(600),
    },
  }));
  const text = summaryOf(findings, {
    ended: long,
    unchecked: many((index) => ({
      operation: `operation${index}`,
      reason: `${index} ${long}`,
      casesRun: 'some' as const,
    })),
    contractGaps: many(() => long),
    deletedRecords: many(() => long),
    scope: { operations: many(() => long), truncatedOperations: many(() => long), budget: 7, withheldCases: 3 },
  });
  expect(countRows(text.split('\n'), 100)).toBeLessThanOrEqual(40);
  expect(text).toContain('the rest of this finding: --verbose');
  expect(text).toContain('does not conform: 60 errors');
});

test('counts what the contract leaves undefined once', () => {
  const text = summaryOf([], { contractGaps: ['api.yaml:1: a declares no 401', 'api.yaml:9: b declares no 401'] });
  expect(text.split('\n')).toContain('open     2 things that the contract leaves undefined, see --verbose');
});

test('prints no control characters of a document or a response', () => {
  const text = summaryOf([
    ...findingsOf(1),
    findingWith({ fingerprint: 'y', subject: 'a\u001b[31m', received: 'b\nc' }),
  ]);
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').some((line) => line === 'c')).toBe(false);
});
