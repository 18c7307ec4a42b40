import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { checks } from '../../../contracts/conformance/checks/index.ts';
import { conformanceStage } from '../../../contracts/conformance/conformance-stage.ts';
import { junitXml } from '../../../contracts/render/junit/junit-report.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { evidence, findingWith, reportWith, stageWith } from '../../report/support.ts';
import { junitSchemaErrors } from './xml-schema.ts';

interface Parsed {
  readonly testsuites: { readonly testsuite: readonly Suite[] };
}

interface Suite {
  readonly timestamp: string;
  readonly hostname: string;
  readonly 'system-out': string;
  readonly properties: { readonly property: readonly { readonly name: string; readonly value: string }[] };
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly time: string;
  readonly testcase: readonly TestCase[];
}

interface TestCase {
  readonly classname: string;
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string; readonly '#text': string };
  readonly skipped?: { readonly message: string };
  readonly error?: { readonly message: string };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  // Or it leaves &#10; as it is.
  htmlEntities: true,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

/** The suites of a report, from XML that the schema allows and two more judges call well-formed: the parser, and the table of XML 1.0, 2.2. */
async function suitesOf(report: Report): Promise<readonly Suite[]> {
  const xml = junitXml(report);
  expect(await junitSchemaErrors(xml)).toEqual([]);
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(xml.replace(/^<\?xml.*?\?>/, '')).not.toMatch(/\]\]>|&(?!(amp|lt|gt|quot|#\d+);)/);
  // A parser may make a space of a line break that stands in an attribute.
  expect(xml).not.toMatch(/ [a-z]+="[^"<]*[\n\t]/);
  const parsed: Parsed = parser.parse(xml);
  return parsed.testsuites.testsuite;
}

const tried = [
  { subject: 'createPlant', check: 'status-declared', count: 41 },
  { subject: 'createPlant', check: 'invalid-rejected', count: 12 },
  { subject: 'createPlant', check: 'headers-declared', count: 0 },
];

test('has one suite for each stage, with its counts and its time', async () => {
  const findings = [findingWith(), findingWith({ fingerprint: 'another' })];
  const suites = await suitesOf(
    reportWith([stageWith({ attemptedChecks: tried, findings }), stageWith({ name: 'contract lint', ms: 5 })]),
  );
  const counted = suites.map(({ name, tests, failures, errors, skipped, time, testcase }) => {
    return { name, tests, failures, errors, skipped, time, cases: testcase.length };
  });
  expect(counted).toEqual([
    { name: 'conformance', tests: '3', failures: '1', errors: '0', skipped: '1', time: '1.234', cases: 3 },
    { name: 'contract lint', tests: '1', failures: '0', errors: '0', skipped: '0', time: '0.005', cases: 1 },
  ]);
});

test('has a test case for each check of each operation, skipped if nothing was checked', async () => {
  const checked = [{ operation: 'createPlant', check: 'status-declared', exchanges: 3 }];
  const found = {
    findings: [],
    unchecked: [],
    contractGaps: [],
    deletedRecords: [],
    coverage: { operations: [] },
  };
  const run = {
    rows: [],
    checkCounts: checked,
    ...found,
    cases: 3,
    requests: 3,
    ms: 1,
    seed: 1,
    selectedCategories: [],
    randomCases: 100,
  };
  const [suite] = await suitesOf(reportWith([conformanceStage(plantStoreContract, run)]));
  expect(suite?.testcase.map(({ classname, name }) => `${classname} ${name}`)).toEqual(
    checks.map(({ id }) => `conformance.createPlant ${id}`),
  );
  expect(suite?.testcase.filter(({ skipped }) => skipped === undefined).map(({ name }) => name)).toEqual([
    'status-declared',
  ]);
});

test('puts all errors of a check into one failure, which names the first and lists all', async () => {
  const findings = [findingWith({ evidence }), findingWith({ received: 'status 201' })];
  const [suite] = await suitesOf(reportWith([stageWith({ attemptedChecks: tried, findings })]));
  const failed = suite?.testcase.filter(({ failure }) => failure !== undefined) ?? [];
  expect(failed.map(({ name }) => name)).toEqual(['invalid-rejected']);
  expect(failed[0]?.failure).toMatchObject({
    type: 'invalid-rejected',
    message: 'An invalid request is accepted: expected 400, received status 200 (spec/plant-store.yaml:90)',
  });
  expect(failed[0]?.failure?.['#text']).toMatch(/status 200.*curl .*status 201/s);
});

