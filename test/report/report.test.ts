import { expect, test } from 'vitest';
import { checks } from '../../contracts/conformance/checks/index.ts';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import { createCoverage } from '../../contracts/conformance/coverage/index.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { REPORT_VERSION } from '../../contracts/report/report.ts';
import type { UncheckedOperation } from '../../contracts/report/stage-report.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { kitVersion } from '../../spec/kit.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { findingWith, reportWith, stageWith } from './support.ts';

const result = {
  rows: [],
  checkCounts: [{ operation: 'createPlant', check: 'status-declared', exchanges: 41 }],
  findings: [],
  unchecked: [],
  contractGaps: [],
  deletedRecords: [],
  coverage: { operations: [] },
  seed: 1,
  selectedCategories: [],
  randomCases: 100,
  cases: 41,
  requests: 43,
  ms: 99.6,
};

function reportOn(changes: Partial<RunResult> = {}) {
  return reportWith([conformanceStage(plantStoreContract, { ...result, ...changes })]);
}

test('has the format version, the kit, the contract, the target, the time, the verdict and the stages', () => {
  const report = reportWith([stageWith()]);
  expect(report).toEqual({
    reportVersion: REPORT_VERSION,
    kit: { name: 'plant-store', version: kitVersion() },
    contract: {
      file: expect.stringMatching(/plant-store\.yaml$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: 'Plant Store',
      version: '1.0.0',
      openapi: '3.0',
      files: [
        {
          file: expect.stringMatching(/plant-store\.yaml$/),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      operations: [{ id: 'createPlant', method: 'POST', path: '/plants', place: expect.anything() }],
      unsupported: [],
    },
    target: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    strict: false,
    unattempted: [],
    waivers: [],
    finishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    verdict: { kind: 'conforms', exitCode: 0, summary: 'conforms: no findings' },
    stages: [stageWith()],
  });
});

test('counts the findings of all stages for the verdict', () => {
  const findings = [findingWith()];
  const { verdict } = reportWith([stageWith({ name: 'a', findings }), stageWith({ name: 'b', findings })]);
  expect(verdict.summary).toBe('does not conform: 2 errors, 0 warnings');
});

test('lists every check of every operation, with 0 if nothing was checked', () => {
  const [stage] = reportOn().stages;
  expect(stage?.attemptedChecks).toEqual(
    checks.map(({ id }) => ({ subject: 'createPlant', check: id, count: id === 'status-declared' ? 41 : 0 })),
  );
});

test('has the coverage of the contract and the seed', () => {
  const coverage = createCoverage(plantStoreContract).read();
  const [stage] = reportOn({ coverage, seed: 42 }).stages;
  expect([stage?.coverage, stage?.run?.seed]).toEqual([coverage, 42]);
});

test('errors fail a stage, warnings do not', () => {
  const statusWith = (severity: 'error' | 'warning') =>
    reportOn({ findings: [findingWith({ severity })] }).stages[0]?.status;
  expect([statusWith('error'), statusWith('warning')]).toEqual(['failed', 'passed']);
});

test('an operation that was not completely checked makes the verdict inconclusive', () => {
  const verdictWith = (ran: UncheckedOperation['casesRun']) =>
    reportOn({ unchecked: [{ operation: 'createPlant', reason: 'it has no schema', casesRun: ran }] }).verdict;
  const open = { exitCode: 2, summary: 'inconclusive: createPlant: it has no schema' };
  expect(verdictWith('none')).toMatchObject(open);
  expect(verdictWith('some')).toMatchObject(open);
});

test('a stage that was not run makes the verdict inconclusive, also without a list of what is missing', () => {
  const { verdict, unattempted } = reportWith([stageWith({ status: 'not run', summary: 'it did not end' })]);
  expect([verdict.exitCode, unattempted]).toEqual([2, ['conformance: not run: it did not end']]);
});

test('a waiver is not stale in an incomplete run', () => {
  const waiver = { id: 'invalid-rejected/createPlant/0123456789ab', reason: 'known', expires: '2099-01-01' };
  const place = { file: 'waivers.yaml', line: 2, pointer: '/waivers/0' };
  const stateAfter = (unattempted: readonly string[]) =>
    createReport({
      ...{ contract: plantStoreContract, baseUrl: 'http://127.0.0.1:4010', targetKind: 'implementation' },
      ...{ startedAt: new Date(), strict: false, stages: [stageWith()], additionalUnattempted: unattempted },
      waivers: [{ ...waiver, place, lineText: '- id: ...' }],
    }).waivers[0]?.state;
  expect([stateAfter([]), stateAfter(['it died'])]).toEqual(['stale', 'not checked']);
});
