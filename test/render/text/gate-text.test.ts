/** What a gate says to a person. */
import { expect, test } from 'vitest';
import { gateText } from '../../../contracts/render/text/gate-text.ts';
import { columnCount } from '../../../contracts/render/text/terminal.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { evidence, findingWith, plain, reportWith, runOf, stageWith } from '../../report/support.ts';

const notes = (count: number) => Array.from({ length: count }, (_unused, index) => `note ${index}`);
const noteLines = (text: string) => text.split('\n').filter((line) => line.startsWith('note: '));

test('prints each note while they fit on a screen', () => {
  expect(noteLines(textOf(reportWith([stageWith({ findings: [], notes: notes(20) })])))).toHaveLength(20);
});

test('prints the first notes of each stage and the number of others', () => {
  const stages = [stageWith({ findings: [], notes: notes(323) }), stageWith({ findings: [], notes: ['own'] })];
  const lines = noteLines(textOf(reportWith(stages)));
  expect([lines.length, ...lines.slice(-3)]).toEqual([
    22,
    'note: note 19',
    'note: and 303 more notes in the JSON report',
    'note: own',
  ]);
});

test('prints findings in full, then a summary that fits on a screen, with the verdict last', () => {
  const checks = Array.from({ length: 30 }, (_one, index) => `check-number-${index}`);
  const findings = checks.flatMap((check, index) =>
    ['createPlant', `an operation ${'植'.repeat(60)}`].map((subject) =>
      findingWith({ check, subject, evidence, severity: index % 2 === 0 ? 'warning' : 'error' }),
    ),
  );
  const stages = Array.from({ length: 7 }, (_one, index) =>
    stageWith({ name: `stage ${index}`, findings: index === 3 ? findings : [] }),
  );
  const lines = textOf(reportWith(stages)).split('\n');
  const summary = lines.slice(lines.lastIndexOf('') + 1);
  expect(lines.length).toBeGreaterThan(400);
  expect(summary.length).toBeLessThanOrEqual(24);
  for (const line of summary) expect(columnCount(line)).toBeLessThanOrEqual(130);
  expect(summary.slice(0, 7).map((line) => line.slice(16, 23))).toEqual(stages.map(({ name }) => name));
  expect(summary.slice(7, 16)).toEqual([
    ...checks
      .filter((_one, index) => index % 2 === 1)
      .slice(0, 8)
      .map((check) => expect.stringMatching(new RegExp(`^error +${check} .*, 2 causes$`))),
    'and 22 more checks in the JSON report',
  ]);
  expect(summary.slice(16)).toEqual([
    'does not conform: 30 errors, 30 warnings  http://127.0.0.1:4010 against Plant Store 1.0.0',
    'reports: out/ report.json, junit.xml',
    'no certificate: 30 errors',
  ]);
});

test('does not lengthen summary lines for a long check id', () => {
  const check = 'response-property-pattern-cannot-be-compared';
  const findings = [findingWith({ check, subject: 'an operation with a name of some length', title: 'x'.repeat(60) })];
  const [line = ''] = textOf(reportWith([stageWith({ findings })]))
    .split('\n')
    .filter((one) => one.startsWith('error ') && one.includes(check));
  expect(columnCount(line)).toBe(110);
});

test('truncates summary lines after the operation on a narrow screen', () => {
  const findings = [findingWith({ check: 'unauthorized-rejected', title: 'A request without credentials' })];
  const lines = textOf(reportWith([stageWith({ findings })]), 60).split('\n');
  const line = lines.find((one) => one.startsWith('error '));
  expect(line).toBe('error           unauthorized-rejected  createPlant: A req...');
});

test('does not repeat the stages without findings', () => {
  expect(textOf(reportWith([stageWith({ findings: [] })])).split('\n')).toHaveLength(3);
});

