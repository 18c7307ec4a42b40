/** A certificate: issued when, and only when, every required row of a run was attempted and passed. */
import { printedJson } from '../../text.ts';
import { isToldElsewhere } from '../finding/finding.ts';
import type { ReportFile } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { coverageSums, familiesOf, operationsOf } from './counts.ts';
import { CERTIFICATE_VERSION, type Certificate, type Certified } from './data.ts';
import { digestOf } from './digest.ts';
import { type JudgedRun, judgedRun, obstaclesOf } from './obstacles.ts';
import { SIGNATURE, statementOf } from './statement.ts';
import { zooFigures } from './zoo.ts';

/** Or, in words, why there is none. */
export type Issued =
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
