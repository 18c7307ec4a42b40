/** What one stage did and found, as data: the parts of a report. */
import type { Place } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import type { Coverage } from './coverage.ts';
import { listNames, pluralize } from './text-format.ts';

/** A finding as reports tell it. */
export interface ToldFinding extends Finding {
  /** Short, and the same in every run that shows the same: `invalid-rejected/createOrder/3f2a91c07b5d`. */
  readonly id: string;
  /** It is known and does not count. */
  readonly waived?: AppliedWaiver;
}

/** Why a finding does not count. */
export interface AppliedWaiver {
  readonly reason: string;
  /** The last day on which it does not: `2027-01-31`. */
  readonly expires: string;
}

/** What one stage of the gate did and found. */
export interface StageReport<FindingType extends Finding = ToldFinding> {
  readonly name: string;
  /** `not run`: it should have been, so nothing passes; `not applicable`: this contract has nothing for it. */
  readonly status: 'passed' | 'failed' | 'not run' | 'not applicable';
  /** One line: what was done, or why not. */
  readonly summary: string;
  readonly ms: number;
  /** What was tried, one each; with the findings they make the lines of JUnit. */
  readonly tried: readonly AttemptedCheck[];
  readonly findings: readonly FindingType[];
  /** What was not judged, or not in full, and why; what the contract leaves out. */
  readonly notes: readonly string[];
  /** Required parts that were not attempted, in words; with any, nothing passes. */
  readonly unattempted: readonly string[];
  /** What of the contract was tried, and why the rest was not; of the conformance stage. */
  readonly coverage?: Coverage;
  /** Of the conformance stage. */
  readonly run?: ConformanceRun;
  /** What a program of others said that did the work of this stage. */
  readonly engine?: { readonly name: string; readonly output: string };
  /** Of a verification with pacts: the interactions that alone were asked for, in the words of whoever did. */
  readonly asked?: string;
  /** Where in a document that stands for which it was not run. */
  readonly place?: Place;
}

/** One thing that was looked at: a check of an operation, an interaction of a pact. */
export interface AttemptedCheck {
  readonly subject: string;
  readonly check: string;
  /** How many exchanges or places; 0 is told as skipped, or as an error where it should have been judged. */
  readonly count: number;
  /** Of an interaction: whose it is. */
  readonly consumer?: string;
  /** Of an interaction: where it stands in its pact, which tells it from others of the same name. */
  readonly place?: Place;
  /** Why it was not judged. */
  readonly unjudged?: string;
  /** New to the provider, as a broker says: it fails nothing. */
  readonly isPending?: boolean;
}

/** How a conformance run went. */
export interface ConformanceRun {
  /** Gives the same random draws again. */
  readonly seed: number;
  readonly cases: number;
  readonly requests: number;
  /** The families that were asked for; all when empty. */
  readonly only: readonly string[];
  /** Where not all operations, or not all of their cases, were asked for. */
  readonly scope?: RunScope;
  /** How many bodies were to be drawn at random for each operation. */
  readonly drawn: number;
  /** Of operation × family, in the order of the run. */
  readonly rows: readonly CategoryResult[];
  /** What could not be judged, and why. */
  readonly unjudged: readonly UncheckedOperation[];
  /** What the contract leaves out. */
  readonly gaps: readonly string[];
  /** What the run has taken away there. */
  readonly removed: readonly string[];
}

/** The part of a contract that a run was asked to judge. */
export interface RunScope {
  /** By their ids; all when empty. */
  readonly operations: readonly string[];
  /** Most cases of the run; no limit when undefined. */
  readonly budget?: number;
  /** Operations of which cases were left out for it. */
  readonly cut: readonly string[];
}

export interface CategoryResult {
  readonly operation: string;
  readonly family: string;
  readonly cases: number;
  readonly faults: number;
  readonly advice: number;
}

export interface UncheckedOperation {
  readonly operation: string;
  readonly reason: string;
  /** None of its cases ran, or a part of them. */
  readonly ran: 'none' | 'part';
}

/** What was left out because it was not asked for. */
export function describeScope(scope: RunScope | undefined): readonly string[] {
  if (scope === undefined) return [];
  const { operations, budget, cut: truncatedOperations } = scope;
  return [
    ...(operations.length === 0 ? [] : [`only these operations were judged: ${listNames(operations)}`]),
    ...(truncatedOperations.length === 0 || budget === undefined
      ? []
      : [
          `cases were left out for --budget ${budget}: ${pluralize(truncatedOperations.length, 'operation')}, ${listNames(truncatedOperations)}`,
        ]),
  ];
}
