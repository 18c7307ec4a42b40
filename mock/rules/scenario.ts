/** The facts of a request in, the rule that applies to it out: the first of those set whose condition fits. */
import { isEqualJson, isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { listBasePaths } from '../../spec/model/base-paths.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { decodeFormValue, percentDecode, type QueryField } from '../http/request-target.ts';
import type { RuleCondition, StoredRule } from '../model/rule.ts';
import type { RuleStore } from '../model/storage.ts';
import { isRegExpText, matchesRegExp, matchesText } from './text-match.ts';

/** What conditions are about, of one request. */
export interface RuleInput {
  readonly method: string;
  /** Below the prefix, still percent-encoded. */
  readonly path: string;
  readonly operation: Operation | undefined;
  readonly query: readonly QueryField[];
  readonly header: (name: string) => string | undefined;
  /** Asked only for rules that need it. The body is undefined where there is none that can be read. */
  readonly validate: () => Promise<{ readonly body: Json | undefined; readonly isValid: boolean }>;
}

export interface Scenario {
  /** Whether there are no rules, as far as that is known without asking. */
  readonly isEmpty: () => boolean;
  /** The first rule that fits; it is counted as used. */
  find(input: RuleInput): Promise<StoredRule | undefined>;
}

/** Requests at the same time, of several processes too, share the count of a rule: `take` decides which of them get it. */
export function createScenario(rules: RuleStore, contract: RuleScope): Scenario {
  return {
    isEmpty: () => rules.isEmpty?.() ?? false,
    find: async (input) => {
      for (const rule of await rules.list()) {
        if (isUsedUp(rule) || !(await matchesCondition(rule.when ?? {}, input, contract))) continue;
        if (await rules.consume(rule.id)) return rule;
      }
      return undefined;
    },
  };
}

/** Spares asking a storage that is elsewhere. */
function isUsedUp({ taken, times = Number.POSITIVE_INFINITY }: StoredRule): boolean {
  return taken >= times;
}

/** The body is read only for conditions that ask for it. */
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

/** `/^` begins a regular expression: a path itself may end with a slash. */
function matchesPath(expected: string, { path, operation }: RuleInput, contract: RuleScope): boolean {
  const paths = [path, ...belowBasePaths(path, contract)];
  if (expected.startsWith('/^')) return paths.some((one) => matchesRegExp(one, expected));
  if (paths.some((one) => one === expected || percentDecode(one) === percentDecode(expected))) return true;
  return isTemplate(expected, contract) && matchesTemplate(expected, operation?.path, paths);
}

/** The base path of `servers` is optional, as it is for the router. */
function belowBasePaths(path: string, contract: RuleScope): readonly string[] {
  return listBasePaths(contract)
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => path.slice(base.length));
}

function isTemplate(path: string, { operations }: RuleScope): boolean {
  return path.includes('{') && operations.some((operation) => operation.path === path);
}

/** Where no operation was found, since the path has not this method, the template speaks for itself. */
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

/** A list is all values of the name, in order; anything else is one of them. */
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

/** Without a slash the name of a property; else a JSON Pointer (RFC 6901). */
function bodyValue(body: Json | undefined, name: string): Json | undefined {
  const steps = name.startsWith('/') ? splitPointer(name) : [name];
  return steps.reduce(childValue, body);
}

function childValue(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
