/** What the next requests get. */

import { toJson } from '../../../spec/json/foreign-json.ts';
import { quoted } from '../../refusals.ts';
import { parseRules } from '../../scenario/check-rules.ts';
import type { StoredRule } from '../../scenario/rule.ts';
import type { RuleMount } from '../../scenario/rule-node.ts';
import type { ScenarioDesk } from '../desk.ts';
import { type ControlReply, json, nothing, problem } from '../reply.ts';
import { type ControlRoutes, textIn } from '../route.ts';

export function ruleRoutes(scenario: ScenarioDesk, mounts: () => readonly RuleMount[]): ControlRoutes {
  return {
    listRules: async () => rulesReply(200, await scenario.rules()),
    addRules: async ({ body = null }) =>
      rulesReply(201, await scenario.add(...parseRules(body, { mounts: mounts() }))),
    clearRules: async () => {
      await scenario.clear();
      return nothing;
    },
    removeRule: async (call) => {
      const id = textIn(call, 'path.id') ?? '';
      if (await scenario.remove(id)) return nothing;
      return problem(404, `rule ${quoted(id)}: not there`, {
        fix: 'GET /__store/rules lists those that are.',
      });
    },
  };
}

function rulesReply(status: number, rules: readonly StoredRule[]): ControlReply {
  return json(status, { rules: rules.map(toJson) });
}
