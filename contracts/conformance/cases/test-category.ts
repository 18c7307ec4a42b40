/** A category of test cases: one kind of mutation, generated for any operation. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';

export interface TestCategory {
  /** The name in case ids and in `--only`. */
  readonly name: string;
  /** A one-line description for users. */
  readonly summary: string;
  /**
   * Yields nothing for an operation that the category does not apply to. Lazy: only the cases that are consumed are
   * created.
   */
  generate(context: GeneratorContext): Generator<TestCase>;
  /** Finds a case that only a run can generate, by the part of its id after the category. */
  findCase?(context: GeneratorContext, name: string): TestCase | undefined;
}

/** The input of the generators. */
export interface GeneratorContext {
  /** The valid request that the cases mutate. */
  readonly baseline: BaselineRequest;
  /** Needed to find related operations: without it no sequences are generated. */
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

/** Options of the random cases. */
export interface RandomOptions {
  /** The same seed draws the same cases. */
  readonly seed: number;
  /** How many cases to draw for an operation. */
  readonly caseCount: number;
}

export const defaultRandomOptions: RandomOptions = { seed: 1, caseCount: 100 };
