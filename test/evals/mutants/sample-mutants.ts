/** A part of many mutants: from every file, always the same for the same seed. */
import { createHash } from 'node:crypto';
import { type Mutant, mutantName } from './mutant.ts';

export interface SampleOptions {
  readonly size: number;
  readonly seed: number;
}

/**
 * About `size` mutants, from each file in proportion to its mutants, but at least one. Whether a mutant is chosen depends
 * on the mutants of its file, not on their order, so an edit changes little of the sample.
 */
export function sampleMutants(mutants: readonly Mutant[], { size, seed }: SampleOptions): readonly Mutant[] {
  const chosen = [...Map.groupBy(mutants, ({ file }) => file).values()].flatMap((ones) => {
    const count = Math.max(1, Math.round((ones.length / mutants.length) * size));
    return ones.toSorted((a, b) => (rank(a, seed) < rank(b, seed) ? -1 : 1)).slice(0, count);
  });
  const kept = new Set(chosen);
  return mutants.filter((mutant) => kept.has(mutant));
}

function rank(mutant: Mutant, seed: number): string {
  return createHash('sha256')
    .update(`${seed} ${mutantName(mutant)} ${mutant.start}`)
    .digest('hex');
}
