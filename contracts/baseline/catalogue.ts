/** The rules of the differ as checks, for those who want to know what a finding means. */
import { changeRules } from '../../spec/diff/rules/all-rules.ts';
import { titleOf, whyOf } from './words.ts';

/** Those that make findings. */
export const changeChecks = changeRules
  .filter(({ impact }) => impact !== 'harmless')
  .map((rule) => ({
    id: rule.id,
    severity: rule.impact === 'breaking' ? ('fault' as const) : ('advice' as const),
    holds: `no change of this kind: ${lowered(rule.title)}`,
    title: titleOf(rule),
    why: whyOf(rule),
    restsOn: 'two versions of the contract, by the law in docs/diff.md',
  }));

function lowered(title: string): string {
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
