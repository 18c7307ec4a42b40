/** The tests of the differ for some of the mutants, so that two files can share the time. */
import { describe, expect, test } from 'vitest';
import { contractMutantName } from './apply-mutant.ts';
import type { ContractMutant } from './mutants/mutant.ts';
import { type ReportedChange, reportedChanges } from './reported-changes.ts';

export function testDiffer(mutants: readonly ContractMutant[]): void {
  const labelled = (label: string) =>
    mutants.filter((mutant) => mutant.label === label).map((mutant) => [contractMutantName(mutant), mutant] as const);

  describe('the differ', () => {
    test.each(labelled('breaking'))('reports as breaking: %s', async (_name, mutant) => {
      const changes = await reportedChanges(mutant);
      expect(operationsOf(changes.filter(({ impact }) => impact === 'breaking'))).toEqual(mutant.operations.toSorted());
      expect(changes.filter(({ operation }) => !mutant.operations.includes(operation))).toEqual([]);
    });

    test.each(labelled('risky'))('reports as risky: %s', async (_name, mutant) => {
      const changes = await reportedChanges(mutant);
      expect(changes.filter(({ impact }) => impact === 'breaking')).toEqual([]);
      expect(operationsOf(changes)).toEqual(mutant.operations.toSorted());
    });

    test.each(labelled('harmless'))('reports no change: %s', async (_name, mutant) => {
      expect(await reportedChanges(mutant)).toEqual([]);
    });
  });
}

function operationsOf(changes: readonly ReportedChange[]): readonly string[] {
  return [...new Set(changes.map(({ operation }) => operation))].toSorted();
}
