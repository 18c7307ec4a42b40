/** Finds the rule that has its say in a request. */

import type { StoredRule } from '../model/rule.ts';
import type { RuleBook } from '../model/storage.ts';
import { fits, type RuleScope } from './condition.ts';
import type { RuleFacts } from './facts.ts';

export type { RuleFacts } from './facts.ts';

export interface Scenario {
  /** Whether there are no rules, as far as that is known without asking. */
  readonly isEmpty: () => boolean;
  /** The first rule that fits; it is counted as used. */
  find(facts: RuleFacts): Promise<StoredRule | undefined>;
}

/** Requests at the same time, of several processes too, share the count of a rule: `take` decides which of them get it. */
export function createScenario(rules: RuleBook, contract: RuleScope): Scenario {
  return {
    isEmpty: () => rules.isEmpty?.() ?? false,
    find: async (facts) => {
      for (const rule of await rules.list()) {
        if (isUsedUp(rule) || !(await fits(rule.when ?? {}, facts, contract))) continue;
        if (await rules.take(rule.id)) return rule;
      }
      return undefined;
    },
  };
}

/** Spares asking a storage that is elsewhere. */
function isUsedUp({ taken, times = Number.POSITIVE_INFINITY }: StoredRule): boolean {
  return taken >= times;
}
