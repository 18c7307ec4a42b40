/** The plan of an operation: its cases, and what of it cannot be checked. */
import type { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { RandomOptions } from '../cases/test-category.ts';
import type { PreflightAttempt } from '../fixtures/preflight-attempt.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { NeedyOperation } from '../model/run-result.ts';
import type { TestCase } from '../model/test-case.ts';

export interface PlanOptions {
  /** Test categories to run; all when empty. */
  readonly categories: readonly string[];
  readonly randomOptions: RandomOptions;
  /**
   * One case of each category in turn, so that the first cases cover all categories; category by category by default.
   */
  readonly alternatesCategories?: boolean;
}

export interface PlanContext extends PlanOptions {
  readonly contract: Contract;
  /** The credentials are known to be valid, since another operation accepts them. */
  isAcceptedElsewhere(): boolean;
}

export interface Plan {
  /** Generated lazily. */
  readonly cases: Iterable<TestCase>;
  readonly unchecked: NeedyOperation | undefined;
  /** Whether `unchecked` does not hold, because this request was accepted in a sequence. */
  isRefutedBy?(accepted: RequestSpec): boolean;
  /** The valid request was sent and not rejected. */
  readonly isAccepted: boolean;
  /** Why the valid request was rejected. */
  readonly rejection?: KitError;
  /** It was rejected because of a rate limit. */
  readonly isRateLimited?: boolean;
  /** The first valid request, if it failed before it was accepted. */
  readonly failedOnce?: PreflightAttempt | undefined;
  /** Cases to run after all other operations, whose results they depend on. */
  readonly finalCases?: Iterable<TestCase>;
  /** Finds also random cases that a run need not generate. */
  findCase(caseId: string): TestCase | undefined;
}

/** A plan with these cases only, and the reason why the rest is not checked. */
export function partialPlan(cases: Iterable<TestCase>, unchecked: NeedyOperation | undefined): Plan {
  return {
    cases,
    unchecked,
    isAccepted: false,
    findCase: (caseId) => Iterator.from(cases).find(({ id }) => id === caseId),
  };
}

/** The plan with each case changed, including those that `findCase` finds. */
export function mapCases(plan: Plan, change: (testCase: TestCase) => TestCase): Plan {
  const { cases, findCase } = plan;
  return {
    ...plan,
    cases: { [Symbol.iterator]: () => Iterator.from(cases).map(change) },
    findCase(caseId) {
      const found = findCase(caseId);
      return found === undefined ? undefined : change(found);
    },
  };
}

/**
 * Numbers the later cases with the same id, for one operation and category. The order of generation is deterministic,
 * so that `replay` finds them.
 */
export function* withDistinctIds(cases: Iterable<TestCase>): Generator<TestCase> {
  const counts = new Map<string, number>();
  for (const testCase of cases) {
    const count = (counts.get(testCase.id) ?? 0) + 1;
    counts.set(testCase.id, count);
    // Encoded text never contains two consecutive `~`.
    yield count === 1 ? testCase : { ...testCase, id: `${testCase.id}~~${count}` };
  }
}
