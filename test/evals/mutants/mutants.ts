/** All mutants of a subject, in the order of the files and their places in them. */

import { findEquivalent } from './equivalent-mutants.ts';
import { manualMutants } from './manual-mutants.ts';
import type { Mutant } from './mutant.ts';
import { generateMutants, operators } from './mutation-operators.ts';
import { type MutationTarget, readTargetSource } from './mutation-target.ts';

export function allMutants(subject: MutationTarget): readonly Mutant[] {
  return subject.files.flatMap((file) => {
    const source = readTargetSource(subject, file);
    const made = [...manualMutants(file, source), ...generateMutants(file, source, operators)];
    return made.toSorted((a, b) => a.start - b.start || a.end - b.end);
  });
}

/** Those that a test can notice. */
export function mutantsToKill(subject: MutationTarget): readonly Mutant[] {
  return allMutants(subject).filter((mutant) => findEquivalent(mutant) === undefined);
}
