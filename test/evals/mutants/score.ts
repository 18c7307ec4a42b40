/** The mutation score: which share of the mutants the tests notice. */
import type { MutationTarget } from './mutation-target.ts';
import type { MutantVerdict } from './run-mutants.ts';

/** From 0 to 1; 1 without mutants. */
export function scoreOf(verdicts: readonly MutantVerdict[]): number {
  if (verdicts.length === 0) return 1;
  return verdicts.filter(({ killer }) => killer !== undefined).length / verdicts.length;
}

/** All mutants of the client are reviewed, so all of them are killed; of the others there are too many. */
export function leastScore(target: MutationTarget): number {
  return target.sample === undefined ? 1 : LEAST_CORE_SCORE;
}

export const LEAST_CORE_SCORE = 0.85;
