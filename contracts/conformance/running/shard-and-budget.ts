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
  /** The rest goes to the later operations. */
  release(): void;
}

/** The unused part of a share goes to the later operations, but not more than `maxPerOperation`. */
export function createCaseBudget(
  cases: number | undefined,
  operations: number,
  maxPerOperation = Number.POSITIVE_INFINITY,
): CaseBudget {
  let [remaining, remainingOperations] = [cases ?? Number.POSITIVE_INFINITY, operations];
  /** What operations that are still checked may use. */
  let reserved = 0;
  return {
    nextShare() {
      const available = Math.floor((remaining - reserved) / Math.max(remainingOperations, 1));
      const share = Math.min(cases === undefined ? Number.POSITIVE_INFINITY : available, maxPerOperation);
      remainingOperations--;
      let [used, isCut, isReleased] = [0, false, cases === undefined];
      if (!isReleased) reserved += share;
      return {
        maxCases: share,
        wasCut: () => isCut,
        release() {
          if (!isReleased) reserved -= share - used;
          isReleased = true;
        },
        *take(candidates) {
          for (const one of candidates) {
            if (used >= share || remaining <= 0) {
              isCut = true;
              return;
            }
            used++;
            remaining--;
            if (!isReleased) reserved--;
            yield one;
          }
        },
      };
    },
  };
}
