/** The result of a run as data: the JSON report, from which the other formats are rendered. */
import type { Place } from '../../spec/model/contract.ts';
import type { ChosenSeverity } from '../finding/chosen-severities.ts';
import { type Finding, findingId } from '../finding/finding.ts';
import type { UsedHooks } from '../hooks/hook-run.ts';
import type { FailOn } from '../options/fail-on.ts';
import type { AppliedWaiver, StageReport } from './stage-report.ts';

/**
 * Increased when a field changes its meaning, becomes optional or is removed, or when an enumeration gets a new value.
 * Adding a field does not change it.
 */
export const REPORT_VERSION = 3;

/** The JSON report. */
export interface Report {
  readonly reportVersion: number;
  readonly kit: { readonly name: 'plant-store'; readonly version: string };
  readonly contract: ReportedContract;
  /** What was verified: a base URL, or files. */
  readonly target: string;
  /** `mock server`: the kit's mock server, used if no base URL is given. */
  readonly targetKind: TargetKind;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Warnings fail the run too. */
  readonly strict: boolean;
  /** Which findings make the exit code 1; errors if it is not set. */
  readonly failOn?: FailOn;
  /** Checks with another severity than their own. */
  readonly severities?: readonly ChosenSeverity[];
  /** The hooks of the user that took part. */
  readonly hooks?: UsedHooks;
  /** Set for a run of the command line. */
  readonly rerun?: RerunOptions;
  /** Set for one part of a split run; `merge` joins the parts. */
  readonly shard?: Shard;
  readonly verdict: Verdict;
  /**
   * Required parts that were not attempted, of all stages and of the run itself, as text; with any, the run does not
   * pass.
   */
  readonly unattempted: readonly string[];
  readonly stages: readonly StageReport[];
  /** All given waivers, and the effect of each. */
  readonly waivers: readonly WaiverUse[];
}

/** The options that a command needs to repeat the run, in addition to the document, the seed and the credentials. */
export interface RerunOptions {
  readonly options: readonly GivenOption[];
  /** Without options that may contain secrets. */
  readonly isComplete: boolean;
}

/** By name, without the dashes; true for an option without a value. */
export type GivenOption = readonly [name: string, value: string | true];

export type TargetKind = 'implementation' | 'mock server' | 'files';

/** What was verified, as text; the kit's mock server is named as such. */
export function targetText({ target, targetKind }: Report): string {
  return targetKind === 'mock server' ? 'the mock server of the kit' : target;
}

/** The result of a run. The exit code follows from the kind, unless `failOn` names other findings. */
export interface Verdict {
  readonly kind: 'conforms' | 'does not conform' | 'inconclusive';
  readonly exitCode: 0 | 1 | 2;
  /** `does not conform: 2 errors, 1 warning` */
  readonly summary: string;
}

/** The contract that was verified against. */
export interface ReportedContract {
  readonly file: string;
  /** SHA-256 of the bytes of the main document, hexadecimal. */
  readonly sha256: string;
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  /** Every file that the contract was read from, including the main document. */
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  readonly operations: readonly ReportedOperation[];
  /** Parts of the contract that the kit does not support. */
  readonly unsupported?: readonly UnsupportedPart[];
  /** What is not valid OpenAPI, and what was read in its place or left out; absent if nothing was repaired. */
  readonly repaired?: readonly UnsupportedPart[];
}

/** A part of the contract that has no effect, or another one than it says. */
export interface UnsupportedPart {
  readonly place: Place;
  readonly description: string;
  readonly effect: string;
  /** The id of the operation that it belongs to, if it belongs to exactly one. */
  readonly operation?: string;
}

/** One operation of the contract. */
export interface ReportedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags?: readonly string[];
  readonly place: Place;
}

/** One entry of a waivers file. */
export interface Waiver {
  /** The id of exactly one finding, as reports show it, so that a waiver hides no new finding; for a pattern its text. */
  readonly id: string;
  /** Set if it covers all findings of a check or of operations, also those that come later. */
  readonly pattern?: WaiverPattern;
  readonly reason: string;
  /** The last day on which it is valid, UTC: `2027-01-31`. */
  readonly expires: string;
  /** The place in the waivers file. */
  readonly place: Place;
  /** The text of that line. */
  readonly lineText: string;
}

/** Findings of a check in operations. */
export interface WaiverPattern {
  /** The id of a check, or `*` for all. */
  readonly check: string;
  /** Written as for `--include`; `*` for all. */
  readonly operations: string;
}

/** A waiver, and its effect in a run. */
export interface WaiverUse extends Waiver {
  /**
   * `stale`: no finding matches; `expired`: its last day has passed, and the finding counts again; `not checked`: no
   * finding matches, but the run did not try everything that could have shown one.
   */
  readonly state: 'used' | 'stale' | 'expired' | 'not checked';
}

/** Part `index`, from 1, of `of` parts. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `shard 2 of 3 is missing` */
export function missingShardText({ index, of }: Shard): string {
  return `shard ${index} of ${of} is missing`;
}

/** The missing shards that a report names. */
export function parseMissingShards(unattempted: readonly string[]): readonly Shard[] {
  return unattempted.flatMap((entry) => {
    const [, index, of] = /^shard (\d+) of (\d+) is missing$/.exec(entry) ?? [];
    return index === undefined ? [] : [{ index: Number(index), of: Number(of) }];
  });
}

/** The waiver that applies to a finding; undefined if the finding counts. */
export type WaiverLookup = (finding: Finding) => AppliedWaiver | undefined;

/** Looks waivers up in the report of the run, by the ids of the findings. */
export function waiverLookup({ stages }: Pick<Report, 'stages'>): WaiverLookup {
  const waived = new Map(
    stages.flatMap(({ findings }) =>
      findings.flatMap(({ id, waived: waiver }) => (waiver === undefined ? [] : [[id, waiver] as const])),
    ),
  );
  return (finding) => waived.get(findingId(finding));
}

/** Whether there are findings, and all of them are waived. */
export function areAllWaived(findings: readonly Finding[], findWaiver: WaiverLookup): boolean {
  return findings.length > 0 && findings.every((finding) => findWaiver(finding) !== undefined);
}
