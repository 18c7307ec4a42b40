/** What people read of changes and their rules. */
import type { Change, ChangeRule } from '../../spec/diff/rules/change.ts';
import { count } from '../report/words.ts';
import { foldChanges } from './fold.ts';

/** Who breaks, and why. */
export function whyOf({ impact, breaks, why }: ChangeRule): string {
  if (impact === 'harmless' || breaks === 'nobody') return why;
  return `${impact === 'breaking' ? 'Breaks' : 'May break'} ${breaks}. ${why}`;
}

/** `A parameter has become required` */
export function titleOf({ title }: ChangeRule): string {
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** `2 breaking changes, 1 risky, 3 harmless`: those of one cause count once. */
export function countWords(changes: readonly Change[]): string {
  const causes = foldChanges(changes);
  const of = (impact: Change['rule']['impact']) =>
    causes.filter(({ change }) => change.rule.impact === impact).length;
  return `${count(of('breaking'), 'breaking change')}, ${of('risky')} risky, ${of('harmless')} harmless`;
}
