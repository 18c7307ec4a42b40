import { expect, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { runSummary } from '../../../contracts/render/text/run-summary.ts';
import { columnCount } from '../../../contracts/render/text/terminal.ts';
import type { ConformanceRun } from '../../../contracts/report/stage-report.ts';
import { evidence, findingWith, goldenFile, plain, reportWith, runOf, stageWith } from '../../report/support.ts';

function summaryOf(findings: readonly Finding[], run: Partial<ConformanceRun> = {}): string {
  return runSummary(reportWith([stageWith({ findings, run: runOf(run) })]), plain);
}

function findingsOf(amount: number): readonly Finding[] {
  return Array.from({ length: amount }, (_, index) =>
    findingWith({ fingerprint: `cause ${index}`, evidence, subject: `operation${index}` }),
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

test('shows at most ten causes, and how many more there are', () => {
  const lines = summaryOf(findingsOf(30)).split('\n');
  expect(lines.filter((line) => line.startsWith('  error invalid-rejected'))).toHaveLength(9);
  expect(lines).toEqual(expect.arrayContaining(['29 more causes:', '  and 20 more']));
});

test('fits on a screen, however much there is to say', () => {
  const unchecked = Array.from({ length: 200 }, (_, index) => ({
    operation: `operation${index}`,
    reason: 'x '.repeat(500),
    casesRun: 'some' as const,
  }));
  const text = summaryOf(findingsOf(400), { unchecked });
  const lines = text.split('\n');
  const withoutFirst = lines.slice(lines.indexOf('399 more causes:'));
  expect(withoutFirst.length).toBeLessThanOrEqual(24);
  // The verdict names what was checked and against what.
  expect(Math.max(...withoutFirst.slice(0, -1).map(columnCount))).toBeLessThanOrEqual(120);
});

test('prints no control characters of a document or a response', () => {
  const text = summaryOf([
    ...findingsOf(1),
    findingWith({ fingerprint: 'y', subject: 'a\u001b[31m', received: 'b\nc' }),
  ]);
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').some((line) => line === 'c')).toBe(false);
});
