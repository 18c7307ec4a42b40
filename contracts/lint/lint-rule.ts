/** A lint rule for the contract, and the problems that it finds. */
import type { Contract, Place } from '../../spec/model/contract.ts';
import type { Severity } from '../finding/finding.ts';
import type { RedoclyProblems } from './redocly.ts';

/** `error`: the document contradicts itself. `warning`: the document leaves open what an implementation has to do. */
export interface LintRule {
  readonly id: string;
  readonly severity: Severity;
  /** The correct state, in the present tense. */
  readonly invariant: string;
  readonly title: string;
  /** The consequence, and the fix. */
  readonly why: string;
  /** The sections of the standards that the rule is based on. */
  readonly references: string;
  /** A habit of many documents that breaks no client: the terminal has one line for it, the reports have all places. */
  readonly isMinor?: true;
  /** How many problems of one cause are reported separately; by default 3 warnings or 10 errors. */
  readonly maxFindings?: number;
  /** `redoclyProblems`: the problems that Redocly's linter found, by its rule names; empty if it did not run. */
  problems(contract: Contract, redoclyProblems: RedoclyProblems): Iterable<LintProblem>;
}

/** One place of the contract that violates a rule. */
export interface LintProblem {
  readonly subject: string;
  readonly place: Place;
  readonly expected: string;
  readonly received: string;
  /** Distinguishes problems of one rule that have different fixes: the name of an unknown format. */
  readonly cause?: string;
  /** The name of this problem in a group, if other than the subject: `NewOrder.name`. */
  readonly name?: string;
}

/** The first problem at each place: a schema that many operations share is reported once. */
export function uniqueByPlace<T extends Pick<LintProblem, 'place'>>(problems: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const problem of problems) {
    const key = `${problem.place.file} ${problem.place.pointer}`;
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}

/** The operation that encloses the place, else the title of the contract. */
export function findSubject({ file, pointer }: Place, { operations, title }: Contract): string {
  const enclosing = operations.find(
    ({ place }) => place.file === file && `${pointer}/`.startsWith(`${place.pointer}/`),
  );
  return enclosing?.id ?? title;
}
