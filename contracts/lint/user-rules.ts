/** The rules of a Redocly configuration of the user, and what they report, in the form of the kit's own rules. */
import type { Contract } from '../../spec/model/contract.ts';
import { redoclyCheckId } from '../finding/finding.ts';
import { findSubject, type LintProblem, type LintRule, uniqueByPlace } from './lint-rule.ts';
import type { UserRuleProblem } from './redocly.ts';

interface UserRule extends Pick<LintRule, 'id' | 'severity' | 'title' | 'why'> {
  readonly problems: readonly LintProblem[];
}

/** One for each rule and severity with problems. `file`: the configuration, which the findings name. */
export function describeUserRules(
  contract: Contract,
  file: string,
  problems: readonly UserRuleProblem[],
): readonly UserRule[] {
  const groups = Map.groupBy(problems, ({ rule, severity }) => `${severity} ${rule}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ rule, severity }) => ({
      id: redoclyCheckId(rule),
      severity,
      title: `The document breaks the rule ${rule}`,
      why: `It is a rule of ${file}: fix the document, or change the rule there.`,
      problems: uniqueByPlace(group.map((problem) => toLintProblem(contract, problem))),
    })),
  );
}

function toLintProblem(contract: Contract, { rule, place, message }: UserRuleProblem): LintProblem {
  return { subject: findSubject(place, contract), place, expected: `the rule ${rule}`, received: message };
}
