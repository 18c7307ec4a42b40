/** Looks at the contract itself: what in it is wrong, and what makes an implementation hard to judge. */
import { type Contract, formatPlace, type Place, sourceLine } from '../../spec/contract.ts';
import type { Finding } from '../finding.ts';
import { byPlace } from './by-place.ts';
import { type EngineProblems, nothingAsked, runEngine } from './engine.ts';
import type { LintProblem } from './problem.ts';
import type { LintRule } from './rule.ts';
import { lintRules } from './rules/index.ts';

export type { LintRule } from './rule.ts';
export { lintRules } from './rules/index.ts';

/** By all rules. The engine is loaded here, not before. */
export async function lintFully(contract: Contract): Promise<readonly Finding[]> {
  return lintContract(contract, await runEngine(contract));
}

/** By our own rules alone, where the engine's problems are not given. */
export function lintContract(contract: Contract, engine: EngineProblems = nothingAsked): readonly Finding[] {
  return lintRules.flatMap((rule) => {
    const problems = byPlace([...rule.problems(contract, engine)]);
    if (rule.severity === 'fault') return problems.map((problem) => findingOf(contract, rule, problem));
    const causes = Map.groupBy(problems, ({ cause }) => cause);
    return [...causes.values()].flatMap((same) => advice(contract, rule, same));
  });
}

/** More of the same come from one habit of the author, and are told as one. */
const MOST_ADVICE = 3;
const MOST_OTHERS = 20;

function advice(contract: Contract, rule: LintRule, same: readonly LintProblem[]): readonly Finding[] {
  const findings = same.map((problem) => findingOf(contract, rule, problem));
  const [first] = findings;
  if (first === undefined || same.length <= (rule.most ?? MOST_ADVICE)) return findings;
  const rest = same.slice(1);
  const others = rest
    .slice(0, MOST_OTHERS)
    .map(({ subject, name = subject, place }) => `${name} (${formatPlace(place)})`);
  return [{ ...first, more: rest.length, others }];
}

function findingOf(
  contract: Contract,
  { id, severity, title, why }: LintRule,
  { subject, place, expected, received }: LintProblem,
): Finding {
  const fingerprint = `${id}|${nameWithin(contract, place)}|${place.pointer}`;
  return {
    check: id,
    severity,
    title,
    why,
    subject,
    place,
    expected,
    received,
    line: sourceLine(contract, place),
    fingerprint,
    more: 0,
  };
}

/** Names of files depend on the folder that one stands in: nothing for the main document, others as seen from it. */
function nameWithin({ file: main }: Contract, { file }: Place): string {
  if (file === main) return '';
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file;
}
