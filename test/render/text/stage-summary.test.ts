/** What is waived is said of the stage that found it, in every report for people. */
import { describe, expect, test, vi } from 'vitest';
import { reportGateProgress } from '../../../cli/actions/gate/gate-progress.ts';
import type { GateEvent } from '../../../contracts/gate/stage-context.ts';
import { jobSummary } from '../../../contracts/render/github/job-summary.ts';
import { htmlReport } from '../../../contracts/render/html/html-report.ts';
import { junitXml } from '../../../contracts/render/junit/junit-report.ts';
import { reportText } from '../../../contracts/render/text/conformance-text.ts';
import { closingLines, stageSummary } from '../../../contracts/render/text/gate-summary.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { completeReport } from '../../../contracts/verdict/create-report.ts';
import { evidence, findingWith, plain, reportWith, stageWith } from '../../report/support.ts';
import { waiverWith } from '../../waivers/support.ts';

const waived = { reason: 'known', expires: '2999-01-31' };
const errorFinding = (fingerprint: string, changes = {}) => ({ ...findingWith({ fingerprint }), ...changes });
const ran = '816 cases, 956 requests, 2 errors';
const summaryLine = '3 of 7 interactions held';

test.each([
  ['no waived findings', ran, [errorFinding('a'), errorFinding('b')], ran],
  ['one of them', ran, [errorFinding('a', { waived }), errorFinding('b')], `${ran}, 1 of them waived`],
  ['all of them', ran, [errorFinding('a', { waived }), errorFinding('b', { waived })], `${ran}, all waived`],
  ['a stage without error counts', summaryLine, [errorFinding('a', { waived })], `${summaryLine}, 1 error, waived`],
  [
    'duplicates of a finding of another stage, once',
    summaryLine,
    [errorFinding('a', { waived, duplicateOf: 'z' }), errorFinding('b', { waived, duplicateOf: 'z' })],
    `${summaryLine}, 1 error, waived`,
  ],
  ['warning', summaryLine, [errorFinding('a', { waived, severity: 'warning' })], `${summaryLine}, 1 warning waived`],
] as const)('%s', (_name, summary, findings, words) => {
  expect(stageSummary({ summary, findings })).toBe(words);
});

describe('a stage whose findings are all waived', () => {
  const row = { operation: 'createPlant', category: 'wrong-types', cases: 12, errors: 1, warnings: 0 };
  const run = {
    seed: 1,
    cases: 12,
    requests: 12,
    selectedCategories: [],
    randomCases: 100,
    rows: [row],
    unchecked: [],
    contractGaps: [],
    deletedRecords: [],
  };
  const found = stageWith({
    ...{ status: 'failed', summary: '12 cases, 12 requests, 1 error', run },
    findings: [findingWith({ evidence })],
    attemptedChecks: [{ subject: 'createPlant', check: 'invalid-rejected', count: 12 }],
  });
  const report = waivedReport(found);
  const words = '12 cases, 12 requests, 1 error, waived';

  test('says so in its line beside the verdict, with the line of the waivers', () => {
    const closing = { report, places: [], width: 80, showStages: true };
    expect(closingLines(closing, plain).map((line) => line.replace(/ \(.*\)$/, ''))).toEqual([
      `passed          conformance       ${words}`,
      'passed          waivers           1 waiver: 1 used',
      expect.stringMatching(/^waived {2}invalid-rejected/),
      expect.stringMatching(/^conforms: 0 errors, 0 warnings, 1 waived/),
    ]);
    expect(reportText(report)).toMatch(/\nwaivers 1 waiver: 1 used\nconforms: .* 1 waived/);
  });

  test('says so in the summary, the HTML report and its matrix, and is skipped in JUnit', () => {
    expect(jobSummary(report)).toContain(`| conformance | passed | ${words} |`);
    expect(htmlReport(report)).toContain(`<td>${words}</td>`);
    expect(htmlReport(report)).toMatch(/<td class="muted"><a [^>]*>✗ 1\/12 waived</);
    expect(junitXml(report)).toMatch(/failures="0".*<skipped message="waived until 2999-01-31: known"/s);
  });

  test('does not show a cell as waived if it also has a finding that counts', () => {
    const both = { ...found, findings: [...found.findings, findingWith({ evidence, fingerprint: 'other' })] };
    expect(htmlReport(waivedReport(both))).toMatch(/<td class="bad"><a [^>]*>✗ 1\/12</);
  });

  test('is not reported on stderr if stdout, which has its line, is read together with it', async () => {
    const reported: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => reported.push(String(text)) > 0);
    async function* events(): AsyncGenerator<GateEvent> {
      yield { type: 'stage started', name: 'conformance' };
      yield { type: 'step', name: 'conformance', description: 'reading the document' };
      yield { type: 'stage finished', stage: found };
      yield { type: 'finished', report };
    }
    await reportGateProgress(events(), { names: ['conformance'], hasWaivers: false, isOutputShared: true });
    spy.mockRestore();
    expect(reported).toEqual(['running         conformance\n']);
  });

  test('is reported on stderr in its final state, after the earlier stages', async () => {
    const reported: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => reported.push(String(text)) > 0);
    async function* events(): AsyncGenerator<GateEvent> {
      yield { type: 'stage finished', stage: found };
      expect(reported).toEqual([]);
      yield { type: 'finished', report };
    }
    await reportGateProgress(events(), { names: ['conformance'], hasWaivers: true, isOutputShared: false });
    spy.mockRestore();
    expect(reported.map((line) => line.replace(/ \(.*\)\n$/, ''))).toEqual([
      `passed          conformance       ${words}`,
      'passed          waivers           1 waiver: 1 used',
    ]);
  });
});

function waivedReport(stage: Parameters<typeof reportWith>[0][number]): Report {
  const seen = reportWith([stage]);
  const id = seen.stages[0]?.findings[0]?.id ?? '';
  const waivers = [waiverWith({ id, ...waived })];
  return completeReport({ ...seen, waivers, unattempted: [], missingShards: [] });
}
