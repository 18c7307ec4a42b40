/** All mutants of a target, in the order of the files and their places in them. */

import { type Equivalent, findEquivalent } from './equivalent-mutants.ts';
import { manualMutants } from './manual-mutants.ts';
import type { Mutant } from './mutant.ts';
import { generateMutants, operators } from './mutation-operators.ts';
import { type MutationTarget, readTargetSource } from './mutation-target.ts';
import { type SampleOptions, sampleMutants } from './sample-mutants.ts';

export interface TestedMutants {
  readonly tested: readonly Mutant[];
  /** Those of the sample that are not tested, because no test can notice them. */
  readonly equivalents: readonly Equivalent[];
  /** The number of all mutants, of which these are a sample. */
  readonly total: number;
}

export function allMutants(target: MutationTarget): readonly Mutant[] {
  return target.files.flatMap((file) => {
    const source = readTargetSource(target, file);
    const made = [...manualMutants(file, source), ...generateMutants(file, source, operators)];
    return made.toSorted((a, b) => a.start - b.start || a.end - b.end);
  });
}

/** Those that a test can notice; without a sample all of them. */
export function mutantsToTest(target: MutationTarget, sample?: SampleOptions): TestedMutants {
  const all = allMutants(target);
  const chosen = sample === undefined ? all : sampleMutants(all, sample);
  const groups = chosen.map((mutant) => ({ mutant, equivalent: findEquivalent(mutant) }));
  return {
    tested: groups.flatMap(({ mutant, equivalent }) => (equivalent === undefined ? [mutant] : [])),
    equivalents: groups.flatMap(({ equivalent }) => equivalent ?? []),
    total: all.length,
  };
}
