/** What the hooks of a run did to its cases, for its result. */
import type { CasesOfCategory, HookEffects } from '../../report/hook-effects.ts';
import type { TestCase } from '../model/test-case.ts';

export interface HookEffectCounter {
  countLeftOut(testCase: TestCase): void;
  countChangedMeaning(testCase: TestCase): void;
  read(): HookEffects;
}

export function createHookEffects(): HookEffectCounter {
  const [leftOut, changedMeaning] = [new Map<string, CasesOfCategory>(), new Map<string, CasesOfCategory>()];
  return {
    countLeftOut: (testCase) => count(leftOut, testCase),
    countChangedMeaning: (testCase) => count(changedMeaning, testCase),
    read: () => ({ leftOut: [...leftOut.values()], changedMeaning: [...changedMeaning.values()] }),
  };
}

function count(counts: Map<string, CasesOfCategory>, { operation: { id: operation }, category }: TestCase): void {
  const key = `${operation} ${category}`;
  counts.set(key, { operation, category, cases: (counts.get(key)?.cases ?? 0) + 1 });
}
