import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkCatalog } from '../../../contracts/catalog/check-catalog.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { sourceSnippet } from '../../../contracts/finding/source-snippet.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { evidence, findingWith, reportWith, stageWith } from '../../report/support.ts';
import { parseRun, type SarifResult, type SarifRun } from './parse-sarif.ts';

function reportOf(...findings: readonly Finding[]): Report {
  return reportWith([stageWith({ status: 'failed', findings })]);
}

function resultOf(finding: Finding): SarifResult {
  const [result] = parseRun(reportOf(finding)).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

const waived = { reason: 'known since May', expires: '2027-01-31' };

/** The first finding is waived. */
function waiving(report: Report): Report {
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((finding, index) => (index === 0 ? { ...finding, waived } : finding)),
  }));
  return { ...report, stages };
}

test('a run without findings is valid, with a rule for each attempted check and no results', () => {
  const tried = ['valid-accepted', 'status-declared', 'invalid-rejected'].map((check) => {
    return { subject: 'createPlant', check, count: 1 };
  });
  const { results, tool, invocations } = parseRun(reportWith([stageWith({ attemptedChecks: tried })]));
  expect(results).toEqual([]);
  expect(tool.driver.rules.map(({ id }) => id)).toEqual(['invalid-rejected', 'valid-accepted', 'status-declared']);
  expect(invocations).toMatchObject([{ executionSuccessful: true, exitCode: 0 }]);
});

test('every check of the kit has a valid rule', () => {
  const tried = checkCatalog.map(({ id }) => ({ subject: 'createPlant', check: id, count: 1 }));
  const { tool } = parseRun(reportWith([stageWith({ attemptedChecks: tried })]));
  expect(tool.driver.rules.map(({ id }) => id)).toEqual(checkCatalog.map(({ id }) => id));
});

test('reports a finding as an error at its line of the contract, with its operation and value', () => {
  const { ruleId, level, message, locations } = resultOf(findingWith({ evidence }));
  expect({ ruleId, level, text: message.text }).toEqual({
    ruleId: 'invalid-rejected',
    level: 'error',
    text: 'An invalid request is accepted: createPlant: received status 200; expected 400',
  });
  expect(locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'spec/plant-store.yaml', uriBaseId: '%SRCROOT%' },
        region: { startLine: 90, startColumn: 21, endColumn: 28 },
      },
      logicalLocations: [
        { name: 'createPlant', fullyQualifiedName: 'POST /plants', kind: 'function' },
        { fullyQualifiedName: '/components/schemas/NewPlant/allOf/1/properties/id/type', kind: 'value' },
      ],
    },
  ]);
});

test.each([
  ['/components/schemas/NewPlant/allOf/1/properties/id/type', 90, [], 'integer'],
  ['/components/schemas/NewPlant/allOf/1/properties/id', 89, [], 'id'],
  ['/components/schemas/Error/required', 96, ['message'], 'message'],
  ['/paths/~1plants/post', 12, [], 'post'],
])('the region of %s covers exactly the relevant text of the file', (pointer, at, names, words) => {
  const place = { file: plantStoreContract.file, pointer, line: at };
  const { locations } = resultOf(findingWith({ place, snippet: sourceSnippet(plantStoreContract, place, names) }));
  const { startLine, startColumn, endColumn } = locations[0]?.physicalLocation?.region ?? {};
  const line = plantStoreContract.sources.get(plantStoreContract.file)?.split('\n')[(startLine ?? 0) - 1];
  expect(line?.slice((startColumn ?? 0) - 1, (endColumn ?? 0) - 1)).toBe(words);
});

test('a finding without a snippet has columns, too', () => {
  const place = { file: plantStoreContract.file, pointer: '/paths/~1plants/post', line: 12 };
  expect(resultOf(findingWith({ place })).locations[0]?.physicalLocation?.region).toEqual({
    startLine: 12,
    startColumn: 5,
    endColumn: 9,
  });
});

test('says how to reproduce a finding, and never truncates a command', () => {
  expect(resultOf(findingWith({ evidence })).properties).toMatchObject({
    stage: 'conformance',
    severity: 'error',
    caseId: evidence.caseId,
    curl: evidence.curl,
    replay: evidence.replay,
    reproduction: 'reproduced 3/3',
  });
  const long = { ...evidence, curl: `curl ${'x'.repeat(3000)}` };
  expect(resultOf(findingWith({ evidence: long })).properties).not.toHaveProperty('curl');
});

test('a warning is an error if it fails the run', () => {
  const report = reportOf(findingWith({ severity: 'warning' }));
  expect(parseRun(report).results[0]?.level).toBe('warning');
  expect(parseRun({ ...report, strict: true }).results[0]?.level).toBe('error');
});

test('sorts errors, warnings, notes, otherwise in the order of the report', () => {
  const report = reportOf(
    findingWith({ fingerprint: 'waived' }),
    findingWith({ fingerprint: 'b', severity: 'warning' }),
    findingWith({ fingerprint: 'c' }),
    findingWith({ fingerprint: 'a' }),
  );
  const ids = report.stages[0]?.findings.map(({ id }) => id) ?? [];
  const reported = parseRun(waiving(report)).results.map(
    ({ partialFingerprints }) => partialFingerprints['plantStoreFinding/v1'],
  );
  expect(reported).toEqual([ids[2], ids[3], ids[1], ids[0]]);
});

test('a fingerprint does not depend on the line, and differs between findings', () => {
  const fingerprintOf = (changes: Partial<Finding>) => resultOf(findingWith(changes)).partialFingerprints;
  const moved = { file: 'spec/plant-store.yaml', line: 117, pointer: findingWith().place.pointer };
  expect(fingerprintOf({ place: moved })).toEqual(fingerprintOf({}));
  expect(fingerprintOf({ fingerprint: 'another' })).not.toEqual(fingerprintOf({}));
});

