/** Makes a report: the stages of a run in, the waivers applied, the verdict given, the whole report out. */
import { createHash } from 'node:crypto';
import { kitVersion } from '../../spec/kit.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { defaultDraws } from '../conformance/cases/family.ts';
import { type Finding, findingId } from '../finding/finding.ts';
import { quoteOf } from '../finding/quote.ts';
import {
  type ContractData,
  REPORT_VERSION,
  type Report,
  type Shard,
  type TargetKind,
  type Waiver,
} from '../report/report.ts';
import type { ConformanceRun, StageReport } from '../report/stage.ts';
import { applyWaivers } from '../waivers/apply.ts';
import { verdictOf } from './verdict.ts';

/** A run, when it is over. */
export interface ReportInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly startedAt: Date;
  readonly stages: readonly StageReport<Finding>[];
  readonly strict: boolean;
  readonly shard?: Shard | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
  /** Beyond what the stages say. */
  readonly unattempted?: readonly string[] | undefined;
}

/** Of the stages that there were. */
export function reportOf(input: ReportInput): Report {
  const { contract, baseUrl, targetKind, startedAt, shard } = input;
  return concluded({
    contract: contractData(contract),
    target: baseUrl,
    targetKind,
    startedAt: startedAt.toISOString(),
    strict: input.strict,
    ...(shard === undefined ? {} : { shard }),
    missing: [],
    stages: input.stages.map((stage) => told(stage, contract)),
    waivers: input.waivers ?? [],
    unattempted: input.unattempted ?? [],
  });
}

/** All of a report but what follows from the rest. */
export interface ReportBasis
  extends Omit<Report, 'reportVersion' | 'kit' | 'finishedAt' | 'verdict' | 'waivers' | 'unattempted'> {
  /** Now, unless it is told. */
  readonly finishedAt?: string;
  readonly waivers: readonly Waiver[];
  /** Beyond what the stages say. */
  readonly unattempted: readonly string[];
  /** Parts of a split run whose report is not there, in words. */
  readonly missing: readonly string[];
}

/** The waivers applied, and the verdict. */
export function concluded({ waivers, unattempted: beyond, missing, ...basis }: ReportBasis): Report {
  const now = new Date().toISOString();
  const { stages, uses } = applyWaivers({
    stages: basis.stages,
    waivers,
    isWhole: missing.length === 0 && beyond.length === 0 && isWhole(basis),
    today: now.slice(0, 10),
  });
  const findings = stages.flatMap((stage) => stage.findings);
  const unattempted = [...beyond, ...stages.flatMap(unattemptedIn), ...missing];
  return {
    reportVersion: REPORT_VERSION,
    kit: { name: 'plant-store', version: kitVersion() },
    ...basis,
    finishedAt: basis.finishedAt ?? now,
    unattempted,
    stages,
    waivers: uses,
    verdict: verdictOf({ ...basis, findings, unattempted, missing }),
  };
}

/** A stage that was not run keeps the verdict open, also where it does not say what is missing. */
function unattemptedIn({ name, status, summary, unattempted }: StageReport): readonly string[] {
  return status === 'not run' && unattempted.length === 0 ? [`${name}: not run: ${summary}`] : unattempted;
}

/** Nothing was left out on purpose or by chance. */
function isWhole({ stages, shard }: Pick<Report, 'stages' | 'shard'>): boolean {
  return (
    shard === undefined &&
    stages.every(
      ({ unattempted, asked, run }) => unattempted.length === 0 && asked === undefined && isWholeRun(run),
    )
  );
}

function isWholeRun(run: ConformanceRun | undefined): boolean {
  if (run === undefined) return true;
  const { only, scope, drawn } = run;
  if (drawn < defaultDraws.cases) return false;
  return only.length === 0 && (scope === undefined || scope.operations.length + scope.cut.length === 0);
}

/** Every finding with its id and, where it is about the contract, with the part of the line that it is about. */
function told(stage: StageReport<Finding>, contract: Contract): StageReport {
  const findings = stage.findings.map((finding) => {
    const { place, quote } = finding;
    const isQuotable = quote === undefined && contract.sources.has(place.file);
    const quoted = isQuotable ? { quote: quoteOf(contract, place, []) } : {};
    return { id: findingId(finding), ...finding, ...quoted };
  });
  return { ...stage, findings };
}

function contractData(contract: Contract): ContractData {
  const { file, sha256, title, version, openapi, sources, operations, unsupported = [] } = contract;
  const files = [...sources].map(([name, text]) => ({
    file: name,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  return {
    file,
    sha256,
    title,
    version,
    openapi,
    files,
    operations: operations.map(({ id, method, path, place }) => ({ id, method, path, place })),
    unsupported: unsupported.map(({ operation, ...one }) => ({
      ...one,
      ...(operation !== undefined && { within: operation }),
    })),
  };
}
