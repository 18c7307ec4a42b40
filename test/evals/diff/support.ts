/** The tests of the differ, for some of the mutants: two files share the time that reading them takes. */
import { describe, expect, test } from 'vitest';
import type { Mutant } from './mutants/mutant.ts';
import { nameOf } from './subject.ts';
import { type Told, toldOf } from './told.ts';

export function holdTheDiffer(mutants: readonly Mutant[]): void {
  const labelled = (label: string) =>
    mutants.filter((mutant) => mutant.label === label).map((mutant) => [nameOf(mutant), mutant] as const);

  describe('the differ', () => {
    test.each(labelled('breaking'))('tells as breaking %s', async (_name, mutant) => {
      const told = await toldOf(mutant);
      expect(operationsOf(told.filter(({ impact }) => impact === 'breaking'))).toEqual(mutant.on.toSorted());
      expect(told.filter(({ operation }) => !mutant.on.includes(operation))).toEqual([]);
    });

    test.each(labelled('risky'))('tells as risky %s', async (_name, mutant) => {
      const told = await toldOf(mutant);
      expect(told.filter(({ impact }) => impact === 'breaking')).toEqual([]);
      expect(operationsOf(told)).toEqual(mutant.on.toSorted());
    });

    test.each(labelled('harmless'))('does not accuse %s', async (_name, mutant) => {
      expect(await toldOf(mutant)).toEqual([]);
    });
  });
}

function operationsOf(told: readonly Told[]): readonly string[] {
  return [...new Set(told.map(({ operation }) => operation))].toSorted();
}
