/** The lint stage: finds errors in a contract, and gaps that make an implementation hard to verify. */
import { type Contract, formatPlace, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, GROUP_FINGERPRINT_PREFIX } from '../finding/finding.ts';
import { type LintProblem, type LintRule, uniqueByPlace } from './lint-rule.ts';
import { noProblems, type RedoclyProblems, runRedocly } from './redocly.ts';
import { lintRules } from './rules/index.ts';

export type { LintRule } from './lint-rule.ts';
export { lintRules } from './rules/index.ts';

/** Runs all rules. Redocly's linter is imported only here. */
export async function lintWithRedocly(contract: Contract): Promise<readonly Finding[]> {
  return lintContract(contract, await runRedocly(contract));
}

/** Runs the rules without Redocly's linter; rules based on it report only what `redoclyProblems` contains. */
export function lintContract(contract: Contract, redoclyProblems: RedoclyProblems = noProblems): readonly Finding[] {
  return lintRules.flatMap((rule) => {
    const problems = uniqueByPlace([...rule.problems(contract, redoclyProblems)]);
    const causes = Map.groupBy(problems, (problem) => causeKey(rule, problem));
    return [...causes.values()].flatMap((group) => groupProblems(contract, rule, group));
  });
}

/**
 * Errors are grouped by cause, or by equal `expected` and `received`; warnings that name no cause form one group per
 * rule.
 */
function causeKey({ severity }: LintRule, { cause, expected, received }: LintProblem): string | undefined {
  return severity === 'error' ? (cause ?? `${expected} ${received}`) : cause;
}

/**
 * Many problems of one cause come from one habit of the author, or from a generator: above this number they become one
 * finding.
 */
const maxFindings = { warning: 3, error: 10 } as const;
const MAX_SIMILAR = 20;

function groupProblems(contract: Contract, rule: LintRule, group: readonly LintProblem[]): readonly Finding[] {
  const [first, ...rest] = group;
  if (first === undefined || group.length <= (rule.maxFindings ?? maxFindings[rule.severity]))
    return group.map((problem) => toFinding(contract, rule, problem));
  const others = rest
    .slice(0, MAX_SIMILAR)
    .map(({ subject, name = subject, place }) => `${name} (${formatPlace(place)})`);
  const fingerprint = groupFingerprint(contract, rule, group);
  return [{ ...toFinding(contract, rule, first), similarCount: rest.length, similar: others, fingerprint }];
}

/**
 * Does not depend on which problem comes first in the document. A group of warnings is waived as a whole. The
 * fingerprint of a group of errors includes their places, so that a waiver does not hide a new error.
 */
function groupFingerprint(contract: Contract, rule: LintRule, group: readonly LintProblem[]): string {
  const [first] = group;
  const groupKey = `${GROUP_FINGERPRINT_PREFIX}${rule.id}|${first === undefined ? '' : (causeKey(rule, first) ?? '')}`;
  if (rule.severity === 'warning') return groupKey;
  const places = group.map(({ place }) => `${relativeName(contract, place)}|${place.pointer}`);
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
    lineText: sourceLine(contract, place),
    fingerprint,
    similarCount: 0,
  };
}

/** File names depend on the working directory: empty for the main document, relative to its folder for others. */
function relativeName({ file: main }: Contract, { file }: Place): string {
  if (file === main) return '';
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file;
}
