/** A certificate: issued when, and only when, every required row of a run was attempted and passed; written beside its report. */
import { createHash } from 'node:crypto';
import { KitError } from '../../errors.ts';
import { writeWhole } from '../../spec/files/whole-file.ts';
import { toJson } from '../../spec/json/copies.ts';
import { canonicalText } from '../../spec/json/exact-json.ts';
import { printedJson } from '../../text.ts';
import { isToldElsewhere } from '../finding/finding.ts';
import { type ReportFile, readReportFile } from '../report/read.ts';
import type { OperationData, Report } from '../report/report.ts';
import type { ConformanceRun, Row, StageReport } from '../report/stage.ts';
import { count } from '../report/words.ts';
import {
  CERTIFICATE_VERSION,
  type Certificate,
  type Certified,
  type CoverageSum,
  type FamilyCount,
  type ZooFigures,
} from './data.ts';
import { type JudgedRun, judgedRun, obstaclesOf } from './obstacles.ts';
import figures from './zoo-figures.json' with { type: 'json' };

/** A certificate or, in words, why there is none. */
type Issued =
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'none'; readonly obstacles: readonly string[] };

/** The same for the same report, whoever asks and whenever. */
export function certificateOf({ report, sha256 }: ReportFile): Issued {
  const obstacles = obstaclesOf(report);
  const judged = judgedRun(report);
  if (obstacles.length > 0 || judged === undefined) return { kind: 'none', obstacles };
  const certified = certifiedOf(report, judged, sha256);
  return { kind: 'certificate', certificate: { ...certified, digest: digestOf(certified) } };
}

/** As it stands in the file. */
export function certificateText(certificate: Certificate): string {
  return printedJson(certificate);
}

/** Where the report is, and where its certificate goes. */
interface CertificateFiles {
  readonly reportFile: string;
  readonly certificateFile: string;
}

/**
 * Made of the bytes that were written, so that it is about the file that people get. Where there is none, nothing is
 * written. Throws `file-unwritable`.
 */
export async function writeCertificate({ reportFile, certificateFile }: CertificateFiles): Promise<Issued> {
  const issued = await issuedFor(reportFile);
  if (issued.kind === 'none') return issued;
  await writeWhole(certificateFile, certificateText(issued.certificate));
  return issued;
}

/** A report that is too large to be read back has its verdict all the same. */
async function issuedFor(reportFile: string): Promise<Issued> {
  try {
    return certificateOf(await readReportFile(reportFile));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { kind: 'none', obstacles: [`the report cannot be read back: ${error.detail}`] };
  }
}

function certifiedOf(report: Report, { stage, run }: JudgedRun, sha256: string): Certified {
  const { kit, contract, target, targetKind, startedAt, finishedAt, strict, stages, waivers } = report;
  const counts = findingCounts(report);
  return {
    certificateVersion: CERTIFICATE_VERSION,
    statement: statementOf({ contract, stages, target, targetKind, ...counts }),
    signature: SIGNATURE,
    kit: { name: kit.name, version: kit.version, zoo: zooFigures },
    contract: contractOf(report),
    target,
    targetKind,
    seed: run.seed,
    startedAt,
    finishedAt,
    strict,
    stages: stages.map(({ name, status, summary }) => ({ name, status, summary })),
    cases: run.cases,
    requests: run.requests,
    families: familiesOf(run.rows),
    operations: operationsOf(contract.operations, run),
    coverage: coverageSums(stage),
    ...counts,
    waivers: waivers.map(({ id, reason, expires, state }) => ({ id, reason, expires, state })),
    report: { sha256 },
  };
}

function contractOf({ contract }: Report): Certified['contract'] {
  const { title, version, openapi, sha256, files } = contract;
  return {
    title,
    version,
    openapi,
    sha256,
    files: files.map((one) => ({ file: one.file, sha256: one.sha256 })),
  };
}

/** Of those that are told. */
function findingCounts({ stages }: Report): Pick<Certified, 'advice' | 'waived'> {
  const told = stages.flatMap(({ findings }) => findings).filter((finding) => !isToldElsewhere(finding));
  const counting = told.filter(({ waived }) => waived === undefined);
  return {
    advice: counting.filter(({ severity }) => severity === 'advice').length,
    waived: told.length - counting.length,
  };
}

/** Of each operation of the contract, whatever was tried of it. */
function operationsOf(
  operations: readonly OperationData[],
  { rows }: ConformanceRun,
): Certified['operations'] {
  return operations.map(({ id, method, path }) => ({
    id,
    method,
    path,
    families: familiesOf(rows.filter(({ operation }) => operation === id)),
  }));
}

/** Rows of one family are one, in the order of their first. */
function familiesOf(rows: readonly Row[]): readonly FamilyCount[] {
  const groups = Map.groupBy(rows, ({ family }) => family);
  return [...groups].map(([family, own]) => ({
    family,
    cases: sum(own.map(({ cases }) => cases)),
    faults: sum(own.map(({ faults }) => faults)),
    advice: sum(own.map(({ advice }) => advice)),
  }));
}

/** Of all operations, by kind. */
function coverageSums({ coverage }: StageReport): readonly CoverageSum[] {
  const all = (coverage?.operations ?? []).flatMap(({ groups }) => groups);
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, groups]) => {
    const items = groups.flatMap((group) => group.items);
    const covered = items.filter(({ missing }) => missing.length === 0).length;
    return { kind, covered, of: items.length };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** What the words of a certificate are made of. */
interface StatementInput extends Pick<Report, 'contract' | 'stages' | 'target' | 'targetKind'> {
  readonly advice: number;
  readonly waived: number;
}

/** A certificate in words; what keeps it from being more than it is comes first. */
function statementOf({ contract, stages, target, targetKind, advice, waived }: StatementInput): string {
  const { unsupported = [] } = contract;
  const passed = stages.filter(({ status }) => status === 'passed').map(({ name }) => name);
  const exception = waived === 0 ? '' : `, but for ${count(waived, 'known finding')} that the waivers name`;
  return [
    ...(targetKind === 'fake store' ? [ofTheFakeStore] : []),
    ...(isOfParts(target) ? ['Each of these was judged in part, all of them together in full.'] : []),
    `${target} keeps the contract ${contract.title} ${contract.version}${exception}, as far as this kit can see from outside.`,
    `Of ${count(contract.operations.length, 'operation')} every family of cases that applies was tried, and every required row passed: ${passed.join(', ')}.`,
    ...(unsupported.length > 0
      ? [
          `Not judged, since this kit does not act upon it: ${count(unsupported.length, 'place')} of the document, which the report lists.`,
        ]
      : []),
    ...(advice > 0 ? [`Advice that fails nothing: ${advice}.`] : []),
  ].join(' ');
}

/** Shards of a run may have gone to several addresses. */
function isOfParts(target: string): boolean {
  return target.includes(', ');
}

export const ofTheFakeStore =
  "The target is the kit's own fake store: this says nothing of any implementation.";

const SIGNATURE =
  'none: the digest shows a change by accident, not who issued this; to prove that, sign the file, such as with cosign sign-blob, minisign or a GitHub artifact attestation';

/** Of all but the digest itself, whatever the order of its keys and its white space; hexadecimal. */
export function digestOf(certificate: object): string {
  const rest = Object.entries(certificate).filter(([key]) => key !== 'digest');
  return createHash('sha256')
    .update(canonicalText(toJson(Object.fromEntries(rest))))
    .digest('hex');
}

/** Of this version of the kit. */
export const zooFigures: ZooFigures = figures;
