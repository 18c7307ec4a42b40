/** What the engine finds, as findings of rules like our own. */
import type { Contract, Place } from '../../../spec/model/contract.ts';
import type { EngineProblems } from '../engine.ts';
import type { LintProblem } from '../problem.ts';
import type { LintRule } from '../rule.ts';
import { type Translation, translations } from '../translations.ts';

export const rulesFromEngine: readonly LintRule[] = translations.map((translation) => ({
  ...translation,
  problems: (contract, engine) => translated(translation, contract, engine),
}));

function* translated(
  { from, expected, received, isMeant = () => true }: Translation,
  contract: Contract,
  engine: EngineProblems,
): Generator<LintProblem> {
  for (const problem of engine.get(from) ?? []) {
    if (!isMeant(problem, contract)) continue;
    const { place, message } = problem;
    yield { subject: subjectAt(place, contract), place, expected, received: received(message) };
  }
}

/** The operation that the place lies in; the contract, where it lies in none. */
function subjectAt({ file, pointer }: Place, { operations, title }: Contract): string {
  const around = operations.find(
    ({ place }) => place.file === file && `${pointer}/`.startsWith(`${place.pointer}/`),
  );
  return around?.id ?? title;
}
