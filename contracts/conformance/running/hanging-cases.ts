/** Each case that times out takes the whole time limit: a few are enough, and the rest is skipped. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { TestCase } from '../model/test-case.ts';

/** Limit for all cases of a run. */
const MAX_HANGING = 12;
/** Limit for one category of an operation, so that the other categories still run. */
const MAX_HANGING_PER_CATEGORY = 4;

export interface HangingCases {
  /** Counts a case that timed out. */
  count(testCase: TestCase): void;
  /** Whether the run should stop. */
  exceedsLimit(): boolean;
  /** The cases, without those of categories that reached the limit. */
  filterHanging(cases: Iterable<TestCase>): Generator<TestCase>;
  /** Describes which cases of an operation were skipped. */
  describeSkipped(operation: Operation): readonly string[];
}

export function createHangingCases(): HangingCases {
  const hanging = new CategoryCounts();
  const skipped = new CategoryCounts();
  return {
    count: ({ operation, category }) => hanging.add(operation, category),
    exceedsLimit: () => hanging.total() >= MAX_HANGING,
    *filterHanging(cases) {
      for (const testCase of cases) {
        const { operation, category } = testCase;
        if (hanging.of(operation, category) < MAX_HANGING_PER_CATEGORY) yield testCase;
        else skipped.add(operation, category);
      }
    },
    describeSkipped: (operation) =>
      skipped
        .entries(operation)
        .map(
          ([category, count]) =>
            `${count} more cases of ${category} were not sent, because earlier ones got no response in time`,
        ),
  };
}

class CategoryCounts {
  #total = 0;
  readonly #byOperation = new Map<Operation, Map<string, number>>();

  add(operation: Operation, category: string): void {
    this.#total++;
    const counts = this.#byOperation.get(operation) ?? new Map<string, number>();
    this.#byOperation.set(operation, counts.set(category, (counts.get(category) ?? 0) + 1));
  }

  of(operation: Operation, category: string): number {
    return this.#byOperation.get(operation)?.get(category) ?? 0;
  }

  entries(operation: Operation): readonly (readonly [string, number])[] {
    return [...(this.#byOperation.get(operation) ?? [])];
  }

  total(): number {
    return this.#total;
  }
}
