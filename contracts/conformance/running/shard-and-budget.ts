/** Which cases of a run are sent: those of its shard, by their ids alone, and within its budget. */
import { createHash } from 'node:crypto';
import type { Shard } from '../../report/report.ts';
import type { TestCase } from '../model/test-case.ts';

/** The cases of this part, in their order; all of them where nothing is split. */
export function casesInShard(cases: Iterable<TestCase>, shard: Shard | undefined): Iterable<TestCase> {
  return shard === undefined ? cases : Iterator.from(cases).filter(({ id }) => isInShard(id, shard));
}

function isInShard(caseId: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(caseId).digest().readUInt32BE(0) % of === index - 1;
}

/** A bound on the cases of a whole run, shared among its operations. */
interface CaseBudget {
  /** The share of the operation whose turn it is: as many of its cases as it may have, for all that it is asked about. */
  nextShare(): BudgetShare;
}

export interface BudgetShare {
  readonly maxCases: number;
  /** Not more of them than are left. */
  take(maxCases: Iterable<TestCase>): Generator<TestCase>;
  /** There were more. */
  wasCut(): boolean;
}

/** What one operation does not need goes to those after it. */
export function createCaseBudget(cases: number | undefined, operations: number): CaseBudget {
  let [remaining, remainingOperations] = [cases ?? Number.POSITIVE_INFINITY, operations];
  return {
    nextShare() {
      const share = Math.floor(remaining / Math.max(remainingOperations, 1));
      remainingOperations--;
      let [used, isCut] = [0, false];
      return {
        maxCases: share,
        wasCut: () => isCut,
        *take(candidates) {
          for (const one of candidates) {
            if (used >= share) {
              isCut = true;
              return;
            }
            used++;
            remaining--;
            yield one;
          }
        },
      };
    },
  };
}
