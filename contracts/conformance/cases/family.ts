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
   * Nothing for an operation that the family does not apply to. Lazy: what is not asked for is not made.
   */
  generate(context: GeneratorContext): Generator<Case>;
  /** A case that only a run could come to, by the part of its id behind the family. */
  find?(context: GeneratorContext, name: string): Case | undefined;
}

/** What cases are made of. */
export interface GeneratorContext {
  /** The valid request that they are mutations of. */
  readonly twin: Twin;
  /** For the operations that go on from this one: without it there are no sequences. */
  readonly contract: Contract | undefined;
  readonly draws: Draws;
}

export function contextOf(
  twin: Twin,
  { contract, draws = defaultDraws }: Partial<Pick<GeneratorContext, 'contract' | 'draws'>> = {},
): GeneratorContext {
  return { twin, contract, draws };
}

/** For what is drawn at random. */
export interface Draws {
  /** The same seed draws the same cases. */
  readonly seed: number;
  /** How many cases to draw for an operation. */
  readonly cases: number;
}

export const defaultDraws: Draws = { seed: 1, cases: 100 };
