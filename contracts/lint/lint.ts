/** The lint: a contract in, findings out, on what in it is wrong and on what makes an implementation hard to judge. */
import { type Contract, formatPlace, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, MANY } from '../finding/finding.ts';
import { type EngineProblems, nothingAsked, runEngine } from './engine.ts';
import { byPlace, type LintProblem, type LintRule } from './rule.ts';
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
    const causes = Map.groupBy(problems, (problem) => causeOf(rule, problem));
    return [...causes.values()].flatMap((same) => folded(contract, rule, same));
  });
}

/** Advice on anything has one cause; faults have one where the same stands in place of the same. */
function causeOf({ severity }: LintRule, { cause, expected, received }: LintProblem): string | undefined {
  return severity === 'fault' ? (cause ?? `${expected} ${received}`) : cause;
}

/** More of the same come from one habit of the author, or of a generator, and are told as one. */
const MOST = { advice: 3, fault: 10 } as const;
const MOST_OTHERS = 20;

function folded(contract: Contract, rule: LintRule, same: readonly LintProblem[]): readonly Finding[] {
  const [first, ...rest] = same;
  if (first === undefined || same.length <= (rule.most ?? MOST[rule.severity]))
    return same.map((problem) => findingOf(contract, rule, problem));
  const others = rest
    .slice(0, MOST_OTHERS)
    .map(({ subject, name = subject, place }) => `${name} (${formatPlace(place)})`);
  const fingerprint = fingerprintOfMany(contract, rule, same);
  return [{ ...findingOf(contract, rule, first), more: rest.length, others, fingerprint }];
}

/**
 * Whichever comes first in the document. Advice is about a habit, and forgiven as one; behind a fault that is forgiven no new
 * one is to hide, so it is of the very places where it stands.
 */
function fingerprintOfMany(contract: Contract, rule: LintRule, same: readonly LintProblem[]): string {
  const [first] = same;
  const habit = `${MANY}${rule.id}|${first === undefined ? '' : (causeOf(rule, first) ?? '')}`;
  if (rule.severity === 'advice') return habit;
  const places = same.map(({ place }) => `${nameWithin(contract, place)}|${place.pointer}`);
  return [habit, ...places.toSorted()].join('|');
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
