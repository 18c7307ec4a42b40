/** From findings to the one verdict and its exit code. */
import { type Finding, isDuplicate } from '../finding/finding.ts';
import type { Shard, Verdict } from '../report/report.ts';
import type { ToldFinding } from '../report/stage-report.ts';
import { pluralize } from '../report/text-format.ts';

export interface VerdictInput {
  readonly findings: readonly (Finding & Pick<ToldFinding, 'waived'>)[];
  /** Advice fails too. */
  readonly strict: boolean;
  /** Required parts that were not attempted, in words. */
  readonly unattempted: readonly string[];
  /** Parts of a split run whose report is not there, in words: whatever the others say, the run is not over. */
  readonly missing?: readonly string[];
  /** A part of a run, which says nothing of the rest. */
  readonly shard?: Shard;
}

/** A fault is a fault whatever else could not be tried; without one, what was not tried keeps the verdict open. */
export function computeVerdict(input: VerdictInput): Verdict {
  const verdict = runVerdict(input);
  const { shard } = input;
  if (shard === undefined) return verdict;
  return { ...verdict, sentence: `shard ${shard.index} of ${shard.of}: ${verdict.sentence}` };
}

function runVerdict({ findings: allFindings, strict, unattempted, missing = [] }: VerdictInput): Verdict {
  const reported = allFindings.filter((finding) => !isDuplicate(finding));
  const findings = reported.filter(({ waived }) => waived === undefined);
  const waived = reported.length - findings.length;
  const errors = findings.filter(({ severity }) => severity === 'fault').length;
  const warnings = findings.length - errors;
  const counts = `${pluralize(errors, 'fault')}, ${warnings} advice${waived === 0 ? '' : `, ${waived} waived`}`;
  if (missing.length > 0) {
    const sentence = `could not judge all: ${joinFirst(missing)}; so far ${counts}`;
    return { kind: 'could not judge', exitCode: 2, sentence };
  }
  if (errors > 0) return { kind: 'breaks the contract', exitCode: 1, sentence: `breaks the contract: ${counts}` };
  if (strict && warnings > 0) {
    return {
      kind: 'breaks the contract',
      exitCode: 1,
      sentence: `breaks the contract (--strict): ${counts}`,
    };
  }
  if (unattempted.length > 0) {
    return {
      kind: 'could not judge',
      exitCode: 2,
      sentence: `could not judge all: ${joinFirst(unattempted)}`,
    };
  }
  return {
    kind: 'conforms',
    exitCode: 0,
    sentence: reported.length > 0 ? `conforms: ${counts}` : 'conforms: no findings',
  };
}

const MAX_NAMED = 5;

/** One missing provider state may keep hundreds of interactions from being judged; the notes name them all. */
function joinFirst(unattempted: readonly string[]): string {
  const rest = unattempted.length - MAX_NAMED;
  return [...unattempted.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
