/** A family of cases: one kind of mutation, generated for any operation. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Case } from '../model/case.ts';
import type { Twin } from '../request/twin.ts';

export interface Family {
  /** As in case ids and `--only`. */
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /**
   * Nothing for an operation that the family does not apply to. Lazy: what is not asked for is not made. Stories need the
   * contract, for the operations that go on from this one.
   */
  generate(twin: Twin, draws?: Draws, contract?: Contract): Generator<Case>;
  /** A case that only a run could come to, by the part of its id behind the family. */
  find?(twin: Twin, name: string, contract?: Contract): Case | undefined;
}

/** For what is drawn at random. */
export interface Draws {
  /** The same seed draws the same cases. */
  readonly seed: number;
  /** How many cases to draw for an operation. */
  readonly cases: number;
}

export const defaultDraws: Draws = { seed: 1, cases: 100 };
