/** Computes the verdict and its exit code from the findings. */
import { type Finding, isDuplicate } from '../finding/finding.ts';
import type { Shard, Verdict } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';

export interface VerdictInput {
  readonly findings: readonly (Finding & Pick<ReportedFinding, 'waived'>)[];
  /** Warnings fail the run too. */
  readonly strict: boolean;
  /** Descriptions of required parts that were not attempted. */
  readonly unattempted: readonly string[];
  /**
   * Descriptions of the shards whose reports are missing. The run is then incomplete, whatever the other shards found.
   */
  readonly missing?: readonly string[];
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

function runVerdict({ findings: allFindings, strict, unattempted, missing = [] }: VerdictInput): Verdict {
  const reported = allFindings.filter((finding) => !isDuplicate(finding));
  const findings = reported.filter(({ waived }) => waived === undefined);
  const waived = reported.length - findings.length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const counts = `${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}${waived === 0 ? '' : `, ${waived} waived`}`;
  if (missing.length > 0) {
    return { kind: 'inconclusive', exitCode: 2, summary: `inconclusive: ${joinFirst(missing)}; so far ${counts}` };
  }
  if (errors > 0) return { kind: 'does not conform', exitCode: 1, summary: `does not conform: ${counts}` };
  if (strict && warnings > 0) {
    return {
      kind: 'does not conform',
      exitCode: 1,
      summary: `does not conform (--strict): ${counts}`,
    };
  }
  if (unattempted.length > 0) {
    return {
      kind: 'inconclusive',
      exitCode: 2,
      summary: `inconclusive: ${joinFirst(unattempted)}`,
    };
  }
  return {
    kind: 'conforms',
    exitCode: 0,
    summary: reported.length > 0 ? `conforms: ${counts}` : 'conforms: no findings',
  };
}

const MAX_NAMED = 5;

/** One missing provider state can prevent hundreds of interactions from being checked; the notes list all of them. */
function joinFirst(unattempted: readonly string[]): string {
  const rest = unattempted.length - MAX_NAMED;
  return [...unattempted.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
