/** Counts what a run does, for its result. */
import type { Row } from '../../report/stage.ts';
import type { Check } from '../checks/check.ts';
import type { CaseDone, Checked, RunResult } from '../model/result.ts';

export interface Tally {
  count(done: CaseDone): void;
  applied(operation: string, checks: readonly Check[]): void;
  cases(): number;
  /** One more case that applies, whichever part of the run it belongs to. */
  applicable(): void;
  hasApplicable(): boolean;
  /** What a deletion has taken away: the operation, and the path that named it. */
  deleted(operation: string, path: string): void;
  /** One more case whose answer was more than we read. */
  tooLarge(operation: string): void;
  tooLargeOf(operation: string): number;
  /** One more case that a rate limit kept from being judged. */
  limited(): void;
  limitedSoFar(): number;
  read(): Pick<RunResult, 'rows' | 'checked' | 'removed'>;
}

export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const checked = new Map<string, Map<Check, number>>();
  const removed = new Set<string>();
  const unread = new Map<string, number>();
  let [cases, limited, applicable] = [0, 0, 0];
  return {
    cases: () => cases,
    applicable: () => {
      applicable++;
    },
    hasApplicable: () => applicable > 0,
    tooLarge: (operation) => void unread.set(operation, (unread.get(operation) ?? 0) + 1),
    tooLargeOf: (operation) => unread.get(operation) ?? 0,
    limited: () => {
      limited++;
    },
    limitedSoFar: () => limited,
    read: () => ({
      rows: [...rows.values()],
      checked: [...checked].flatMap(checkedRows),
      removed: [...removed],
    }),
    deleted: (operation, path) => void removed.add(`${operation} has removed ${path}`),
    count({ operation, family, result }) {
      cases++;
      const key = `${operation} ${family}`;
      const row = rows.get(key) ?? { operation, family, cases: 0, faults: 0, advice: 0 };
      const faults = row.faults + Number(result === 'fault');
      rows.set(key, {
        ...row,
        cases: row.cases + 1,
        faults,
        advice: row.advice + Number(result === 'advice'),
      });
    },
    applied(operation, checks) {
      const counts = checked.get(operation) ?? new Map<Check, number>();
      for (const check of checks) counts.set(check, (counts.get(check) ?? 0) + 1);
      checked.set(operation, counts);
    },
  };
}

function checkedRows([operation, counts]: readonly [string, ReadonlyMap<Check, number>]): readonly Checked[] {
  return [...counts].map(([{ id }, exchanges]) => ({ operation, check: id, exchanges }));
}
