/** Rules from outside: a file, the command line, the control API, a test. What is wrong is refused before any request. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { toJson } from '../../spec/json/foreign-json.ts';
import { checkCondition } from './check-condition.ts';
import { checkEffect } from './check-effect.ts';
import type { Rule } from './rule.ts';
import {
  integerIn,
  invalid,
  membersOf,
  type RuleMount,
  type RuleNode,
  type RuleSource,
} from './rule-node.ts';

/**
 * Takes one rule, a list, or `{ rules: [...] }`. Where contracts are known, `when.operation` has to be one of theirs.
 * Throws `rule-invalid` with the place and what may stand there.
 */
export function checkRules(rules: unknown, mounts: readonly RuleMount[]): readonly Rule[] {
  return parseRules(plain(rules), { mounts });
}

/** The same for exact JSON. */
export function parseRules(value: Json, source: RuleSource): readonly Rule[] {
  const root: RuleNode = { value, name: 'rule:', pointer: '', source };
  const isWrapped = isJsonObject(value) && Object.hasOwn(value, 'rules');
  const list = isWrapped ? membersOf(root, ['rules']).get('rules') : root;
  if (list === undefined) return [];
  if (isJsonArray(list.value)) return list.value.map((one, index) => parseRule(itemOf(list, one, index)));
  if (isWrapped) throw invalid({ ...list, name: 'rules:' }, 'a list');
  return [parseRule(root)];
}

function itemOf(list: RuleNode, value: Json, index: number): RuleNode {
  return { ...list, value, name: `rule ${index + 1}:`, pointer: `${list.pointer}/${index}` };
}

function parseRule(node: RuleNode): Rule {
  const members = membersOf(node, ['when', 'skip', 'times', 'then']);
  const [when, skip, times, then] = ['when', 'skip', 'times', 'then'].map((name) => members.get(name));
  if (then === undefined) throw invalid(node, '"then": what the rule does, such as { status: 503 }');
  const condition = when === undefined ? undefined : checkCondition(when);
  return {
    ...(condition === undefined ? {} : { when: condition }),
    ...(skip === undefined ? {} : { skip: integerIn(skip, { min: 0 }) }),
    ...(times === undefined ? {} : { times: integerIn(times, { min: 1 }) }),
    then: checkEffect(then, condition?.operation),
  };
}

/** From a program's values: members that are undefined are not there. */
function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return toJson(value);
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(given.map(([key, part]) => [key, plain(part)]));
}
