/** From findings to the one verdict and its exit code. */
import { type Finding, isToldElsewhere } from '../finding/finding.ts';
import type { Shard, Verdict } from '../report/report.ts';
import type { ToldFinding } from '../report/stage.ts';
import { count } from '../report/words.ts';

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
export function verdictOf(input: VerdictInput): Verdict {
  const verdict = judged(input);
  const { shard } = input;
  if (shard === undefined) return verdict;
  return { ...verdict, sentence: `shard ${shard.index} of ${shard.of}: ${verdict.sentence}` };
}

function judged({ findings: all, strict, unattempted, missing = [] }: VerdictInput): Verdict {
  const told = all.filter((finding) => !isToldElsewhere(finding));
  const findings = told.filter(({ waived }) => waived === undefined);
  const waived = told.length - findings.length;
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const advice = findings.length - faults;
  const counts = `${count(faults, 'fault')}, ${advice} advice${waived === 0 ? '' : `, ${waived} waived`}`;
  if (missing.length > 0) {
    const sentence = `could not judge all: ${inShort(missing)}; so far ${counts}`;
    return { kind: 'could not judge', exitCode: 2, sentence };
  }
  if (faults > 0)
    return { kind: 'breaks the contract', exitCode: 1, sentence: `breaks the contract: ${counts}` };
  if (strict && advice > 0) {
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
      sentence: `could not judge all: ${inShort(unattempted)}`,
    };
  }
  return {
    kind: 'conforms',
    exitCode: 0,
    sentence: told.length > 0 ? `conforms: ${counts}` : 'conforms: no findings',
  };
}

const MOST_NAMED = 5;

/** One missing provider state may keep hundreds of interactions from being judged; the notes name them all. */
function inShort(unattempted: readonly string[]): string {
  const rest = unattempted.length - MOST_NAMED;
  return [...unattempted.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
