/** Findings and reports as a stage would make them, with what a test is about put in. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Evidence, Finding } from '../../contracts/finding/finding.ts';
import { styleFor, type TextStyle } from '../../contracts/render/text/terminal.ts';
import type { Report } from '../../contracts/report/report.ts';
import type { ConformanceRun, StageReport } from '../../contracts/report/stage-report.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { plantStoreContract } from '../conformance/support.ts';

export const plain: TextStyle = styleFor({ isTTY: false });

export function goldenFile(name: string): string {
  return path.join(fileURLToPath(new URL('../fixtures/report/', import.meta.url)), `${name}.txt`);
}

export const evidence: Evidence = {
  caseId: 'createPlant/wrong-types/body.id-its-value-as-text',
  category: 'wrong-types',
  mutation: 'body.id is its value as a string: "1042"',
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4010/plants',
    headers: [['Content-Type', 'application/json']],
    body: '{"name":"Boston fern","id":"1042"}',
  },
  response: { status: 200, headers: [['Content-Type', 'application/json']], body: '{"name":"Boston fern"}' },
  curl: `curl -i -X POST "http://127.0.0.1:4010/plants" --data-binary '{"name":"Boston fern","id":"1042"}'`,
  replay: "plant-store replay 'createPlant/wrong-types/body.id-its-value-as-text' http://127.0.0.1:4010",
  reproduction: { reproduced: 3, attempts: 3, isUnreachable: false },
};

/** Nothing to reject, and nothing to refuse. */
export const noRejections = {
  invalidRequests: { responses: 0, rejected: 0 },
  invalidCredentials: { responses: 0, rejected: 0 },
} as const;

export function findingWith(changes: Partial<Finding> = {}): Finding {
  return {
    check: 'invalid-rejected',
    severity: 'error',
    title: 'An invalid request is accepted',
    subject: 'createPlant',
    expected: '400',
    received: 'status 200',
    responsePart: { in: 'status' },
    place: {
      file: 'spec/plant-store.yaml',
      line: 90,
      pointer: '/components/schemas/NewPlant/allOf/1/properties/id/type',
    },
    lineText: 'type: integer',
    why: 'What the contract forbids is stored.',
    fingerprint: 'invalid-rejected|createPlant|error|wrong-types body.id',
    similarCount: 0,
    ...changes,
  };
}

export function stageWith(changes: Partial<StageReport<Finding>> = {}): StageReport<Finding> {
  return {
    name: 'conformance',
    status: 'passed',
    summary: '208 cases',
    ms: 1234,
    attemptedChecks: [],
    findings: [],
    notes: [],
    unattempted: [],
    ...changes,
  };
}

/** Of a conformance stage. */
export function runOf(changes: Partial<ConformanceRun> = {}): ConformanceRun {
  return {
    seed: 1,
    cases: 1,
    requests: 1,
    selectedCategories: [],
    randomCases: 100,
    rows: [],
    unchecked: [],
    contractGaps: [],
    deletedRecords: [],
    ...changes,
  };
}

export function reportWith(stages: readonly StageReport<Finding>[], unattempted: readonly string[] = []): Report {
  return createReport({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    startedAt: new Date(),
    stages,
    strict: false,
    additionalUnattempted: unattempted,
  });
}
