/** What hangs is waited for, each time as long as the time limit says: a few times show it, and the rest is left out. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { Case } from '../model/case.ts';

/** Of all cases of a run. */
const MOST = 12;
/** Of one family of an operation, so that it does not keep the others from being tried. */
const MOST_OF_FAMILY = 4;

export interface Hanging {
  /** One more case without an answer in time. */
  count(tried: Case): void;
  /** Nothing more is to be sent. */
  isTooMuch(): boolean;
  /** The cases, without those whose family hangs. */
  without(cases: Iterable<Case>): Generator<Case>;
  /** Which cases of an operation were left out, in words. */
  leftOut(operation: Operation): readonly string[];
}

export function createHanging(): Hanging {
  const hung = new Counts();
  const left = new Counts();
  return {
    count: ({ operation, family }) => hung.add(operation, family),
    isTooMuch: () => hung.total() >= MOST,
    *without(cases) {
      for (const tried of cases) {
        const { operation, family } = tried;
        if (hung.of(operation, family) < MOST_OF_FAMILY) yield tried;
        else left.add(operation, family);
      }
    },
    leftOut: (operation) =>
      left
        .entries(operation)
        .map(
          ([family, count]) => `${count} more cases of ${family} were not sent, since those before them hang`,
        ),
  };
}

class Counts {
  #total = 0;
  readonly #byOperation = new Map<Operation, Map<string, number>>();

  add(operation: Operation, family: string): void {
    this.#total++;
    const counts = this.#byOperation.get(operation) ?? new Map<string, number>();
    this.#byOperation.set(operation, counts.set(family, (counts.get(family) ?? 0) + 1));
  }

  of(operation: Operation, family: string): number {
    return this.#byOperation.get(operation)?.get(family) ?? 0;
  }

  entries(operation: Operation): readonly (readonly [string, number])[] {
    return [...(this.#byOperation.get(operation) ?? [])];
  }

  total(): number {
    return this.#total;
  }
}
