/** The counters of a run, for its result. */
import type { CategoryResult } from '../../report/stage-report.ts';
import type { Check } from '../checks/check.ts';
import type { CaseFinished, CheckCount, RunResult } from '../model/run-result.ts';

export interface RunCounters {
  countCase(done: CaseFinished): void;
  countChecks(operation: string, checks: readonly Check[]): void;
  /** Of one operation or of all. */
  caseCount(operation?: string): number;
  /** Counts a case that applies to the contract, in any shard. */
  countApplicable(): void;
  hasApplicable(): boolean;
  /** Records a deletion, by operation and path. */
  recordDeletion(operation: string, path: string): void;
  /** Counts a case whose response exceeded the size limit. */
  countTooLarge(operation: string): void;
  tooLargeCount(operation: string): number;
  /** Counts a case that was not sent, because it could reach an operation that the run may not request. */
  countWithheld(): void;
  withheldCount(): number;
  /** Counts cases that could not be checked because of a rate limit. */
  countRateLimited(operation: string, cases?: number): void;
  /** Call before the cases of an operation are sent again. */
  forgetRateLimited(operation: string): void;
  rateLimitedCount(operation: string): number;
  /** The cases of all operations since the last case that was checked. */
  rateLimitedInSequence(): number;
  read(): Pick<RunResult, 'rows' | 'checkCounts' | 'deletedRecords'>;
}

export function createRunCounters(): RunCounters {
  const rows = new Map<string, CategoryResult>();
  const checkCounts = new Map<string, Map<Check, number>>();
  const deletedRecords = new Set<string>();
  const oversized = new Map<string, number>();
  const rateLimited = new Map<string, number>();
  let [cases, limitedInSequence, applicable, withheld] = [0, 0, 0, 0];
  return {
    caseCount(operation) {
      if (operation === undefined) return cases;
      const ofOperation = [...rows.values()].filter((row) => row.operation === operation);
      return ofOperation.reduce((sum, row) => sum + row.cases, 0);
    },
    countApplicable: () => {
      applicable++;
    },
    hasApplicable: () => applicable > 0,
    countTooLarge: (operation) => void oversized.set(operation, (oversized.get(operation) ?? 0) + 1),
    tooLargeCount: (operation) => oversized.get(operation) ?? 0,
    countWithheld: () => {
      withheld++;
    },
    withheldCount: () => withheld,
    countRateLimited: (operation, count = 1) => {
      limitedInSequence += count;
      rateLimited.set(operation, (rateLimited.get(operation) ?? 0) + count);
    },
    forgetRateLimited: (operation) => void rateLimited.delete(operation),
    rateLimitedCount: (operation) => rateLimited.get(operation) ?? 0,
    rateLimitedInSequence: () => limitedInSequence,
    read: () => ({
      rows: [...rows.values()],
      checkCounts: [...checkCounts].flatMap(checkCountRows),
      deletedRecords: [...deletedRecords],
    }),
    recordDeletion: (operation, path) =>
      void deletedRecords.add(`${operation} reports that it deleted ${path}, which the run did not create`),
    countCase({ operation, category, result }) {
      cases++;
      limitedInSequence = 0;
      const key = `${operation} ${category}`;
      const row = rows.get(key) ?? { operation, category, cases: 0, errors: 0, warnings: 0 };
      const errors = row.errors + Number(result === 'error');
      rows.set(key, {
        ...row,
        cases: row.cases + 1,
        errors,
        warnings: row.warnings + Number(result === 'warning'),
      });
    },
    countChecks(operation, checks) {
      const counts = checkCounts.get(operation) ?? new Map<Check, number>();
      for (const check of checks) counts.set(check, (counts.get(check) ?? 0) + 1);
      checkCounts.set(operation, counts);
    },
  };
}

function checkCountRows([operation, counts]: readonly [string, ReadonlyMap<Check, number>]): readonly CheckCount[] {
  return [...counts].map(([{ id }, exchanges]) => ({ operation, check: id, exchanges }));
}
