/** Reports of runs that can be certified, and changed copies for the tests. */
import { createHash } from 'node:crypto';
import { issueCertificate } from '../../contracts/certificate/issue-certificate.ts';
import { checks } from '../../contracts/conformance/checks/index.ts';
import { conformanceStage } from '../../contracts/conformance/conformance-stage.ts';
import { createCoverage } from '../../contracts/conformance/coverage/index.ts';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { findingId } from '../../contracts/finding/finding.ts';
import { isReport, type LoadedReport, reportSchemaError } from '../../contracts/report/read-report.ts';
import type { Report } from '../../contracts/report/report.ts';
import { createReport, type ReportInput } from '../../contracts/verdict/create-report.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../spec/json/exact-json.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { findingWith, stageWith } from '../report/support.ts';
import { waiverWith } from '../waivers/support.ts';

export const waivedError = findingWith();
export const waivedId = findingId(waivedError);
const warning = findingWith({ check: 'status-declared', severity: 'warning', fingerprint: 'warning' });

const result: RunResult = {
  rows: [
    { operation: 'createPlant', category: 'authentication', cases: 106, errors: 0, warnings: 0 },
    { operation: 'createPlant', category: 'wrong-types', cases: 35, errors: 1, warnings: 1 },
  ],
  checkCounts: checks.map(({ id }) => ({ operation: 'createPlant', check: id, exchanges: 41 })),
  findings: [waivedError, warning],
  unchecked: [],
  contractGaps: [],
  deletedRecords: [],
  coverage: createCoverage(plantStoreContract).read(),
  seed: 7,
  selectedCategories: [],
  randomCases: 100,
  cases: 141,
  requests: 150,
  ms: 99.6,
};

/** One waived error and one warning. */
export function certifiableReport(changes: Partial<RunResult> = {}, input: Partial<ReportInput> = {}): Report {
  return createReport({
    contract: plantStoreContract,
    baseUrl: 'http://127.0.0.1:4010',
    targetKind: 'implementation',
    startedAt: new Date(),
    stages: [
      stageWith({
        name: 'contract lint',
        attemptedChecks: [{ subject: 'Plant Store', check: 'example-valid', count: 1 }],
      }),
      conformanceStage(plantStoreContract, { ...result, ...changes }),
    ],
    strict: false,
    waivers: [waiverWith({ id: waivedId, expires: '9999-12-31' })],
    ...input,
  });
}

/** As it is read back from its file. */
export function asReportFile(report: object): LoadedReport {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const value: unknown = JSON.parse(text);
  if (!isReport(value)) throw new Error(reportSchemaError(value));
  return { report: value, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Why none is issued. */
export function obstacles(report: object): readonly string[] {
  const issued = issueCertificate(asReportFile(report));
  return issued.kind === 'none' ? issued.obstacles : [];
}

/** Of a report that can be certified. */
export function issueAsJson(report: object): JsonObject {
  const issued = issueCertificate(asReportFile(report));
  const parsed = parseJson(JSON.stringify(issued.kind === 'none' ? issued.obstacles : issued.certificate));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(JSON.stringify(issued));
  return parsed.value;
}
