/** A conformance run as data, and in words what of a contract it was not asked to judge. */
import { count } from './words.ts';

/** How a conformance run went. */
export interface ConformanceRun {
  /** Gives the same random draws again. */
  readonly seed: number;
  readonly cases: number;
  readonly requests: number;
  /** The families that were asked for; all when empty. */
  readonly only: readonly string[];
  /** Where not all operations, or not all of their cases, were asked for. */
  readonly scope?: Scope;
  /** How many bodies were to be drawn at random for each operation. */
  readonly drawn: number;
  /** Of operation × family, in the order of the run. */
  readonly rows: readonly Row[];
  /** What could not be judged, and why. */
  readonly unjudged: readonly Unjudged[];
  /** What the contract leaves out. */
  readonly gaps: readonly string[];
  /** What the run has taken away there. */
  readonly removed: readonly string[];
}

/** The part of a contract that a run was asked to judge. */
export interface Scope {
  /** By their ids; all when empty. */
  readonly operations: readonly string[];
  /** Most cases of the run; no limit when undefined. */
  readonly budget?: number;
  /** Operations of which cases were left out for it. */
  readonly cut: readonly string[];
}

export interface Row {
  readonly operation: string;
  readonly family: string;
  readonly cases: number;
  readonly faults: number;
  readonly advice: number;
}

export interface Unjudged {
  readonly operation: string;
  readonly reason: string;
  /** None of its cases ran, or a part of them. */
  readonly ran: 'none' | 'part';
}

/** What was left out because it was not asked for. */
export function scopeLines(scope: Scope | undefined): readonly string[] {
  if (scope === undefined) return [];
  const { operations, budget, cut } = scope;
  return [
    ...(operations.length === 0 ? [] : [`only these operations were judged: ${listed(operations)}`]),
    ...(cut.length === 0 || budget === undefined
      ? []
      : [`cases were left out for --budget ${budget}: ${count(cut.length, 'operation')}, ${listed(cut)}`]),
  ];
}

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  const first = names.slice(0, MOST_LISTED).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
