/** A family of cases: one kind of mutation, generated for any operation. */
import type { Case } from '../case.ts';
import type { Twin } from '../twin.ts';

export interface Family {
  /** As in case ids and `--only`. */
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** Nothing for an operation that the family does not apply to. Lazy: what is not asked for is not made. */
  generate(twin: Twin, budget?: Budget): Generator<Case>;
  /** A case that only a run could come to, by the part of its id behind the family. */
  find?(twin: Twin, name: string): Case | undefined;
}

/** For what is drawn at random. */
export interface Budget {
  /** The same seed draws the same cases. */
  readonly seed: number;
  /** How many cases to draw for an operation. */
  readonly cases: number;
}

export const defaultBudget: Budget = { seed: 1, cases: 100 };
