import type { Place } from '../../spec/contract.ts';

/** One place of the contract that a rule finds fault with. */
export interface LintProblem {
  readonly subject: string;
  readonly place: Place;
  readonly expected: string;
  readonly received: string;
}
