/**
 * `plant-store/pact`: Pact from a program. Pacts that the tests of a consumer wrote are compared with the contract, and
 * an implementation is verified with them.
 *
 *     const report = await comparePacts({ pacts: ['pacts'], spec: 'openapi.yaml' });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/given.ts';
export type { RecordingSummary } from '../../pact/record/summary.ts';
export { type ReportFiles, writeReport } from '../../render/report-files.ts';
export { reportText } from '../../render/text/report-text.ts';
export type { ReportFormat } from '../../render/write.ts';
export type { Report } from '../../report/report.ts';
export { type ComparePactsOptions, comparePacts } from './compare.ts';
export { type RecordedPact, type RecordOptions, recordPact } from './record.ts';
export { type VerifyPactsOptions, verifyPacts } from './verify.ts';
