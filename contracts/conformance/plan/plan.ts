/** What is tried of an operation, and what of it is not judged. */
import type { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import type { RandomOptions } from '../cases/test-category.ts';
import type { TestCase } from '../model/test-case.ts';

export interface PlanOptions {
  /** Families to run; all when empty. */
  readonly categories: readonly string[];
  readonly randomOptions: RandomOptions;
  /** One case of each family in turn, so that the first few are of all kinds; family by family unless told. */
  readonly alternatesCategories?: boolean;
}

export interface PlanContext extends PlanOptions {
  readonly contract: Contract;
  /** The credentials are known to be right, since another operation takes them. */
  isAcceptedElsewhere(): boolean;
}

export interface Plan {
  /** Made as they are asked for. */
  readonly cases: Iterable<TestCase>;
  readonly unchecked: UncheckedOperation | undefined;
  /** The valid request was tried, and not refused. */
  readonly isAccepted: boolean;
  /** Why it was refused. */
  readonly rejection?: KitError;
  /** For when all other operations were judged, which have something to say on it. */
  readonly finalCases?: Iterable<TestCase>;
  /** Also what a run would only come to by chance. */
  findCase(caseId: string): TestCase | undefined;
}

/** The cases that were given, and what remains unjudged all the same. */
export function partialPlan(cases: Iterable<TestCase>, unchecked: UncheckedOperation | undefined): Plan {
  return {
    cases,
    unchecked,
    isAccepted: false,
    findCase: (caseId) => Iterator.from(cases).find(({ id }) => id === caseId),
  };
}

/** The plan with each of its cases changed, those that are only found by their ids as well. */
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
 * Of one operation and family, in the order in which they are made, the later ones of one id numbered. That order is the same
 * each time, so that `replay` finds them.
 */
export function* withDistinctIds(cases: Iterable<TestCase>): Generator<TestCase> {
  const counts = new Map<string, number>();
  for (const testCase of cases) {
    const count = (counts.get(testCase.id) ?? 0) + 1;
    counts.set(testCase.id, count);
    // No text is written with two of these in a row.
    yield count === 1 ? testCase : { ...testCase, id: `${testCase.id}~~${count}` };
  }
}
