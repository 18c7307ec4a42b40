/** Computes the verdict and its exit code from the findings. */
import { type Finding, isDuplicate } from '../finding/finding.ts';
import type { FailOn } from '../options/fail-on.ts';
import { isSecurityCheck } from '../report/importance.ts';
import type { Shard, Verdict } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';

export interface VerdictInput {
  readonly findings: readonly (Finding & Pick<ReportedFinding, 'waived'>)[];
  /** Warnings fail the run too. */
  readonly strict: boolean;
  /** Default: `error`. */
  readonly failOn?: FailOn | undefined;
  /** Whether a waiver holds the finding, also an expired one. */
  readonly isKnown?: (finding: Finding) => boolean;
  /** Descriptions of required parts that were not attempted. */
  readonly unattempted: readonly string[];
  /**
   * Descriptions of the shards whose reports are missing. The run is then incomplete, whatever the other shards found.
   */
  readonly missing?: readonly string[];
  /** The number of unattempted parts that a waiver accepts. */
  readonly waivedParts?: number;
  /** Set if the report is of one shard, which says nothing about the others. */
  readonly shard?: Shard;
}

/**
 * An error fails the run whatever could not be tried; without errors, parts that were not attempted make the verdict
 * inconclusive.
 */
export function computeVerdict(input: VerdictInput): Verdict {
  const verdict = runVerdict(input);
  const { shard } = input;
  if (shard === undefined) return verdict;
  return { ...verdict, summary: `shard ${shard.index} of ${shard.of}: ${verdict.summary}` };
}

function runVerdict(input: VerdictInput): Verdict {
  const { findings: allFindings, unattempted, missing = [] } = input;
  const reported = allFindings.filter((finding) => !isDuplicate(finding));
  const findings = reported.filter(({ waived }) => waived === undefined);
  const counts = countText(findings, { waived: reported.length - findings.length, ...input });
  if (missing.length > 0) {
    return { kind: 'inconclusive', exitCode: 2, summary: `inconclusive: ${joinFirst(missing)}; so far ${counts}` };
  }
  const violations = findings.filter((finding) => isViolation(finding, input));
  if (violations.length > 0) return nonConformance(violations, counts, input);
  if (unattempted.length > 0) {
    return {
      kind: 'inconclusive',
      exitCode: 2,
      summary: `inconclusive: ${joinFirst(unattempted)}`,
    };
  }
  const isClean = reported.length === 0 && (input.waivedParts ?? 0) === 0;
  return { kind: 'conforms', exitCode: 0, summary: isClean ? 'conforms: no findings' : `conforms: ${counts}` };
}

type CountedFinding = VerdictInput['findings'][number];

interface OtherCounts extends Pick<VerdictInput, 'waivedParts'> {
  /** The number of waived findings. */
  readonly waived: number;
}

function countText(findings: readonly CountedFinding[], { waived, waivedParts = 0 }: OtherCounts): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return [
    pluralize(errors, 'error'),
    pluralize(findings.length - errors, 'warning'),
    ...(waived === 0 ? [] : [`${waived} waived`]),
    ...(waivedParts === 0 ? [] : [`${waivedParts} not tested, as waived`]),
  ].join(', ');
}

/** Errors, and with --strict also warnings. */
function isViolation({ severity }: CountedFinding, { strict, failOn }: VerdictInput): boolean {
  return severity === 'error' || strict || failOn === 'warning';
}

/** The implementation does not conform in any case; `failOn` decides on the exit code. */
function nonConformance(violations: readonly CountedFinding[], counts: string, input: VerdictInput): Verdict {
  const { failOn = 'error', unattempted } = input;
  const kind = 'does not conform';
  if (violations.some((finding) => isFailing(finding, input))) {
    const option = failOn === 'warning' ? '--fail-on warning' : '--strict';
    const isOnlyStrict = violations.every(({ severity }) => severity === 'warning');
    return { kind, exitCode: 1, summary: `${kind}${isOnlyStrict ? ` (${option})` : ''}: ${counts}` };
  }
  const tolerated = `${kind}: ${counts}, none of which fails the run (--fail-on ${failOn})`;
  return unattempted.length === 0
    ? { kind, exitCode: 0, summary: tolerated }
    : { kind, exitCode: 2, summary: `${tolerated}; not everything was tested: ${joinFirst(unattempted)}` };
}

function isFailing(finding: CountedFinding, { failOn = 'error', isKnown = () => false }: VerdictInput): boolean {
  if (failOn === 'security') return isSecurityCheck(finding.check);
  return failOn !== 'new' || !isKnown(finding);
}

const MAX_NAMED = 5;

/** One missing provider state can prevent hundreds of interactions from being checked; the notes list all of them. */
function joinFirst(unattempted: readonly string[]): string {
  const rest = unattempted.length - MAX_NAMED;
  return [...unattempted.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
