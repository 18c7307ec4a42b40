/** The lint stage: finds errors in a contract, and gaps that make an implementation hard to verify. */
import { type Contract, formatPlace, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, GROUP_FINGERPRINT_PREFIX } from '../finding/finding.ts';
import { type LintProblem, type LintRule, uniqueByPlace } from './lint-rule.ts';
import { noProblems, type RedoclyProblems, runRedocly, type UserLinter } from './redocly.ts';
import { lintRules } from './rules/index.ts';
import { describeUserRules } from './user-rules.ts';

export type { LintRule } from './lint-rule.ts';
export { lintRules } from './rules/index.ts';

/** The ids of rules about habits of many documents that break no client. */
export const minorRules: ReadonlySet<string> = new Set(
  lintRules.filter(({ isMinor }) => isMinor === true).map(({ id }) => id),
);

/** Runs all rules, and those of a Redocly configuration of the user. */
export async function lintWithRedocly(contract: Contract, userLinter?: UserLinter): Promise<readonly Finding[]> {
  const findings = lintContract(contract, await runRedocly(contract));
  if (userLinter === undefined) return findings;
  const problems = await userLinter.lint(contract);
  const rules = describeUserRules(contract, userLinter.file, problems);
  return [...findings, ...rules.flatMap((rule) => findingsOf(contract, rule, rule.problems))];
}

/** Runs the rules without Redocly's linter; rules based on it report only what `redoclyProblems` contains. */
export function lintContract(contract: Contract, redoclyProblems: RedoclyProblems = noProblems): readonly Finding[] {
  return lintRules.flatMap((rule) =>
    findingsOf(contract, rule, uniqueByPlace([...rule.problems(contract, redoclyProblems)])),
  );
}

type RuleTexts = Omit<LintRule, 'problems' | 'invariant' | 'references'>;

function findingsOf(contract: Contract, rule: RuleTexts, problems: readonly LintProblem[]): readonly Finding[] {
  const causes = Map.groupBy(problems, (problem) => causeKey(rule, problem));
  return [...causes.values()].flatMap((group) => groupProblems(contract, rule, group));
}

/**
 * Errors are grouped by cause, or by equal `expected` and `received`; warnings that name no cause form one group per
 * rule.
 */
function causeKey({ severity }: RuleTexts, { cause, expected, received }: LintProblem): string | undefined {
  return severity === 'error' ? (cause ?? `${expected} ${received}`) : cause;
}

/**
 * Many problems of one cause come from one habit of the author, or from a generator: above this number they become one
 * finding.
 */
const maxFindings = { warning: 3, error: 10 } as const;
const MAX_SIMILAR = 20;

function groupProblems(contract: Contract, rule: RuleTexts, group: readonly LintProblem[]): readonly Finding[] {
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
function groupFingerprint(contract: Contract, rule: RuleTexts, group: readonly LintProblem[]): string {
  const [first] = group;
  const groupKey = `${GROUP_FINGERPRINT_PREFIX}${rule.id}|${first === undefined ? '' : (causeKey(rule, first) ?? '')}`;
  if (rule.severity === 'warning') return groupKey;
  const places = group.map(({ place }) => `${relativeName(contract, place)}|${place.pointer}`);
  return [groupKey, ...places.toSorted()].join('|');
}

function toFinding(
  contract: Contract,
  { id, severity, title, why }: RuleTexts,
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
