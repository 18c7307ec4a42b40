import type { Rule, StoredRule } from '../../model/rule.ts';
import type { RuleBook, StorageLimits } from '../../model/storage.ts';

export function createMemoryRules(limits: StorageLimits): Required<RuleBook> {
  /** Replaced at each change: what was listed before stays as it was. */
  let rules: readonly StoredRule[] = [];
  let lastId = 0;

  return {
    list: async () => rules,
    isEmpty: () => rules.length === 0,
    add: async (added: readonly Rule[]) => {
      const stored = added.map((rule, index) => ({
        ...rule,
        id: String(lastId + index + 1),
        skipped: 0,
        taken: 0,
      }));
      lastId += added.length;
      rules = [...stored, ...rules].slice(0, limits.rules);
      return stored;
    },
    remove: async (id) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: async () => {
      rules = [];
    },
    take: async (id) => {
      const index = rules.findIndex((one) => one.id === id);
      const rule = rules[index];
      if (rule === undefined || rule.taken >= (rule.times ?? Number.POSITIVE_INFINITY)) return false;
      const isSkipped = rule.skipped < (rule.skip ?? 0);
      const counted = isSkipped ? { skipped: rule.skipped + 1 } : { taken: rule.taken + 1 };
      rules = rules.with(index, { ...rule, ...counted });
      return !isSkipped;
    },
  };
}
