/** Selects the cases of a run: those of its shard, by a hash of their ids, and within its budget. */
import { createHash } from 'node:crypto';
import type { Shard } from '../../report/report.ts';
import type { TestCase } from '../model/test-case.ts';

/** The cases of the shard, in order; all cases without a shard. */
export function casesInShard(cases: Iterable<TestCase>, shard: Shard | undefined): Iterable<TestCase> {
  return shard === undefined ? cases : Iterator.from(cases).filter(({ id }) => isInShard(id, shard));
}

function isInShard(caseId: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(caseId).digest().readUInt32BE(0) % of === index - 1;
}

/** A limit on the cases of a whole run, shared among its operations. */
interface CaseBudget {
  /** The share of the next operation. */
  nextShare(): BudgetShare;
}

export interface BudgetShare {
  readonly maxCases: number;
  /** The cases, up to the rest of the share. */
  take(cases: Iterable<TestCase>): Generator<TestCase>;
  /** Whether `take` left out cases. */
  wasCut(): boolean;
}

/** The unused part of a share goes to the later operations, but not more than `maxPerOperation`. */
export function createCaseBudget(
  cases: number | undefined,
  operations: number,
  maxPerOperation = Number.POSITIVE_INFINITY,
): CaseBudget {
  let [remaining, remainingOperations] = [cases ?? Number.POSITIVE_INFINITY, operations];
  return {
    nextShare() {
      const share = Math.min(Math.floor(remaining / Math.max(remainingOperations, 1)), maxPerOperation);
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
