/** A table of rules, each under its id. */
import type { ChangeRule } from './change.ts';

export type RuleWords = Omit<ChangeRule, 'id'>;

export interface RuleTable<Id extends string> {
  readonly all: readonly ChangeRule[];
  rule(id: Id): ChangeRule;
}

/** In the order of the table. */
export function ruleTable<Id extends string>(words: Readonly<Record<Id, RuleWords>>): RuleTable<Id> {
  return {
    all: Object.entries<RuleWords>(words).map(([id, rest]) => ({ id, ...rest })),
    rule: (id) => ({ id, ...words[id] }),
  };
}
