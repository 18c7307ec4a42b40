/** Finds the rule that applies to a request: the first one whose condition matches. */
import { isEqualJson, isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { listBasePaths } from '../../spec/model/base-paths.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { decodeFormValue, percentDecode, type QueryField } from '../http/request-target.ts';
import { isEffectList, type MatchedRule, type RuleCondition, type StoredRule } from '../model/rule.ts';
import type { RuleStore } from '../model/storage.ts';
import type { RuleStates } from './rule-states.ts';
import { isRegExpText, matchesRegExp, matchesText } from './text-match.ts';

/** The data of a request that conditions refer to. */
export interface RuleInput {
  readonly method: string;
  /** Without the prefix, still percent-encoded. */
  readonly path: string;
  readonly operation: Operation | undefined;
  readonly query: readonly QueryField[];
  readonly header: (name: string) => string | undefined;
  /** Called only for rules that need it. The body is undefined if there is none, or if it cannot be parsed. */
  readonly validate: () => Promise<{ readonly body: Json | undefined; readonly isValid: boolean }>;
}

export interface Scenario {
  /** Whether there are no rules, if the storage knows without a query. */
  readonly isEmpty: () => boolean;
  /** The first rule that matches; counted as used. */
  find(input: RuleInput): Promise<MatchedRule | undefined>;
}

/**
 * Concurrent requests, also of several processes, share the counter of a rule: `consume` decides which of them it
 * applies to.
 */
export function createScenario(rules: RuleStore, contract: RuleScope, states: RuleStates): Scenario {
  return {
    isEmpty: () => rules.isEmpty?.() ?? false,
    find: async (input) => {
      for (;;) {
        const found = await findOnce(input);
        if (found !== 'state changed') return found;
      }
    },
  };

  /** If another request changes the state in between, an earlier rule may match now. */
  async function findOnce(input: RuleInput): Promise<MatchedRule | 'state changed' | undefined> {
    for (const rule of await rules.list()) {
      if (rule.enabled === false || isUsedUp(rule) || !(await matchesCondition(rule.when ?? {}, input, contract)))
        continue;
      const { scenario = '', requiredState: from, newState: to } = rule;
      if (from !== undefined && (await states.read(scenario)) !== from) continue;
      if (to !== undefined && !(await states.change(scenario, { from, to }))) return 'state changed';
      if (await rules.consume(rule.id)) return matchedRule(rule, states);
    }
    return undefined;
  }
}

async function matchedRule(rule: StoredRule, states: RuleStates): Promise<MatchedRule> {
  const { id, then, repeat } = rule;
  if (!isEffectList(then)) return { id, then };
  const position = await states.advance(id);
  return { id, then: then[repeat === true ? position % then.length : Math.min(position, then.length - 1)] ?? {} };
}

/** Saves a call to an external storage. */
function isUsedUp({ taken, times = Number.POSITIVE_INFINITY }: StoredRule): boolean {
  return taken >= times;
}

/** The body is only read for conditions that need it. */
async function matchesCondition(when: RuleCondition, input: RuleInput, contract: RuleScope): Promise<boolean> {
  if (!matchesHead(when, input, contract)) return false;
  if (when.body === undefined && when.valid === undefined) return true;
  const { body, isValid } = await input.validate();
  if (when.valid !== undefined && when.valid !== isValid) return false;
  return Object.entries(when.body ?? {}).every(([name, expected]) => matchesValue(bodyValue(body, name), expected));
}

type RuleScope = Pick<Contract, 'operations' | 'servers'>;

function matchesHead(when: RuleCondition, input: RuleInput, contract: RuleScope): boolean {
  const { operation, method, path, query = {}, headers = {} } = when;
  return (
    (operation === undefined || operation === input.operation?.id) &&
    (method === undefined || method.toUpperCase() === input.method) &&
    (path === undefined || matchesPath(path, input, contract)) &&
    Object.entries(query).every(([name, expected]) => matchesQuery(queryValues(input.query, name), expected)) &&
    Object.entries(headers).every(([name, expected]) => matchesHeader(input.header(name.toLowerCase()), expected))
  );
}

/** `/^` starts a regular expression, because a plain path may also end with a slash. */
function matchesPath(expected: string, { path, operation }: RuleInput, contract: RuleScope): boolean {
  const paths = [path, ...belowBasePaths(path, contract)];
  if (expected.startsWith('/^')) return paths.some((one) => matchesRegExp(one, expected));
  if (paths.some((one) => one === expected || percentDecode(one) === percentDecode(expected))) return true;
  return isTemplate(expected, contract) && matchesTemplate(expected, operation?.path, paths);
}

/** The base path of `servers` is optional, as in the router. */
function belowBasePaths(path: string, contract: RuleScope): readonly string[] {
  return listBasePaths(contract)
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => path.slice(base.length));
}

function isTemplate(path: string, { operations }: RuleScope): boolean {
  return path.includes('{') && operations.some((operation) => operation.path === path);
}

/** If no operation matches because the path lacks the method, the path is compared with the template itself. */
function matchesTemplate(template: string, found: string | undefined, paths: readonly string[]): boolean {
  if (found !== undefined) return found === template;
  const segments = template.split('/');
  return paths.some((path) => {
    const parts = path.split('/');
    return (
      parts.length === segments.length &&
      segments.every((segment, index) => (segment.includes('{') ? parts[index] !== '' : segment === parts[index]))
    );
  });
}

function queryValues(query: readonly QueryField[], name: string): readonly string[] {
  return query.filter((field) => field.name === name).map(({ rawValue }) => decodeFormValue(rawValue) ?? rawValue);
}

/** A list must equal all values of the name, in order; any other value must be one of them. */
function matchesQuery(values: readonly string[], expected: Json): boolean {
  if (!isJsonArray(expected)) return values.some((value) => matchesText(value, String(expected)));
  return (
    expected.length === values.length && expected.every((one, index) => matchesText(values[index] ?? '', String(one)))
  );
}

function matchesHeader(value: string | undefined, expected: string): boolean {
  return value !== undefined && matchesText(value, expected);
}

function matchesValue(value: Json | undefined, expected: Json): boolean {
  if (value === undefined) return false;
  if (typeof expected !== 'string' || !isRegExpText(expected)) return isEqualJson(value, expected);
  return typeof value === 'string' && matchesRegExp(value, expected);
}

/** A property name, or a JSON Pointer (RFC 6901) if it starts with a slash. */
function bodyValue(body: Json | undefined, name: string): Json | undefined {
  const steps = name.startsWith('/') ? splitPointer(name) : [name];
  return steps.reduce(childValue, body);
}

function childValue(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
