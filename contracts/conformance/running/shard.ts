/** Which cases of a run are sent: those of its shard, by their ids alone, and within its budget. */
import { createHash } from 'node:crypto';
import type { Shard } from '../../report/report.ts';
import type { Case } from '../model/case.ts';

/** The cases of this part, in their order; all of them where nothing is split. */
export function inShard(cases: Iterable<Case>, shard: Shard | undefined): Iterable<Case> {
  return shard === undefined ? cases : Iterator.from(cases).filter(({ id }) => isIn(id, shard));
}

function isIn(caseId: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(caseId).digest().readUInt32BE(0) % of === index - 1;
}

/** A bound on the cases of a whole run, shared among its operations. */
interface Budget {
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
