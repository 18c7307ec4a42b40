import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { certificateText, issueCertificate, zooFigures } from '../../contracts/certificate/issue-certificate.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import { kitVersion } from '../../spec/kit.ts';
import { evidence, findingWith } from '../report/support.ts';
import { waiverWith } from '../waivers/support.ts';
import { asReportFile, certifiableReport, issueAsJson, obstacles, waivedError, waivedId } from './support.ts';

const report = certifiableReport();

test('states the target, kit, times, amounts and exceptions', () => {
  const { sha256 } = asReportFile(report);
  expect(issueAsJson(report)).toEqual({
    certificateVersion: 2,
    statement: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010 conforms to the contract Plant Store 1\.0\.0/),
    signature: expect.stringMatching(/^none: /),
    kit: { name: 'plant-store', version: kitVersion(), zoo: zooFigures },
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

test('is identical for the same report', () => {
  const texts = [report, structuredClone(report)].map((one) => {
    const issued = issueCertificate(asReportFile(one));
    return issued.kind === 'none' ? '' : certificateText(issued.certificate);
  });
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toMatch(/^\{\n {2}"certificateVersion": 2,\n {2}"statement": [\s\S]*"digest": "\w+"\n\}\n$/);
});

test('has the SHA-256 of the rest as digest, with sorted keys and no white space', () => {
  const { digest, ...rest } = issueAsJson(report);
  const sorted = JSON.stringify(rest, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  expect(digest).toBe(createHash('sha256').update(sorted).digest('hex'));
});

test('states first that the mock server is not an implementation', () => {
  const { statement } = issueAsJson(certifiableReport({}, { targetKind: 'mock server' }));
  expect(statement).toMatch(/^The target is the kit's own mock server, so this certifies no implementation\./);
});

const unanswered = findingWith({
  ...{ check: 'response-arrives', severity: 'warning', fingerprint: 'reset' },
  evidence: { ...evidence, caseId: 'createPlant/connections/in-a-row', response: undefined },
});

test('is issued if the missing response is waived', () => {
  const waivers = [waiverWith({ id: waivedId }), waiverWith({ id: findingId(unanswered) })];
  expect(issueAsJson(certifiableReport({ findings: [waivedError, unanswered] }, { waivers }))['statement']).toContain(
    'except for 2 waived findings',
  );
});

test('states how many places of the document the kit does not support', () => {
  const [place] = report.contract.operations.map((operation) => operation.place);
  const unsupported = [
    {
      place,
      description: 'a callback "onPaid"',
      effect: 'the verifier does not wait for it; the mock sends it with --callbacks',
    },
  ];
  const { statement } = issueAsJson({ ...report, contract: { ...report.contract, unsupported } });
  expect(statement).toContain('Not checked, because the kit does not support it: 1 place in the document');
  expect(issueAsJson(report)['statement']).not.toContain('Not judged');
});

test('names the operations that deliberately got few requests', () => {
  const fewRequests = [{ operation: 'invitePlant', requests: 7, reason: 'it sends messages, as its name shows' }];
  const certificate = issueAsJson(certifiableReport({ fewRequests }));
  expect(certificate['fewRequests']).toEqual(fewRequests);
  expect(certificate['statement']).toContain('deliberately got few requests, and not all categories: invitePlant (7).');
  expect(issueAsJson(report)['fewRequests']).toBeUndefined();
});

describe('is not issued', () => {
  const later = { waivers: [waiverWith({ id: waivedId, expires: '2000-01-01' })] };
  const stale = [waiverWith({ id: waivedId }), waiverWith({ id: 'invalid-rejected/createPlant/0123456789ab' })];
  const gone = [{ operation: 'createPlant', reason: 'stopped: it went away', casesRun: 'some' } as const];

  test.each([
    ['with an unwaived error', certifiableReport({}, { waivers: [] }), 'the verdict is: does not conform'],
    ['with an expired waiver', certifiableReport({}, later), 'the verdict is: does not conform'],
    [
      'with an expired waiver that matches nothing',
      certifiableReport({ findings: [] }, later),
      'expired on 2000-01-01',
    ],
    ['with a stale waiver', certifiableReport({}, { waivers: stale }), 'no longer matches a finding'],
    [
      'with a warning under --strict',
      certifiableReport({}, { strict: true }),
      'the verdict is: does not conform (--strict)',
    ],
    ['if the provider became unreachable', certifiableReport({ unchecked: gone }), 'the verdict is: inconclusive'],
    [
      'with an unattempted check outside the stages',
      certifiableReport({}, { additionalUnattempted: ['it ended'] }),
      'inconclusive: it ended',
    ],
    [
      'with only some test categories',
      certifiableReport({ selectedCategories: ['authentication'] }),
      'only these test categories were run: authentication',
    ],
    [
      'without all operations',
      certifiableReport({ scope: { operations: ['createPlant'], truncatedOperations: [] } }),
      'only these operations were checked: createPlant',
    ],
    [
      'with cases omitted for --budget',
      certifiableReport({ scope: { operations: [], budget: 90, truncatedOperations: ['createPlant'] } }),
      'cases were omitted because of --budget 90: 1 operation, createPlant',
    ],
    [
      'with one missing response, which is a warning',
      certifiableReport({ findings: [waivedError, unanswered] }),
      'createPlant: no response to createPlant/connections/in-a-row',
    ],
    [
      'with fewer random cases than the default',
      certifiableReport({ randomCases: 99 }),
      'only 99 random requests per operation (--cases); a certificate requires 100',
    ],
    ['for a shard', certifiableReport({}, { shard: { index: 1, of: 3 } }), 'shard 1 of 3'],
    ['without cases', certifiableReport({ rows: [], cases: 0 }), 'createPlant: no case was run'],
    [
      'with cases of another operation only',
      certifiableReport({ rows: [{ operation: 'other', category: 'text-values', cases: 9, errors: 0, warnings: 0 }] }),
      'createPlant: no case was run',
    ],
    ['without a checked response', certifiableReport({ checkCounts: [] }), 'createPlant: no response was checked'],
    ['no conformance', certifiableReport({}, { stages: [] }), 'conformance was not checked'],
  ])('%s', (_name, given, words) => {
    expect(obstacles(given).join('\n')).toContain(words);
  });
});

describe('is not issued for an edited report that contradicts itself', () => {
  const breaking = certifiableReport({}, { waivers: [] });
  const conforms = { kind: 'conforms', exitCode: 0, summary: 'conforms: no findings' } as const;
  const passed = breaking.stages.map((stage) => ({ ...stage, status: 'passed' as const }));
  const waived = { reason: 'by hand', expires: '9999-12-31' };
  const unchecked = [{ operation: 'createPlant', reason: 'stopped', casesRun: 'some' } as const];
  const partly = report.stages.map((stage) =>
    stage.run === undefined ? stage : { ...stage, run: { ...stage.run, unchecked } },
  );

  test.each([
    ['the verdict', { ...breaking, verdict: conforms, stages: passed }, 'the verdict does not match'],
    [
      'a finding marked as waived by hand',
      {
        ...breaking,
        verdict: conforms,
        stages: passed.map((stage) => ({
          ...stage,
          findings: stage.findings.map((finding) => ({ ...finding, waived })),
        })),
      },
      'the waived findings do not match the waivers',
    ],
    [
      'unchecked operations listed only in the run',
      { ...report, stages: partly },
      'createPlant was not checked completely: stopped',
    ],
    [
      'a case count that was edited',
      {
        ...report,
        stages: report.stages.map((stage) =>
          stage.run === undefined ? stage : { ...stage, run: { ...stage.run, cases: 140 } },
        ),
      },
      'the number of cases is not the sum of its rows',
    ],
    ['an end before the start', { ...report, startedAt: '2999-01-01T00:00:00.000Z' }, 'its times are'],
    ['an invalid time', { ...report, finishedAt: 'yesterday' }, 'its times are'],
    [
      'a stage that failed',
      { ...report, stages: report.stages.map((stage) => ({ ...stage, status: 'not run' })) },
      'contract lint: not run',
    ],
  ])('%s', (_name, given, words) => {
    expect(obstacles(given).join('\n')).toContain(words);
  });
});
