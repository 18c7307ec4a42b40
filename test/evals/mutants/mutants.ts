/** All mutants of a subject, in the order of the files and their places in them. */
import { faultsIn } from './by-hand.ts';
import { equivalentTo } from './equivalent.ts';
import type { Mutant } from './mutant.ts';
import { mutantsOf, operators } from './operators.ts';
import { type Subject, sourceOf } from './subject.ts';

export function allMutants(subject: Subject): readonly Mutant[] {
  return subject.files.flatMap((file) => {
    const source = sourceOf(subject, file);
    const made = [...faultsIn(file, source), ...mutantsOf(file, source, operators)];
    return made.toSorted((a, b) => a.start - b.start || a.end - b.end);
  });
}

/** Those that a test can notice. */
export function mutantsToKill(subject: Subject): readonly Mutant[] {
  return allMutants(subject).filter((mutant) => equivalentTo(mutant) === undefined);
}
