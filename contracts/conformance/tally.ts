/** Counts what a run does, for its result. */
import type { CaseDone, Checked, Row, RunResult } from './result.ts';

export interface Tally {
  count(done: CaseDone): void;
  applied(operation: string, check: string): void;
  cases(): number;
  timeouts(): number;
  /** One more case that a rate limit kept from being judged. */
  limited(): void;
  limitedSoFar(): number;
  read(): Pick<RunResult, 'rows' | 'checked'>;
}

export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const checked = new Map<string, Checked>();
  let [cases, timeouts, limited] = [0, 0, 0];
  return {
    cases: () => cases,
    timeouts: () => timeouts,
    limited: () => {
      limited++;
    },
    limitedSoFar: () => limited,
    read: () => ({ rows: [...rows.values()], checked: [...checked.values()] }),
    count({ operation, family, result, timedOut }) {
      cases++;
      if (timedOut) timeouts++;
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
    applied(operation, check) {
      const key = `${operation} ${check}`;
      const before = checked.get(key)?.exchanges ?? 0;
      checked.set(key, { operation, check, exchanges: before + 1 });
    },
  };
}
