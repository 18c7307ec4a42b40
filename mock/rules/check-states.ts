/** Validates the parts of a rule that depend on earlier requests: the state of a scenario, and a list of effects. */
import { createErrorCollector } from '../../errors.ts';
import { isJsonArray } from '../../spec/json/exact-json.ts';
import type { Rule, RuleEffect } from '../model/rule.ts';
import { checkEffect } from './check-effect.ts';
import { checkText, invalidRule, type RuleNode } from './rule-node.ts';

type StateParts = Pick<Rule, 'scenario' | 'requiredState' | 'newState' | 'repeat'>;

/** Throws `rule-invalid`. */
export function checkStates(node: RuleNode, members: ReadonlyMap<string, RuleNode>): StateParts {
  const [scenario, requiredState, newState, repeat] = ['scenario', 'requiredState', 'newState', 'repeat'].map((name) =>
    members.get(name),
  );
  const state = requiredState ?? newState;
  if (scenario !== undefined && state === undefined)
    throw invalidRule(scenario, 'also "requiredState" or "newState", which are states of this scenario');
  if (state !== undefined && scenario === undefined) throw invalidRule(node, '"scenario" with the name of the states');
  const limit = members.get('times') ?? members.get('skip');
  if (newState !== undefined && limit !== undefined)
    throw invalidRule(limit, 'none together with "newState": the first matching request changes the state');
  return {
    ...(scenario === undefined ? {} : { scenario: checkText(scenario) }),
    ...(requiredState === undefined ? {} : { requiredState: checkText(requiredState) }),
    ...(newState === undefined ? {} : { newState: checkText(newState) }),
    ...(repeat === undefined ? {} : { repeat: checkRepeat(repeat, members.get('then')) }),
  };
}

function checkRepeat(node: RuleNode, then: RuleNode | undefined): boolean {
  if (typeof node.value !== 'boolean') throw invalidRule(node, 'true or false');
  if (then !== undefined && !isJsonArray(then.value)) throw invalidRule(node, 'none, because "then" is not a list');
  return node.value;
}

/** One effect, or a list of them. Throws `rule-invalid`. */
export function checkEffects(node: RuleNode, operation: string | undefined): RuleEffect | readonly RuleEffect[] {
  if (!isJsonArray(node.value)) return checkEffect(node, operation);
  if (node.value.length === 0) throw invalidRule(node, 'at least one effect');
  const errors = createErrorCollector();
  const effects = node.value.map((value, index) => {
    const item = { ...node, value, name: `${node.name}[${index}]`, pointer: `${node.pointer}/${index}` };
    return errors.run(() => checkEffect(item, operation), {});
  });
  errors.throwErrors();
  return effects;
}
