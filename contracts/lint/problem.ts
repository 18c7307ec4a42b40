import type { Place } from '../../spec/model/contract.ts';

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
