/** Creates the report of a run: applies the waivers and computes the verdict. */
import { createHash } from 'node:crypto';
import { kitVersion } from '../../spec/kit.ts';
import type { Contract, Unsupported } from '../../spec/model/contract.ts';
import { defaultRandomOptions } from '../conformance/cases/test-category.ts';
import { type ChosenSeverities, isOff, withChosenSeverity } from '../finding/chosen-severities.ts';
import { type Finding, findingId } from '../finding/finding.ts';
import { sourceSnippet } from '../finding/source-snippet.ts';
import type { UsedHooks } from '../hooks/hook-run.ts';
import type { FailOn } from '../options/fail-on.ts';
import { describeHookEffects } from '../report/hook-effects.ts';
import {
  REPORT_VERSION,
  type Report,
  type ReportedContract,
  type RerunOptions,
  type Shard,
  type TargetKind,
  type UnsupportedPart,
  type Waiver,
} from '../report/report.ts';
import type { ConformanceRun, StageReport } from '../report/stage-report.ts';
import { applyWaivers, findWaivedParts } from '../waivers/apply-waivers.ts';
import { createKnownFindings } from '../waivers/match-waiver.ts';
import { computeVerdict } from './verdict.ts';

/** The results of a finished run. */
export interface ReportInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly targetKind: TargetKind;
  readonly startedAt: Date;
  readonly stages: readonly StageReport<Finding>[];
  readonly strict: boolean;
  readonly failOn?: FailOn | undefined;
  readonly severities?: ChosenSeverities | undefined;
  readonly shard?: Shard | undefined;
  readonly rerun?: RerunOptions | undefined;
  readonly hooks?: { readonly used: UsedHooks } | undefined;
  readonly waivers?: readonly Waiver[] | undefined;
  /** Parts that were not attempted, in addition to those of the stages. */
  readonly additionalUnattempted?: readonly string[] | undefined;
}

export function createReport(input: ReportInput): Report {
  const { contract, baseUrl, targetKind, startedAt, shard, rerun, hooks, failOn = 'error', severities = [] } = input;
  return completeReport({
    contract: reportedContract(contract),
    target: baseUrl,
    targetKind,
    startedAt: startedAt.toISOString(),
    strict: input.strict,
    ...(failOn !== 'error' && { failOn }),
    ...(severities.length > 0 && { severities }),
    ...(hooks && { hooks: hooks.used }),
    ...(rerun && { rerun }),
    ...(shard === undefined ? {} : { shard }),
    missingShards: [],
    stages: input.stages.map((stage) => toReportedStage(withSeverities(stage, severities), contract)),
    waivers: input.waivers ?? [],
    unattempted: input.additionalUnattempted ?? [],
  });
}

/** Everything in a report that cannot be computed from the rest. */
export interface ReportBasis
  extends Omit<Report, 'reportVersion' | 'kit' | 'finishedAt' | 'verdict' | 'waivers' | 'unattempted'> {
  /** Default: now. */
  readonly finishedAt?: string;
  readonly waivers: readonly Waiver[];
  /** Parts that were not attempted, in addition to those of the stages. */
  readonly unattempted: readonly string[];
  /** Descriptions of the shards whose reports are missing. */
  readonly missingShards: readonly string[];
}

/** Applies the waivers and computes the verdict. */
export function completeReport({ waivers, unattempted: additional, missingShards, ...content }: ReportBasis): Report {
  const now = new Date().toISOString();
  const { operations } = content.contract;
  const { stages, uses: waiverUses } = applyWaivers({
    stages: content.stages,
    ...{ waivers, operations },
    isComplete: missingShards.length === 0 && additional.length === 0 && isComplete(content),
    today: now.slice(0, 10),
  });
  const findings = stages.flatMap((stage) => stage.findings);
  const waivedParts = findWaivedParts(stages, waiverUses, operations);
  const attemptable = stages.flatMap(unattemptedParts).filter((part) => !waivedParts.has(part));
  const unattempted = [...additional, ...attemptable, ...missingShards];
  return {
    reportVersion: REPORT_VERSION,
    kit: { name: 'plant-store', version: kitVersion() },
    ...content,
    finishedAt: content.finishedAt ?? now,
    unattempted,
    stages,
    waivers: waiverUses,
    verdict: computeVerdict({
      ...content,
      ...{ findings, unattempted, missing: missingShards, waivedParts: waivedParts.size },
      isKnown: createKnownFindings(waivers, operations),
    }),
  };
}

/** A stage that was not run makes the verdict inconclusive, even if it does not list what is missing. */
function unattemptedParts({ name, status, summary, unattempted }: StageReport): readonly string[] {
  return status === 'not run' && unattempted.length === 0 ? [`${name}: not run: ${summary}`] : unattempted;
}

/** Whether nothing was left out, neither by options nor by failures. */
function isComplete({ stages, shard }: Pick<Report, 'stages' | 'shard'>): boolean {
  return (
    shard === undefined &&
    stages.every(
      ({ unattempted, selectedInteractions: selection, run }) =>
        unattempted.length === 0 && selection === undefined && isCompleteRun(run),
    )
  );
}

function isCompleteRun(run: ConformanceRun | undefined): boolean {
  if (run === undefined) return true;
  const { selectedCategories, scope, randomCases } = run;
  if (randomCases < defaultRandomOptions.caseCount) return false;
  return (
    selectedCategories.length === 0 &&
    describeHookEffects(run.hooks).length === 0 &&
    (scope === undefined || scope.operations.length + scope.truncatedOperations.length === 0)
  );
}

/** A check that is off counts as not attempted. */
function withSeverities(stage: StageReport<Finding>, severities: ChosenSeverities): StageReport<Finding> {
  if (severities.length === 0) return stage;
  const findings = stage.findings.flatMap((finding) => withChosenSeverity(finding, severities) ?? []);
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const wasRun = stage.status === 'passed' || stage.status === 'failed';
  return {
    ...stage,
    findings,
    ...(wasRun && { status: hasErrors ? 'failed' : 'passed' }),
    attemptedChecks: stage.attemptedChecks.map((one) =>
      isOff(one.check, severities) ? { ...one, count: 0, uncheckedReason: 'the check is off (--severity)' } : one,
    ),
  };
}

/** Adds to every finding its id and, if it points into the contract, the relevant part of the line. */
function toReportedStage(stage: StageReport<Finding>, contract: Contract): StageReport {
  const findings = stage.findings.map((finding) => {
    const { place, snippet: existingSnippet } = finding;
    const isQuotable = existingSnippet === undefined && contract.sources.has(place.file);
    const snippet = isQuotable ? { snippet: sourceSnippet(contract, place, []) } : {};
    return { id: findingId(finding), ...finding, ...snippet };
  });
  return { ...stage, findings };
}

function reportedContract(contract: Contract): ReportedContract {
  const { file, sha256, title, version, openapi, sources, operations, unsupported = [], repairs = [] } = contract;
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
    operations: operations.map(({ id, method, path, tags = [], place }) => ({
      ...{ id, method, path, place },
      ...(tags.length > 0 && { tags }),
    })),
    unsupported: unsupported.map(reportedPart),
    ...(repairs.length > 0 && { repaired: repairs.map(reportedPart) }),
  };
}

function reportedPart({ place, what, effect, operation }: Unsupported): UnsupportedPart {
  return { place, description: what, effect, ...(operation !== undefined && { operation }) };
}
