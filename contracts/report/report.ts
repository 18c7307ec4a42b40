/** What a run says, as data for machines: the JSON report, from which the other formats are made. */
import type { Place } from '../../spec/model/contract.ts';
import { type Finding, findingId } from '../finding/finding.ts';
import type { AppliedWaiver, StageReport } from './stage-report.ts';

/**
 * Raised when a field changes its meaning, is no longer always there, or goes, or when a list of allowed words grows;
 * fields may be added without.
 */
export const REPORT_VERSION = 2;

/** The JSON report. */
export interface Report {
  readonly reportVersion: number;
  readonly kit: { readonly name: 'plant-store'; readonly version: string };
  readonly contract: ReportedContract;
  /** What was judged: a base URL, or files. */
  readonly target: string;
  /** `fake store`: the kit's own, since no base URL was given. */
  readonly targetKind: TargetKind;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Advice fails too. */
  readonly strict: boolean;
  /** A part of a run, where it was split; `merge` joins the parts. */
  readonly shard?: Shard;
  readonly verdict: Verdict;
  /** Required parts that were not attempted, of all stages and beyond them, in words; with any, nothing passes. */
  readonly unattempted: readonly string[];
  readonly stages: readonly StageReport[];
  /** What was to be forgiven, and what became of it. */
  readonly waivers: readonly WaiverUse[];
}

export type TargetKind = 'implementation' | 'fake store' | 'files';

/** What was judged, in words: where it was the kit's own store, nothing is said of any other. */
export function targetText({ target, targetKind }: Report): string {
  return targetKind === 'fake store' ? "the kit's own fake store" : target;
}

/** How a run ends. */
export interface Verdict {
  readonly kind: 'conforms' | 'breaks the contract' | 'could not judge';
  readonly exitCode: 0 | 1 | 2;
  /** `breaks the contract: 2 faults, 1 advice` */
  readonly sentence: string;
}

/** The contract that was held against. */
export interface ReportedContract {
  readonly file: string;
  /** Of the bytes of the main document, hexadecimal. */
  readonly sha256: string;
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  /** Every file that it was read from, the main document among them. */
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  readonly operations: readonly ReportedOperation[];
  /** What it says and this kit does not act upon. */
  readonly unsupported?: readonly UnsupportedPart[];
}

/** A place that has no effect. */
export interface UnsupportedPart {
  readonly place: Place;
  readonly what: string;
  readonly effect: string;
  /** The id of the operation that it belongs to, where it belongs to one alone. */
  readonly within?: string;
}

/** One row of what there is to judge. */
export interface ReportedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly place: Place;
}

/** One entry of a waivers file. */
export interface Waiver {
  /** Of the finding, as reports give it: exactly one, so that nothing new hides behind it. */
  readonly id: string;
  readonly reason: string;
  /** The last day on which it holds, UTC: `2027-01-31`. */
  readonly expires: string;
  /** In the waivers file. */
  readonly place: Place;
  /** The text of that line. */
  readonly line: string;
}

/** A waiver, and what became of it in a run. */
export interface WaiverUse extends Waiver {
  /**
   * `stale`: nothing was found that it waives; `expired`: its day has passed, and what it names counts again;
   * `not looked for`: nothing was found, but the run did not try all that could have shown it.
   */
  readonly state: 'used' | 'stale' | 'expired' | 'not looked for';
}

/** The part numbered `index`, from 1, of `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `shard 2 of 3 is missing` */
export function missingShardText({ index, of }: Shard): string {
  return `shard ${index} of ${of} is missing`;
}

/** Those that a report names. */
export function parseMissingShards(unattempted: readonly string[]): readonly Shard[] {
  return unattempted.flatMap((entry) => {
    const [, index, of] = /^shard (\d+) of (\d+) is missing$/.exec(entry) ?? [];
    return index === undefined ? [] : [{ index: Number(index), of: Number(of) }];
  });
}

/** Why a finding does not count; undefined where it does. */
export type WaiverLookup = (finding: Finding) => AppliedWaiver | undefined;

/** By what the report of the run says, which knows findings by their ids. */
export function waiverLookup({ stages }: Pick<Report, 'stages'>): WaiverLookup {
  const waived = new Map(
    stages.flatMap(({ findings }) =>
      findings.flatMap(({ id, waived: waiver }) => (waiver === undefined ? [] : [[id, waiver] as const])),
    ),
  );
  return (finding) => waived.get(findingId(finding));
}

/** Whether something was found of which nothing counts. */
export function areAllWaived(findings: readonly Finding[], findWaiver: WaiverLookup): boolean {
  return findings.length > 0 && findings.every((finding) => findWaiver(finding) !== undefined);
}