test('reports warnings without failing', async () => {
  const findings = [findingWith({ severity: 'warning' })];
  const [suite] = await suitesOf(reportWith([stageWith({ attemptedChecks: tried, findings })]));
  const reported = suite?.testcase.find(({ name }) => name === 'invalid-rejected');
  expect([suite?.failures, reported?.failure]).toEqual(['0', undefined]);
  expect(suite?.['system-out']).toContain('warning[invalid-rejected]');
});

test('has a test case for a finding of a check that is not in the attempted checks', async () => {
  const findings = [findingWith({ check: 'pact-answer', subject: 'an interaction' })];
  const [suite] = await suitesOf(reportWith([stageWith({ attemptedChecks: [], findings })]));
  expect(suite).toMatchObject({ tests: '1', failures: '1', testcase: [{ name: 'pact-answer' }] });
});

test('a stage that was not run is one test case, an error with the reason', async () => {
  const [suite] = await suitesOf(reportWith([stageWith({ status: 'not run', summary: 'the token does not work' })]));
  expect(suite).toMatchObject({
    ...{ tests: '1', failures: '0', errors: '1', skipped: '0' },
    testcase: [{ name: 'stage', error: { message: 'the token does not work' } }],
  });
});

test('an unchecked part is an error, and a passed one beside it is not', async () => {
  const units = [
    { subject: 'a request', check: 'pact-expectation', count: 1 },
    { subject: 'another', check: 'pact-expectation', count: 0 },
  ];
  const [suite] = await suitesOf(
    reportWith([stageWith({ status: 'not run', summary: '1 not checked', attemptedChecks: units, findings: [] })]),
  );
  expect(suite).toMatchObject({ tests: '2', failures: '0', errors: '1', skipped: '0' });
  expect(suite?.testcase.map(({ error }) => error?.message)).toEqual([undefined, '1 not checked']);
});

test('a stage that is not applicable is one test case, skipped with the reason', async () => {
  const [suite] = await suitesOf(reportWith([stageWith({ status: 'not applicable', summary: 'no pacts were given' })]));
  expect(suite).toMatchObject({
    ...{ tests: '1', failures: '0', errors: '0', skipped: '1' },
    testcase: [{ name: 'stage', skipped: { message: 'no pacts were given' } }],
  });
});

describe('stays well-formed and keeps the text of hostile responses', () => {
  test.each([
    ['markup', '</failure><testcase name="x"/>', '</failure><testcase name="x"/>'],
    ['the end of a CDATA section', ']]>', ']]>'],
    ['entities', '&amp; &#0; &nope; & <!ENTITY x>', '&amp; &#0; &nope; & <!ENTITY x>'],
    ['quotes', `"it's"`, `"it's"`],
    ['emoji', 'fern \u{1f33f}', 'fern \u{1f33f}'],
    ['control characters', 'a\u0000b\u0008c\u001bd', 'a\\u0000b\\u0008c\\u001bd'],
    ['reserved characters of Unicode', 'a\ufffeb\uffffc', 'a\\ufffeb\\uffffc'],
    ['lone surrogates', 'a\ud800b\udc00c', 'a\\ud800b\\udc00c'],
    ['text that turns', 'a\u202eb\u2066c\u009bd', 'a\\u202eb\\u2066c\\u009bd'],
    ['commands', '##vso[a]b ##[c]', '\\u0023#vso[a]b \\u0023#[c]'],
    ['names of files to attach', '[[ATTACHMENT|/etc/passwd]]', '\\u005b[ATTACHMENT|/etc/passwd]]'],
    ['line breaks', 'a\nb\tc', 'a\nb\tc'],
  ])('%s', async (_name, hostile, shown) => {
    const finding = findingWith({
      title: hostile,
      subject: hostile,
      received: hostile,
      why: hostile,
      evidence: { ...evidence, mutation: hostile, response: { status: 200, headers: [], body: hostile } },
    });
    const [suite] = await suitesOf(reportWith([stageWith({ summary: hostile, findings: [finding] })]));
    expect(suite?.testcase.map(({ classname, failure }) => [classname, failure?.message])).toEqual([
      [`conformance.${shown}`, `${shown}: expected 400, received ${shown} (spec/plant-store.yaml:90)`],
    ]);
  });
});