test.each([110, 80, 60])('fits a summary of many findings, notes and stages on 24 lines and %d columns', (width) => {
  const names = Array.from({ length: 20 }, (_one, index) => `check-with-a-long-name-number-${index}`);
  const findings = names.flatMap((check) =>
    Array.from({ length: 15 }, (_one, index) =>
      findingWith({ check, subject: `an-operation-of-a-name-that-does-not-end-${index}`, evidence }),
    ),
  );
  const open = Array.from({ length: 40 }, (_one, index) => `consumer ${index}: ${'not reached '.repeat(30)}`);
  const stages = Array.from({ length: 6 }, (_one, index) =>
    stageWith({
      name: `stage ${index}`,
      summary: 'why '.repeat(60),
      findings: index === 5 ? findings : [],
    }),
  );
  const report = reportWith(stages, open);
  const waived = { reason: 'known '.repeat(40), expires: '2027-01-31' };
  const reportedFindings = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((one, index) => (index % 10 === 0 ? { ...one, waived } : one)),
  }));
  const lines = textOf({ ...report, stages: reportedFindings }, width).split('\n');
  const summary = lines.slice(lines.lastIndexOf('') + 1);
  const rows = summary.map((line) => Math.ceil(columnCount(line) / width));
  expect(rows.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(23);
  for (const part of [/^error /, /^and \d+ more checks/, /^waived /, /^not checked /, /^does not conform/])
    expect(summary).toContainEqual(expect.stringMatching(part));
});

test('gives a line to each rule of minor warnings, whose places are in the reports, unless it is an error', () => {
  const limits = { check: 'string-has-limit', title: 'A string in a request has no limit', similarCount: 11 } as const;
  const findings = [
    findingWith({ ...limits, severity: 'warning' }),
    findingWith({ check: 'integer-safe', title: 'Rounded', severity: 'warning' }),
  ];
  const advised = textOf(reportWith([stageWith({ findings })]), 130);
  expect(advised).not.toContain('warning[string-has-limit]');
  expect(advised).toContain('warning[integer-safe]');
  expect(advised).toMatch(
    /^warning +string-has-limit +A string in a request has no limit: 12 places, in the reports$/m,
  );
  const strict = textOf(reportWith([stageWith({ findings: [findingWith({ ...limits, severity: 'error' })] })]));
  expect(strict).toContain('error[string-has-limit]');
});

test('truncates a verdict that names many unchecked parts', () => {
  const open = Array.from({ length: 40 }, (_one, index) => `consumer ${index}: ${'not reached '.repeat(30)}`);
  const [line = ''] = textOf(reportWith([stageWith()], open))
    .split('\n')
    .filter((one) => one.startsWith('inconclusive: consumer 0'));
  expect(columnCount(line)).toBeLessThan(3 * 110);
});

test('prints the last output of a crashed implementation first among unchecked parts, in full', () => {
  const died = 'the implementation ended with exit code 1; its last lines:\none\ntwo\nthree\nRangeError: four';
  const findings = [findingWith()];
  const stage = stageWith({ run: runOf(), findings, unattempted: ['create: stopped'] });
  const text = textOf(reportWith([stage], [died]));
  expect(text).toContain(`\nnote: ${died.replaceAll('\n', '\n      ')}\n\n`);
  expect(text).toMatch(/\nnot checked {2}the implementation ended with exit code 1; its last lines:\n/);
});

test('prints a verdict with log lines in one line, without them', () => {
  const text = textOf(reportWith([stageWith()], ['it did not come up: exit code 3; its last lines:\npanic\nat x']));
  expect(text).toMatch(/^inconclusive: it did not come up: exit code 3 {2}http/m);
});

test('repeats the stages after many notes', () => {
  const text = textOf(reportWith([stageWith({ findings: [], notes: notes(12) })]));
  expect(text).toMatch(/note 11\n\npassed +conformance/);
});

function textOf(report: Report, width = 110): string {
  const files = ['report.json', 'junit.xml'];
  return gateText({ report, folder: 'out', files, certificate: 'no certificate: 30 errors', width }, plain);
}
