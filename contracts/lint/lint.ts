/** The lint: a contract in, findings out, on what in it is wrong and on what makes an implementation hard to judge. */
import { type Contract, formatPlace, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, GROUP_FINGERPRINT_PREFIX } from '../finding/finding.ts';
import { type LintProblem, type LintRule, uniqueByPlace } from './lint-rule.ts';
import { noProblems, type RedoclyProblems, runRedocly } from './redocly.ts';
import { lintRules } from './rules/index.ts';

export type { LintRule } from './lint-rule.ts';
export { lintRules } from './rules/index.ts';

/** By all rules. The engine is loaded here, not before. */
export async function lintWithRedocly(contract: Contract): Promise<readonly Finding[]> {
  return lintContract(contract, await runRedocly(contract));
}

/** By our own rules alone, where the engine's problems are not given. */
export function lintContract(contract: Contract, redoclyProblems: RedoclyProblems = noProblems): readonly Finding[] {
  return lintRules.flatMap((rule) => {
    const problems = uniqueByPlace([...rule.problems(contract, redoclyProblems)]);
    const causes = Map.groupBy(problems, (problem) => causeKey(rule, problem));
    return [...causes.values()].flatMap((same) => groupProblems(contract, rule, same));
  });
}

/** Advice on anything has one cause; faults have one where the same stands in place of the same. */
function causeKey({ severity }: LintRule, { cause, expected, received }: LintProblem): string | undefined {
  return severity === 'fault' ? (cause ?? `${expected} ${received}`) : cause;
}

/** More of the same come from one habit of the author, or of a generator, and are told as one. */
const maxFindings = { advice: 3, fault: 10 } as const;
const MAX_SIMILAR = 20;

function groupProblems(contract: Contract, rule: LintRule, same: readonly LintProblem[]): readonly Finding[] {
  const [first, ...rest] = same;
  if (first === undefined || same.length <= (rule.maxFindings ?? maxFindings[rule.severity]))
    return same.map((problem) => toFinding(contract, rule, problem));
  const others = rest
    .slice(0, MAX_SIMILAR)
    .map(({ subject, name = subject, place }) => `${name} (${formatPlace(place)})`);
  const fingerprint = groupFingerprint(contract, rule, same);
  return [{ ...toFinding(contract, rule, first), more: rest.length, others, fingerprint }];
}

/**
 * Whichever comes first in the document. Advice is about a habit, and forgiven as one; behind a fault that is forgiven no new
 * one is to hide, so it is of the very places where it stands.
 */
function groupFingerprint(contract: Contract, rule: LintRule, same: readonly LintProblem[]): string {
  const [first] = same;
  const groupKey = `${GROUP_FINGERPRINT_PREFIX}${rule.id}|${first === undefined ? '' : (causeKey(rule, first) ?? '')}`;
  if (rule.severity === 'advice') return groupKey;
  const places = same.map(({ place }) => `${relativeName(contract, place)}|${place.pointer}`);
  return [groupKey, ...places.toSorted()].join('|');
}

function toFinding(
  contract: Contract,
  { id, severity, title, why }: LintRule,
  { subject, place, expected, received }: LintProblem,
): Finding {
  const fingerprint = `${id}|${relativeName(contract, place)}|${place.pointer}`;
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
function relativeName({ file: main }: Contract, { file }: Place): string {
  if (file === main) return '';
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file;
}
