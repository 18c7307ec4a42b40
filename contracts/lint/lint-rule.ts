/** A rule on the contract, and the problems that it finds. */
import type { Contract, Place } from '../../spec/model/contract.ts';
import type { Severity } from '../finding/finding.ts';
import type { RedoclyProblems } from './redocly.ts';

/** `fault` where the document contradicts itself; `advice` where it leaves open what an implementation has to do. */
export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  readonly title: string;
  /** What comes of it, and the fix. */
  readonly why: string;
  /** The sections of the standards that it goes by. */
  readonly references: string;
  /** How many of one cause are told each on its own; where it is not said, three pieces of advice and ten faults. */
  readonly maxFindings?: number;
  /** `engine`: what the linter beside ours finds, by the names of its rules; nothing where it was not asked. */
  problems(contract: Contract, redoclyProblems: RedoclyProblems): Iterable<LintProblem>;
}

/** One place of the contract that a rule finds fault with. */
export interface LintProblem {
  readonly subject: string;
  readonly place: Place;
  readonly expected: string;
  readonly received: string;
  /** What tells apart problems of one rule that are corrected in different ways: the name of an unknown format. */
  readonly cause?: string;
  /** What it is called among others of one finding, where that is not the subject: `NewOrder.name`. */
  readonly name?: string;
}

/** The first problem of each place: a schema that many operations share is told once. */
export function uniqueByPlace<T extends Pick<LintProblem, 'place'>>(problems: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const problem of problems) {
    const key = `${problem.place.file} ${problem.place.pointer}`;
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}