test('suppresses a waived finding with its reason, and makes it a note for tools that ignore suppressions', () => {
  const { results } = parseRun(waiving(reportOf(findingWith(), findingWith({ fingerprint: 'another' }))));
  const justification = 'known since May (until 2027-01-31)';
  expect(results.map(({ level, suppressions }) => [level, suppressions])).toEqual([
    ['error', []],
    ['note', [{ kind: 'external', status: 'accepted', justification }]],
  ]);
});

test('reports each cause once, without duplicates', () => {
  const { results } = parseRun(
    reportOf(findingWith(), findingWith({ duplicateOf: findingWith().fingerprint, fingerprint: 'another' })),
  );
  expect(results).toHaveLength(1);
});

test('the other place and the broken pacts are related locations', () => {
  const otherPlace = { file: 'pacts/till.json', line: 7, pointer: '/interactions/0' };
  const breaks = [{ consumer: 'till', interaction: 'an array', messages: [], place: otherPlace }];
  const found = resultOf(findingWith({ otherPlace, otherLineText: '"tag": 5', brokenPacts: breaks }));
  expect(
    found.relatedLocations?.map(({ id, message, physicalLocation }) => [
      id,
      message?.text,
      physicalLocation?.artifactLocation.uri,
    ]),
  ).toEqual([
    [1, '"tag": 5 (pacts/till.json:7)', 'pacts/till.json'],
    [2, 'till: an array (pacts/till.json:7)', 'pacts/till.json'],
  ]);
});

describe('a file name', () => {
  const outside = path.resolve('..', 'elsewhere', 'openapi.yaml');
  test.each([
    ['by its path from the root of the repository', 'spec/a.yaml', 'spec/a.yaml', '%SRCROOT%'],
    ['also with an absolute path', path.resolve('spec/a.yaml'), 'spec/a.yaml', '%SRCROOT%'],
    ['without dots', './spec/../spec/a.yaml', 'spec/a.yaml', '%SRCROOT%'],
    ['percent-encoded', 'spec/a b#ü:1.yaml', 'spec/a%20b%23%C3%BC%3A1.yaml', '%SRCROOT%'],
    ['with a backslash that belongs to a name', 'spec\\a.yaml', 'spec%5Ca.yaml', '%SRCROOT%'],
    ['in full outside of the repository', outside, pathToFileURL(outside).href, undefined],
    ['unchanged if it is a URL', 'https://a.example/x y.yaml', 'https://a.example/x%20y.yaml', undefined],
  ])('%s', (_how, file, uri, uriBaseId) => {
    const found = resultOf(findingWith({ place: { file, line: 1, pointer: '/info' } }));
    expect(found.locations[0]?.physicalLocation?.artifactLocation).toEqual({
      uri,
      ...(uriBaseId === undefined ? {} : { uriBaseId }),
    });
  });

  test('is only text for a version that is not checked out', () => {
    const otherPlace = { file: 'git:main:openapi.yaml', line: 7, pointer: '/paths' };
    const [other] = resultOf(findingWith({ otherPlace, otherLineText: 'get:' })).relatedLocations ?? [];
    expect(other).toEqual({ id: 1, message: { text: 'get: (git:main:openapi.yaml:7)' } });
  });
});

test('a check that is not in the catalog has a rule, too', () => {
  const { results, tool } = parseRun(reportOf(findingWith({ check: 'of-tomorrow' })));
  expect(tool.driver.rules[results[0]?.ruleIndex ?? -1]?.id).toBe('of-tomorrow');
});

test('an inconclusive run is not successful, and says why', () => {
  const { invocations } = parseRun(reportWith([stageWith()], ['the broker did not take the results']));
  expect(invocations).toMatchObject([
    {
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'the broker did not take the results' } }],
    },
  ]);
});

test('a run that does not conform was executed successfully', () => {
  expect(parseRun(reportOf(findingWith())).invocations).toMatchObject([
    { executionSuccessful: true, exitCode: 1, exitCodeDescription: 'does not conform: 1 error, 0 warnings' },
  ]);
});

describe('text from an implementation stays text', () => {
  test.each([
    ['a link', '[see](https://evil.example)', '[see] (https://evil.example)'],
    ['a placeholder', '{0} {"id": 1}', '{{0}} {{"id": 1}}'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['nothing', '', ''],
  ])('%s', (_what, received, shown) => {
    const { message } = resultOf(findingWith({ received, title: 'It' }));
    expect(message.text).toBe(`It: createPlant: received ${shown}; expected 400`);
  });
});

test('stays within the limits of GitHub: the most severe 5,000 results, and the number of others', () => {
  const warnings = Array.from({ length: 5001 }, (_, index) =>
    findingWith({ severity: 'warning', fingerprint: String(index), received: 'x'.repeat(5000) }),
  );
  const run: SarifRun = parseRun(reportOf(...warnings, findingWith({ fingerprint: 'the error' })));
  expect(run.results).toHaveLength(5000);
  expect(run.results[0]?.level).toBe('error');
  expect(run.invocations[0]?.toolExecutionNotifications).toEqual([
    { level: 'error', message: { text: '2 more findings are in the JSON report' } },
  ]);
  expect(JSON.stringify(run).length).toBeLessThan(10_000_000);
});

test('distinguishes the parts of a run, and identifies a contract across runs', () => {
  const report = reportWith([stageWith()]);
  expect(parseRun(report).automationDetails.id).toBe('plant-store/Plant Store/');
  const id = parseRun({ ...report, shard: { index: 2, of: 3 } }).automationDetails.id;
  expect(id).toBe('plant-store/Plant Store/shard-2-of-3/');
});
