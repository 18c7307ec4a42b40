/** A bound on the cases of a whole run, shared among its operations. */
import type { Case } from '../model/case.ts';

export interface Budget {
  /** The share of the operation whose turn it is: as many of its cases as it may have, for all that it is asked about. */
  next(): Share;
}

export interface Share {
  readonly cases: number;
  /** Not more of them than are left. */
  take(cases: Iterable<Case>): Generator<Case>;
  /** There were more. */
  wasCut(): boolean;
}

/** What one operation does not need goes to those after it. */
export function createBudget(cases: number | undefined, operations: number): Budget {
  let [left, waiting] = [cases ?? Number.POSITIVE_INFINITY, operations];
  return {
    next() {
      const share = Math.floor(left / Math.max(waiting, 1));
      waiting--;
      let [taken, isCut] = [0, false];
      return {
        cases: share,
        wasCut: () => isCut,
        *take(some) {
          for (const one of some) {
            if (taken >= share) {
              isCut = true;
              return;
            }
            taken++;
            left--;
            yield one;
          }
        },
      };
    },
  };
}
