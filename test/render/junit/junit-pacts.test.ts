/** Interactions of pacts as cases of JUnit, and what else CI servers make of a report. */
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { junitXml } from '../../../contracts/render/junit/junit-report.ts';
import type { Report } from '../../../contracts/report/report.ts';
import type { AttemptedCheck } from '../../../contracts/report/stage-report.ts';
import { computeVerdict } from '../../../contracts/verdict/verdict.ts';
import { findingWith, reportWith, stageWith } from '../../report/support.ts';
import { junitSchemaErrors } from './xml-schema.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly failure?: { readonly message: string; readonly '#text': string };
  readonly skipped?: { readonly message: string };
  readonly error?: { readonly message: string };
}

interface Parsed {
  readonly testsuites: {
    readonly testsuite: readonly { readonly name: string; readonly testcase: readonly Case[] }[];
  };
}

async function casesOf(report: Report): Promise<readonly Case[]> {
  const xml = junitXml(report);
  expect(await junitSchemaErrors(xml)).toEqual([]);
  const parsed: Parsed = parser.parse(xml);
  return parsed.testsuites.testsuite.flatMap(({ testcase }) => testcase);
}

/** `provider check.web-shop: a request to list, given plants -> failure: ...` */
async function linesOf(report: Report): Promise<readonly string[]> {
  return (await casesOf(report)).map(({ classname, name, failure, skipped, error }) => {
    const how = failure ? 'failure' : error ? 'error' : skipped ? 'skipped' : 'passed';
    const message = (failure ?? error ?? skipped)?.message;
    return `${classname}: ${name} -> ${how}${message === undefined ? '' : `: ${message}`}`;
  });
}

function interaction(consumer: string, index: number, changes: Partial<AttemptedCheck> = {}): AttemptedCheck {
  const place = { file: `${consumer}.json`, pointer: `/interactions/${index}`, line: 10 + index };
  return { subject: 'a list of plants', check: 'pact-expectation', count: 1, consumer, place, ...changes };
}

function broken(consumer: string, index: number, message: string) {
  const { subject, place } = interaction(consumer, index);
  if (place === undefined) throw new Error('no place');
  return { consumer, interaction: subject, messages: [message], place };
}

function ofPact(consumer: string, index: number, changes: Partial<Finding> = {}): Finding {
  const reported = broken(consumer, index, 'status: received 500; the pact expects 200');
  return findingWith({
    check: 'pact-expectation',
    subject: reported.interaction,
    otherPlace: reported.place,
    brokenPacts: [reported],
    fingerprint: `pact-expectation|${consumer}|${index}`,
    ...changes,
  });
}

const provider = { name: 'provider check', status: 'failed' } as const;

test('an interaction is a test case with a unique name, also for two consumers or duplicates', async () => {
  const tried = [interaction('web-shop', 0), interaction('till', 0), interaction('till', 1)];
  const report = reportWith([stageWith({ ...provider, attemptedChecks: tried, findings: [ofPact('till', 0)] })]);
  expect(await linesOf(report)).toEqual([
    'provider check.web-shop: a list of plants -> passed',
    'provider check.till: a list of plants -> failure: status: received 500; the pact expects 200',
    'provider check.till: a list of plants (2) -> passed',
  ]);
});

test('all interactions with one cause fail, each with its own difference; the cause is reported in full once', async () => {
  const first = ofPact('web-shop', 0, {
    brokenPacts: [broken('web-shop', 0, 'body $.name: first'), broken('till', 0, 'body $.name: second')],
  });
  const second = ofPact('till', 0, {
    duplicateOf: first.fingerprint,
    brokenPacts: [broken('till', 0, 'body $.name: second')],
  });
  const tried = [interaction('web-shop', 0), interaction('till', 0)];
  const report = reportWith([stageWith({ ...provider, attemptedChecks: tried, findings: [first, second] })]);
  expect(await linesOf(report)).toEqual([
    'provider check.web-shop: a list of plants -> failure: body $.name: first',
    'provider check.till: a list of plants -> failure: body $.name: second',
  ]);
  const [full, short] = await casesOf(report);
  expect(full?.failure?.['#text']).toContain('error[pact-expectation]');
  expect(short?.failure?.['#text']).toMatch(
    /^body \$\.name: second\n\n.*\nreported in full as pact-expectation\/[^\n]*$/,
  );
});

test('a difference inside an interaction fails only that interaction', async () => {
  const tried = [
    { subject: 'till', check: 'pact-compatible', count: 5 },
    interaction('till', 1, { check: 'pact-compatible' }),
    interaction('till', 10, { check: 'pact-compatible' }),
  ];
  const place = { file: 'till.json', pointer: '/interactions/1/request/body/tag', line: 20 };
  const found = findingWith({ check: 'pact-compatible', subject: 'a list of plants', otherPlace: place });
  const report = reportWith([stageWith({ name: 'pact × contract', attemptedChecks: tried, findings: [found] })]);
  expect((await linesOf(report)).map((line) => line.split(' -> ')[1]?.slice(0, 7))).toEqual([
    'passed',
    'failure',
    'passed',
  ]);
});

