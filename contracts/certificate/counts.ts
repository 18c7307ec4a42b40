/** How much was tried, in sums. */

import type { OperationData } from '../report/report.ts';
import type { ConformanceRun, Row } from '../report/run.ts';
import type { StageReport } from '../report/stage.ts';
import type { Certified, CoverageSum, FamilyCount } from './data.ts';

/** Of each operation of the contract, whatever was tried of it. */
export function operationsOf(
  operations: readonly OperationData[],
  { rows }: ConformanceRun,
): Certified['operations'] {
  return operations.map(({ id, method, path }) => ({
    id,
    method,
    path,
    families: familiesOf(rows.filter(({ operation }) => operation === id)),
  }));
}

/** Rows of one family are one, in the order of their first. */
export function familiesOf(rows: readonly Row[]): readonly FamilyCount[] {
  const groups = Map.groupBy(rows, ({ family }) => family);
  return [...groups].map(([family, own]) => ({
    family,
    cases: sum(own.map(({ cases }) => cases)),
    faults: sum(own.map(({ faults }) => faults)),
    advice: sum(own.map(({ advice }) => advice)),
  }));
}

/** Of all operations, by kind. */
export function coverageSums({ coverage }: StageReport): readonly CoverageSum[] {
  const all = (coverage?.operations ?? []).flatMap(({ groups }) => groups);
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, groups]) => {
    const items = groups.flatMap((group) => group.items);
    const covered = items.filter(({ missing }) => missing.length === 0).length;
    return { kind, covered, of: items.length };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
