/** A family of cases: one kind of mutation, generated for any operation. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';

export interface TestCategory {
  /** As in case ids and `--only`. */
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /**
   * Nothing for an operation that the family does not apply to. Lazy: what is not asked for is not made.
   */
  generate(context: GeneratorContext): Generator<TestCase>;
  /** A case that only a run could come to, by the part of its id behind the family. */
  findCase?(context: GeneratorContext, name: string): TestCase | undefined;
}

/** What cases are made of. */
export interface GeneratorContext {
  /** The valid request that they are mutations of. */
  readonly baseline: BaselineRequest;
  /** For the operations that go on from this one: without it there are no sequences. */
  readonly contract: Contract | undefined;
  readonly randomOptions: RandomOptions;
}

export function createGeneratorContext(
  baseline: BaselineRequest,
  {
    contract,
    randomOptions = defaultRandomOptions,
  }: Partial<Pick<GeneratorContext, 'contract' | 'randomOptions'>> = {},
): GeneratorContext {
  return { baseline, contract, randomOptions };
}

/** For what is drawn at random. */
export interface RandomOptions {
  /** The same seed draws the same cases. */
  readonly seed: number;
  /** How many cases to draw for an operation. */
  readonly caseCount: number;
}

export const defaultRandomOptions: RandomOptions = { seed: 1, caseCount: 100 };
