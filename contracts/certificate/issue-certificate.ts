/**
 * Issues a certificate if, and only if, every required part of a run was attempted and passed; it is written next to
 * its report.
 */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import { formatJson } from '../../sanitize.ts';
import { writeFileAtomically } from '../../spec/files/atomic-write.ts';
import { toJson } from '../../spec/json/convert-json.ts';
import { canonicalJson } from '../../spec/json/exact-json.ts';
import { isDuplicate } from '../finding/finding.ts';
import { describeHooks } from '../report/hook-effects.ts';
import { type LoadedReport, readReportFile } from '../report/read-report.ts';
import type { Report, ReportedOperation } from '../report/report.ts';
import type { CategoryResult, ConformanceRun, FewRequests, StageReport } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';
import {
  type CategoryCount,
  CERTIFICATE_VERSION,
  type Certificate,
  type CertificateContent,
  type CoverageSum,
  type ZooFigures,
} from './certificate-model.ts';
import { type CheckedRun, findCheckedRun, findObstacles } from './obstacles.ts';
import figures from './zoo-figures.json' with { type: 'json' };

/** A certificate, or the reasons why there is none. */
type CertificateResult =
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'none'; readonly obstacles: readonly string[] };

/** Deterministic: the same report always gives the same certificate. */
export function issueCertificate({ report, sha256 }: LoadedReport): CertificateResult {
  const obstacles = findObstacles(report);
  const checkedRun = findCheckedRun(report);
  if (obstacles.length > 0 || checkedRun === undefined) return { kind: 'none', obstacles };
  const content = certificateContent(report, checkedRun, sha256);
  return { kind: 'certificate', certificate: { ...content, digest: computeDigest(content) } };
}

/** The content of the certificate file. */
export function certificateText(certificate: Certificate): string {
  return formatJson(certificate);
}

/** The paths of the report and of its certificate. */
interface CertificateFiles {
  readonly reportFile: string;
  readonly certificateFile: string;
}

/**
 * Issued from the bytes on disk, so that the certificate is about the file that people get. Writes nothing if there are
 * obstacles. Throws `file-unwritable`.
 */
export async function writeCertificate({ reportFile, certificateFile }: CertificateFiles): Promise<CertificateResult> {
  const result = await issueFromFile(reportFile);
  if (result.kind === 'none') return result;
  await writeFileAtomically(certificateFile, certificateText(result.certificate));
  return result;
}

/** A report that is too large to be read back gets no certificate, but keeps its verdict. */
async function issueFromFile(reportFile: string): Promise<CertificateResult> {
  try {
    return issueCertificate(await readReportFile(reportFile));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { kind: 'none', obstacles: [`the written report cannot be read: ${error.detail}`] };
  }
}

function certificateContent(report: Report, { stage, run }: CheckedRun, sha256: string): CertificateContent {
  const { kit, contract, target, targetKind, startedAt, finishedAt, strict, stages, waivers, hooks } = report;
  const counts = findingCounts(report);
  return {
    certificateVersion: CERTIFICATE_VERSION,
    statement: statementText({
      contract,
      stages,
      target,
      targetKind,
      ...(hooks && { hooks }),
      warnings: counts.warnings,
      waived: counts.waived,
      fewRequests: run.fewRequests ?? [],
    }),
    signature: SIGNATURE,
    kit: { name: kit.name, version: kit.version, zoo: zooFigures },
    contract: certifiedContract(report),
    target,
    targetKind,
    ...(hooks && { hooks }),
    seed: run.seed,
    startedAt,
    finishedAt,
    strict,
    stages: stages.map(({ name, status, summary }) => ({ name, status, summary })),
    cases: run.cases,
    requests: run.requests,
    ...(run.fewRequests && { fewRequests: run.fewRequests }),
    categories: countByCategory(run.rows),
    operations: certifiedOperations(contract.operations, run),
    coverage: summarizeCoverage(stage),
    ...counts,
    waivers: waivers.map(({ id, reason, expires, state }) => ({ id, reason, expires, state })),
    report: { sha256 },
  };
}

function certifiedContract({ contract }: Report): CertificateContent['contract'] {
  const { title, version, openapi, sha256, files } = contract;
  return {
    title,
    version,
    openapi,
    sha256,
    files: files.map((file) => ({ file: file.file, sha256: file.sha256 })),
  };
}

