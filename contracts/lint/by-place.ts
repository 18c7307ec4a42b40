import type { LintProblem } from './problem.ts';

/** The first problem of each place: a schema that many operations share is told once. */
export function byPlace<T extends Pick<LintProblem, 'place'>>(problems: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const problem of problems) {
    const key = `${problem.place.file} ${problem.place.pointer}`;
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()];
}
