import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { certificateText, issueCertificate } from '../../contracts/certificate/issue-certificate.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import { kitVersion } from '../../spec/kit.ts';
import { evidence, findingWith } from '../report/support.ts';
import { waiverWith } from '../waivers/support.ts';
import { asReportFile, certifiableReport, issueAsJson, obstacles, waivedError, waivedId } from './support.ts';

const report = certifiableReport();

test('says of what, by what, when, how much and with which exceptions', () => {
  const { sha256 } = asReportFile(report);
  expect(issueAsJson(report)).toEqual({
    certificateVersion: 2,
    statement: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010 keeps the contract Plant Store 1\.0\.0/),
    signature: expect.stringMatching(/^none: /),
    kit: { name: 'plant-store', version: kitVersion(), zoo: expect.objectContaining({ falsePositives: 0 }) },
    contract: {
      title: 'Plant Store',
      version: '1.0.0',
      openapi: '3.0',
      sha256: report.contract.sha256,
      files: report.contract.files,
    },
    target: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    seed: 7,
    startedAt: report.startedAt,
    finishedAt: report.finishedAt,
    strict: false,
    stages: [
      { name: 'contract lint', status: 'passed', summary: '208 cases' },
      { name: 'conformance', status: 'passed', summary: expect.any(String) },
      { name: 'waivers', status: 'passed', summary: '1 waiver: 1 used' },
    ],
    cases: 141,
    requests: 150,
    categories: [
      { category: 'authentication', cases: 106, errors: 0, warnings: 0 },
      { category: 'wrong-types', cases: 35, errors: 1, warnings: 1 },
    ],
    operations: [
      {
        id: 'createPlant',
        method: 'POST',
        path: '/plants',
        categories: [
          { category: 'authentication', cases: 106, errors: 0, warnings: 0 },
          { category: 'wrong-types', cases: 35, errors: 1, warnings: 1 },
        ],
      },
    ],
    coverage: expect.arrayContaining([{ kind: 'responses', covered: 0, total: 2 }]),
    warnings: 1,
    waived: 1,
    waivers: [{ id: waivedId, reason: 'fixed with the next release', expires: '9999-12-31', state: 'used' }],
    report: { sha256 },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('is the same text for the same report', () => {
  const texts = [report, structuredClone(report)].map((one) => {
    const issued = issueCertificate(asReportFile(one));
    return issued.kind === 'none' ? '' : certificateText(issued.certificate);
  });
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toMatch(/^\{\n {2}"certificateVersion": 2,\n {2}"statement": [\s\S]*"digest": "\w+"\n\}\n$/);
});

test('has as its digest the sha256 of the rest, keys sorted, no white space', () => {
  const { digest, ...rest } = issueAsJson(report);
  const sorted = JSON.stringify(rest, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  expect(digest).toBe(createHash('sha256').update(sorted).digest('hex'));
});

test("says first that the kit's own fake store is no implementation", () => {
  const { statement } = issueAsJson(certifiableReport({}, { targetKind: 'mock server' }));
  expect(statement).toMatch(/^The target is the kit's own fake store: this says nothing of any implementation\./);
});

const unanswered = findingWith({
  ...{ check: 'response-arrives', severity: 'warning', fingerprint: 'reset' },
  evidence: { ...evidence, caseId: 'createPlant/connections/in-a-row', response: undefined },
});

test('is issued where the finding that no answer came is waived', () => {
  const waivers = [waiverWith({ id: waivedId }), waiverWith({ id: findingId(unanswered) })];
  expect(issueAsJson(certifiableReport({ findings: [waivedError, unanswered] }, { waivers }))['statement']).toContain(
    'but for 2 known findings that the waivers name',
  );
});

test('says how much of the document was not judged, since the kit does not act upon it', () => {
  const [place] = report.contract.operations.map((operation) => operation.place);
  const unsupported = [{ place, description: 'a callback "onPaid"', effect: 'no call is made and none is awaited' }];
  const { statement } = issueAsJson({ ...report, contract: { ...report.contract, unsupported } });
  expect(statement).toContain('Not judged, since this kit does not act upon it: 1 place of the document');
  expect(issueAsJson(report)['statement']).not.toContain('Not judged');
});

describe('there is none', () => {
  const later = { waivers: [waiverWith({ id: waivedId, expires: '2000-01-01' })] };
  const stale = [waiverWith({ id: waivedId }), waiverWith({ id: 'invalid-rejected/createPlant/0123456789ab' })];
  const gone = [{ operation: 'createPlant', reason: 'stopped: it went away', casesRun: 'some' } as const];

  test.each([
    ['a fault that is not waived', certifiableReport({}, { waivers: [] }), 'the verdict is: does not conform'],
    ['a waiver past its day', certifiableReport({}, later), 'the verdict is: does not conform'],
    ['a waiver past its day, of nothing', certifiableReport({ findings: [] }, later), 'is past its date, 2000-01-01'],
    ['a waiver that matches nothing', certifiableReport({}, { waivers: stale }), 'matches nothing any more'],
    ['advice, when strict', certifiableReport({}, { strict: true }), 'the verdict is: does not conform (--strict)'],
    ['a provider that went away', certifiableReport({ unchecked: gone }), 'the verdict is: inconclusive'],
    [
      'something beyond the stages',
      certifiableReport({}, { additionalUnattempted: ['it ended'] }),
      'inconclusive: it ended',
    ],
    [
      'some families alone',
      certifiableReport({ selectedCategories: ['authentication'] }),
      'only these families were run: authentication',
    ],
    [
      'operations that were left out',
      certifiableReport({ scope: { operations: ['createPlant'], truncatedOperations: [] } }),
      'only these operations were checked: createPlant',
    ],
    [
      'cases that were left out for a budget',
      certifiableReport({ scope: { operations: [], budget: 90, truncatedOperations: ['createPlant'] } }),
      'cases were omitted because of --budget 90: 1 operation, createPlant',
    ],
    [
      'a request that had no answer once, which is advice',
      certifiableReport({ findings: [waivedError, unanswered] }),
      'createPlant: no answer came to createPlant/connections/in-a-row',
    ],
    [
      'fewer random cases than usual',
      certifiableReport({ randomCases: 99 }),
      'only 99 requests of each operation were drawn at random (--cases), where 100 are usual',
    ],
    ['a shard', certifiableReport({}, { shard: { index: 1, of: 3 } }), 'shard 1 of 3'],
    ['no cases', certifiableReport({ rows: [], cases: 0 }), 'createPlant: not a case of it was tried'],
    [
      'cases of another operation alone',
      certifiableReport({ rows: [{ operation: 'other', category: 'text-values', cases: 9, errors: 0, warnings: 0 }] }),
      'createPlant: not a case of it was tried',
    ],
    [
      'no answer that was judged',
      certifiableReport({ checkCounts: [] }),
      'createPlant: not an answer of it was judged',
    ],
    ['no conformance', certifiableReport({}, { stages: [] }), 'conformance was not judged'],
  ])('for %s', (_name, given, words) => {
    expect(obstacles(given).join('\n')).toContain(words);
  });
});

describe('a report that was changed so that it contradicts itself gives none', () => {
  const breaking = certifiableReport({}, { waivers: [] });
  const conforms = { kind: 'conforms', exitCode: 0, summary: 'conforms: no findings' } as const;
  const passed = breaking.stages.map((stage) => ({ ...stage, status: 'passed' as const }));
  const waived = { reason: 'by hand', expires: '9999-12-31' };
  const unchecked = [{ operation: 'createPlant', reason: 'stopped', casesRun: 'some' } as const];
  const partly = report.stages.map((stage) =>
    stage.run === undefined ? stage : { ...stage, run: { ...stage.run, unchecked } },
  );

  test.each([
    ['the verdict', { ...breaking, verdict: conforms, stages: passed }, 'the verdict does not follow'],
    [
      'a finding is marked as waived',
      {
        ...breaking,
        verdict: conforms,
        stages: passed.map((stage) => ({
          ...stage,
          findings: stage.findings.map((finding) => ({ ...finding, waived })),
        })),
      },
      'what is waived does not follow from the waivers',
    ],
    [
      'what could not be judged stands in the run alone',
      { ...report, stages: partly },
      'createPlant was not judged in full: stopped',
    ],
    [
      'cases that were counted out',
      {
        ...report,
        stages: report.stages.map((stage) =>
          stage.run === undefined ? stage : { ...stage, run: { ...stage.run, cases: 140 } },
        ),
      },
      'the number of cases is not that of its rows',
    ],
    ['it ends before it starts', { ...report, startedAt: '2999-01-01T00:00:00.000Z' }, 'its times are'],
    ['it has no time', { ...report, finishedAt: 'yesterday' }, 'its times are'],
    [
      'a stage that failed',
      { ...report, stages: report.stages.map((stage) => ({ ...stage, status: 'not run' })) },
      'contract lint: not run',
    ],
  ])('%s', (_name, given, words) => {
    expect(obstacles(given).join('\n')).toContain(words);
  });
});
