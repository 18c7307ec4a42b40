/** Survivors of the sample that no test kills on purpose: each with the reason. They count as survivors. */
import { type Mutant, mutantName, type Named } from './mutant.ts';

interface ReviewedSurvivor extends Named {
  readonly reason: string;
}

const reviewedSurvivors: readonly ReviewedSurvivor[] = [
  {
    file: 'spec/validation/patterns.ts',
    functionName: 'MAX_SOURCE_LENGTH',
    description: 'number incremented',
    from: '20_000',
    to: '20001',
    reason: 'Any limit of this size is as good.',
  },
];

const reasons: ReadonlyMap<string, string> = new Map(reviewedSurvivors.map((one) => [mutantName(one), one.reason]));

/** Undefined for a survivor that nobody has reviewed. */
export function reasonForSurvival(mutant: Mutant): string | undefined {
  return reasons.get(mutantName(mutant));
}