test('an unchecked interaction is an error with the reason, also beside a failed one', async () => {
  const reason = 'it requires the provider state "a fern", which was not set up';
  const tried = [
    interaction('till', 0),
    interaction('till', 1, { subject: 'another', count: 0, uncheckedReason: reason }),
    interaction('till', 2, { subject: 'a new one', count: 0, uncheckedReason: reason, isPending: true }),
  ];
  const report = reportWith([stageWith({ ...provider, attemptedChecks: tried, findings: [ofPact('till', 0)] })]);
  expect((await linesOf(report)).slice(1)).toEqual([
    `provider check.till: another -> error: ${reason}`,
    `provider check.till: a new one -> skipped: not checked: ${reason}`,
  ]);
});

test('an unchecked operation is one error, and its checks are skipped with the reason', async () => {
  const tried = ['status-declared', 'valid-accepted'].map((check) => ({
    subject: 'listPlants',
    check,
    count: 0,
  }));
  const unchecked = [{ operation: 'listPlants', reason: 'no parent record', casesRun: 'none' as const }];
  const run = {
    seed: 1,
    cases: 0,
    requests: 0,
    selectedCategories: [],
    randomCases: 100,
    rows: [],
    unchecked,
    contractGaps: [],
    deletedRecords: [],
  };
  expect(await linesOf(reportWith([stageWith({ attemptedChecks: tried, run })]))).toEqual([
    'conformance.listPlants: status-declared -> skipped: not checked: no parent record',
    'conformance.listPlants: valid-accepted -> skipped: not checked: no parent record',
    'conformance.listPlants: checked-completely -> error: no parent record',
  ]);
});

const waived = { reason: 'known since May', expires: '2027-01-31' };

/** As a waivers file would have it. */
function waiving(report: Report, check: string): Report {
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((one) => (one.check === check ? { ...one, waived } : one)),
  }));
  const findings = stages.flatMap((stage) => stage.findings);
  return { ...report, stages, verdict: computeVerdict({ findings, strict: report.strict, unattempted: [] }) };
}

test('a waived finding is skipped with the reason, also as a duplicate', async () => {
  const cause = findingWith();
  const tried = [{ subject: 'createPlant', check: 'invalid-rejected', count: 3 }];
  const same = ofPact('till', 0, { duplicateOf: cause.fingerprint });
  const report = reportWith([
    stageWith({ ...provider, attemptedChecks: [interaction('till', 0)], findings: [same] }),
    stageWith({ attemptedChecks: tried, findings: [cause] }),
  ]);
  expect((await linesOf(report)).every((line) => line.includes('-> failure'))).toBe(true);
  expect(await linesOf(waiving(report, 'invalid-rejected'))).toEqual([
    'provider check.till: a list of plants -> skipped: waived until 2027-01-31: known since May',
    'conformance.createPlant: invalid-rejected -> skipped: waived until 2027-01-31: known since May',
  ]);
});

test('an error that is not waived fails a test case with a waived one', async () => {
  const tried = [{ subject: 'createPlant', check: 'invalid-rejected', count: 3 }];
  const report = reportWith([
    stageWith({ attemptedChecks: tried, findings: [findingWith(), findingWith({ fingerprint: 'another' })] }),
  ]);
  const [first, ...others] = report.stages[0]?.findings ?? [];
  if (first === undefined) throw new Error('no finding');
  const stages = report.stages.map((stage) => ({ ...stage, findings: [{ ...first, waived }, ...others] }));
  expect(await linesOf({ ...report, stages })).toEqual([expect.stringContaining('-> failure')]);
});

test('a warning fails with --strict, like the verdict', async () => {
  const tried = [{ subject: 'createPlant', check: 'invalid-rejected', count: 3 }];
  const report = reportWith([stageWith({ attemptedChecks: tried, findings: [findingWith({ severity: 'warning' })] })]);
  expect(await linesOf(report)).toEqual(['conformance.createPlant: invalid-rejected -> passed']);
  expect(await linesOf({ ...report, strict: true })).toEqual([expect.stringContaining('-> failure')]);
});

test('is never all green if the verdict is not: a problem outside of all stages is an error', async () => {
  const report = reportWith([stageWith()], ['the broker did not take the results']);
  expect(report.verdict.exitCode).toBe(2);
  expect((await linesOf(report)).at(-1)).toMatch(/^verdict: verdict -> error: .*the broker did not take/);
});

test('stays within the limits of CI servers with hundreds of findings and very long texts', async () => {
  const long = 'x'.repeat(100_000);
  const findings = Array.from({ length: 800 }, (_, index) =>
    findingWith({
      subject: `operation${index % 400}${long.slice(0, 400)}`,
      received: long,
      title: long,
      fingerprint: String(index),
    }),
  );
  const report = reportWith([stageWith({ findings, notes: [long, long, long] })]);
  const xml = junitXml(report);
  expect(xml.length).toBeLessThan(10_000_000);
  const cases = await casesOf(report);
  expect(cases).toHaveLength(400);
  // GitLab drops all but the first of a name.
  expect(new Set(cases.map(({ classname, name }) => `${classname} ${name}`)).size).toBe(400);
});

test('two reports of the same run differ only in their times', () => {
  const tried = [interaction('till', 0)];
  const once = reportWith([stageWith({ ...provider, attemptedChecks: tried, findings: [ofPact('till', 0)] })]);
  const again = { ...once, startedAt: '2031-01-01T00:00:00.000Z', finishedAt: '2031-01-01T00:00:09.000Z' };
  const withoutTimes = (report: Report) => junitXml(report).replace(/ (timestamp|time)="[^"]*"/g, '');
  expect(withoutTimes(again)).toBe(withoutTimes(once));
  expect(junitXml(again)).toContain(' timestamp="2031-01-01T00:00:00"');
});
