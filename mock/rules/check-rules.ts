/** Validates rules from a file, the command line, the control API or a test, before they are used. */
import { createErrorCollector, KitError } from '../../errors.ts';
import { toJson } from '../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { parseSource } from '../../spec/source/parse-source.ts';
import { CONNECTION_FAULTS, type Rule } from '../model/rule.ts';
import { checkCondition } from './check-condition.ts';
import { checkEffects, checkStates } from './check-states.ts';
import {
  checkInteger,
  checkNames,
  checkObject,
  invalidRule,
  type RuleMount,
  type RuleNode,
  type RuleSource,
} from './rule-node.ts';

/**
 * Accepts one rule, a list, or `{ rules: [...] }`. If contracts are known, `when.operation` must be one of theirs.
 * Throws `rule-invalid` with the location and the allowed values.
 */
export function checkRules(rules: unknown, mounts: readonly RuleMount[]): readonly Rule[] {
  return parseRules(withoutUndefined(rules), { mounts });
}

/** The same for exact JSON. The error lists all that are found. */
export function parseRules(value: Json, source: RuleSource): readonly Rule[] {
  const root: RuleNode = { value, name: 'rule:', pointer: source.root ?? '', source };
  const isWrapped = isJsonObject(value) && Object.hasOwn(value, 'rules');
  const list = isWrapped ? unwrapRules(root) : root;
  if (list === undefined) return [];
  if (isJsonArray(list.value)) return parseRuleList(list, list.value);
  if (isWrapped) throw invalidRule({ ...list, name: 'rules:' }, 'a list');
  return [parseRule(root)];
}

function unwrapRules(root: RuleNode): RuleNode | undefined {
  const members = checkObject(root, ['rules']);
  checkNames(members, ['rules']);
  return members.get('rules');
}

function parseRuleList(list: RuleNode, values: readonly Json[]): readonly Rule[] {
  const errors = createErrorCollector();
  const rules = values.map((one, index) => errors.run(() => parseRule(itemNode(list, one, index)), emptyRule));
  errors.throwErrors();
  return rules;
}

const emptyRule: Rule = { then: {} };

function itemNode(list: RuleNode, value: Json, index: number): RuleNode {
  return { ...list, value, name: `rule ${index + 1}:`, pointer: `${list.pointer}/${index}` };
}

function parseRule(node: RuleNode): Rule {
  const members = checkObject(node, ruleParts);
  const [when, skip, times, then] = ruleParts.map((name) => members.get(name));
  const enabled = members.get('enabled');
  const errors = createErrorCollector();
  errors.run(() => checkNames(members, ruleParts), undefined);
  const condition = when === undefined ? undefined : errors.run(() => checkCondition(when), {});
  const rule = {
    ...(condition === undefined ? {} : { when: condition }),
    ...(skip === undefined ? {} : { skip: errors.run(() => checkInteger(skip, { min: 0 }), 0) }),
    ...(times === undefined ? {} : { times: errors.run(() => checkInteger(times, { min: 1 }), 1) }),
    ...errors.run(() => checkStates(node, members), {}),
    ...(enabled === undefined ? {} : { enabled: errors.run(() => checkEnabled(enabled), true) }),
    then: errors.run(() => {
      if (then === undefined) throw invalidRule(node, '"then" with the effect of the rule, such as { status: 503 }');
      return checkEffects(then, condition?.operation);
    }, {}),
  };
  errors.throwErrors();
  return rule;
}

function checkEnabled(node: RuleNode): boolean {
  if (typeof node.value === 'boolean') return node.value;
  throw invalidRule(node, 'true or false');
}

const ruleParts = [
  ...(['when', 'skip', 'times', 'then', 'scenario', 'requiredState', 'newState', 'repeat', 'enabled'] as const),
] as const;

/** Ignores members that are undefined, for rules from JavaScript. */
function withoutUndefined(value: unknown): Json {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return toJson(value);
  const defined = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(defined.map(([key, part]) => [key, withoutUndefined(part)]));
}

/**
 * Parses the short syntax: `createOrder x3 = 503`, `POST /orders = reset`, `* = delay 100-300`; or YAML in one line.
 * Throws `rule-invalid`, naming the option.
 */
export function parseRuleText(text: string, mounts: readonly RuleMount[]): readonly Rule[] {
  const isYaml =
    /^\s*(?:[{[]|["']?(?:when|skip|times|then|scenario|requiredState|newState|repeat|enabled|rules)["']?\s*:)/.test(
      text,
    );
  return parseRules(isYaml ? parseYamlRule(text) : parseShortRule(text), { mounts });
}

/** The outer braces are optional. */
function parseYamlRule(text: string): Json {
  const isComplete = /^\s*[{[]/.test(text);
  try {
    return parseSource('--rule', isComplete ? text : `{ ${text} }`).value;
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    const detail = `rule ${JSON.stringify(text)}: expected YAML in one line (quote a path that contains braces), got invalid YAML: ${error.detail}`;
    throw new KitError('rule-invalid', detail, { cause: error });
  }
}

const SHORT_SYNTAX =
  'REQUEST [skip N] [xN] = RESPONSE, such as "createOrder x3 = 503", "POST /orders = reset" or "* = delay 100-300"; or YAML such as "when: {operation: createOrder}, then: {status: 503}"';

function parseShortRule(text: string): Json {
  const middle = text.lastIndexOf('=');
  const [, request = '', skip, times] =
    /^(.*?)(?:\s+skip\s+(\d{1,9}))?(?:\s+x(\d{1,9}))?$/i.exec(text.slice(0, Math.max(0, middle)).trim()) ?? [];
  const effect = parseShortEffect(text.slice(middle + 1).trim());
  if (middle < 0 || request === '' || effect === undefined)
    throw invalidRule({ value: text, name: 'rule:', pointer: '', source: { mounts: [] } }, SHORT_SYNTAX);
  return {
    ...(request === '*' ? {} : { when: parseShortCondition(request) }),
    ...(skip === undefined ? {} : { skip: Number(skip) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    then: effect,
  };
}

function parseShortCondition(request: string): Json {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\/.*)$/.exec(request) ?? [];
  if (path === undefined) return { operation: request };
  return method === undefined ? { path } : { method, path };
}

/** A status, a fault, `delay 300`, `delay 100-300` and `example NAME`, in any order; undefined for any other text. */
function parseShortEffect(text: string): Json | undefined {
  const words = [...text.matchAll(/(delay|example)\s+(\S+)|(\S+)/gi)].map(
    ([, key, value, word = '']) => [key?.toLowerCase() ?? wordKind(word), value ?? word] as const,
  );
  const kinds = words.map(([kind]) => kind);
  if (words.length === 0 || kinds.includes('') || new Set(kinds).size < kinds.length) return undefined;
  return Object.fromEntries(words.map(([kind, value]) => [kind, kind === 'status' ? Number(value) : value]));
}

function wordKind(word: string): string {
  if (/^\d{3}$/.test(word)) return 'status';
  return CONNECTION_FAULTS.some((fault) => fault === word) ? 'fault' : '';
}