/** Counts the reported findings, without duplicates. */
function findingCounts({ stages }: Report): Pick<CertificateContent, 'warnings' | 'waived'> {
  const reported = stages.flatMap(({ findings }) => findings).filter((finding) => !isDuplicate(finding));
  const active = reported.filter(({ waived }) => waived === undefined);
  return {
    warnings: active.filter(({ severity }) => severity === 'warning').length,
    waived: reported.length - active.length,
  };
}

/** Every operation of the contract, also those without cases. */
function certifiedOperations(
  operations: readonly ReportedOperation[],
  { rows }: ConformanceRun,
): CertificateContent['operations'] {
  return operations.map(({ id, method, path }) => ({
    id,
    method,
    path,
    categories: countByCategory(rows.filter(({ operation }) => operation === id)),
  }));
}

/** Sums the rows of each test category, in the order of first appearance. */
function countByCategory(rows: readonly CategoryResult[]): readonly CategoryCount[] {
  const groups = Map.groupBy(rows, ({ category }) => category);
  return [...groups].map(([category, categoryRows]) => ({
    category,
    cases: sum(categoryRows.map(({ cases }) => cases)),
    errors: sum(categoryRows.map(({ errors }) => errors)),
    warnings: sum(categoryRows.map(({ warnings }) => warnings)),
  }));
}

/** Sums the coverage of all operations by kind. */
function summarizeCoverage({ coverage }: StageReport): readonly CoverageSum[] {
  const all = (coverage?.operations ?? []).flatMap(({ groups }) => groups);
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, groups]) => {
    const items = groups.flatMap((group) => group.items);
    const covered = items.filter(({ missing }) => missing.length === 0).length;
    return { kind, covered, total: items.length };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What the statement is written from. */
interface StatementInput extends Pick<Report, 'contract' | 'stages' | 'target' | 'targetKind' | 'hooks'> {
  readonly warnings: number;
  readonly waived: number;
  readonly fewRequests: readonly FewRequests[];
}

/** The statement; limitations that weaken it come first. */
function statementText(input: StatementInput): string {
  const { contract, stages, target, targetKind, hooks, warnings, waived, fewRequests } = input;
  const { unsupported = [], repaired = [] } = contract;
  const passed = stages.filter(({ status }) => status === 'passed').map(({ name }) => name);
  const exception = waived === 0 ? '' : `, except for ${pluralize(waived, 'waived finding')}`;
  return [
    ...(targetKind === 'mock server' ? [mockServerNotice] : []),
    ...(hasSeveralTargets(target) ? ['Each target was checked in part. Together, the checks are complete.'] : []),
    `${target} conforms to the contract ${contract.title} ${contract.version}${exception}, as far as black-box tests can show.`,
    `All applicable test categories were run for ${pluralize(contract.operations.length, 'operation')}, the responses showed what the sequences and list queries have to show, and all required stages passed: ${passed.join(', ')}.`,
    ...(hooks === undefined ? [] : [`The run used ${describeHooks(hooks)}.`]),
    ...(fewRequests.length > 0
      ? [
          `Because of their effects, these operations deliberately got few requests, and not all categories: ${fewRequests.map(({ operation, requests }) => `${operation} (${requests})`).join(', ')}.`,
        ]
      : []),
    ...(unsupported.length > 0
      ? [
          `Not checked, because the kit does not support it: ${pluralize(unsupported.length, 'place')} in the document, listed in the report.`,
        ]
      : []),
    ...(repaired.length > 0
      ? [
          `The document is not valid OpenAPI, and was repaired in ${pluralize(repaired.length, 'place')}, listed in the report.`,
        ]
      : []),
    ...(warnings > 0 ? [`Warnings: ${warnings}.`] : []),
  ].join(' ');
}

/** The shards of a run may have been sent to different addresses. */
function hasSeveralTargets(target: string): boolean {
  return target.includes(', ');
}

export const mockServerNotice = "The target is the kit's own mock server, so this certifies no implementation.";

const SIGNATURE =
  'none: the digest detects accidental changes, but does not prove who issued the certificate; to prove that, sign the file, for example with cosign sign-blob, minisign or a GitHub artifact attestation';

/** SHA-256 of everything except the digest itself, independent of key order and white space; hexadecimal. */
export function computeDigest(certificate: object): string {
  const rest = Object.entries(certificate).filter(([key]) => key !== 'digest');
  return createHash('sha256')
    .update(canonicalJson(toJson(Object.fromEntries(rest))))
    .digest('hex');
}

/** Of this version of the kit. */
export const zooFigures: ZooFigures = figures;
