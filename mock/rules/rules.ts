/** The facts of a request in, the rule that applies to it out: the first of those set whose condition fits. */
import { isJsonArray, isJsonObject, type Json, sameJson } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import { allBasePaths } from '../../spec/model/base-paths.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { decode, decodeField, type QueryField } from '../http/target.ts';
import type { RuleCondition, StoredRule } from '../model/rule.ts';
import type { RuleBook } from '../model/storage.ts';
import { isRegExpText, isWanted, matchesRegExp } from './text-match.ts';

/** What conditions are about, of one request. */
export interface RuleFacts {
  readonly method: string;
  /** Below the prefix, still percent-encoded. */
  readonly path: string;
  readonly operation: Operation | undefined;
  readonly query: readonly QueryField[];
  readonly header: (name: string) => string | undefined;
  /** Asked only for rules that need it. The body is undefined where there is none that can be read. */
  readonly judged: () => Promise<{ readonly body: Json | undefined; readonly isValid: boolean }>;
}

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

/** The body is read only for conditions that ask for it. */
async function fits(when: RuleCondition, facts: RuleFacts, contract: RuleScope): Promise<boolean> {
  if (!fitsHead(when, facts, contract)) return false;
  if (when.body === undefined && when.valid === undefined) return true;
  const { body, isValid } = await facts.judged();
  if (when.valid !== undefined && when.valid !== isValid) return false;
  return Object.entries(when.body ?? {}).every(([name, wanted]) => fitsValue(valueAt(body, name), wanted));
}

type RuleScope = Pick<Contract, 'operations' | 'servers'>;

function fitsHead(when: RuleCondition, facts: RuleFacts, contract: RuleScope): boolean {
  const { operation, method, path, query = {}, headers = {} } = when;
  return (
    (operation === undefined || operation === facts.operation?.id) &&
    (method === undefined || method.toUpperCase() === facts.method) &&
    (path === undefined || fitsPath(path, facts, contract)) &&
    Object.entries(query).every(([name, wanted]) => fitsQuery(valuesOf(facts.query, name), wanted)) &&
    Object.entries(headers).every(([name, wanted]) => fitsHeader(facts.header(name.toLowerCase()), wanted))
  );
}

/** `/^` begins a regular expression: a path itself may end with a slash. */
function fitsPath(wanted: string, { path, operation }: RuleFacts, contract: RuleScope): boolean {
  const paths = [path, ...belowBasePaths(path, contract)];
  if (wanted.startsWith('/^')) return paths.some((one) => matchesRegExp(one, wanted));
  if (paths.some((one) => one === wanted || decode(one) === decode(wanted))) return true;
  return isTemplate(wanted, contract) && fitsTemplate(wanted, operation?.path, paths);
}

/** The base path of `servers` is optional, as it is for the router. */
function belowBasePaths(path: string, contract: RuleScope): readonly string[] {
  return allBasePaths(contract)
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => path.slice(base.length));
}

function isTemplate(path: string, { operations }: RuleScope): boolean {
  return path.includes('{') && operations.some((operation) => operation.path === path);
}

/** Where no operation was found, since the path has not this method, the template speaks for itself. */
function fitsTemplate(template: string, found: string | undefined, paths: readonly string[]): boolean {
  if (found !== undefined) return found === template;
  const segments = template.split('/');
  return paths.some((path) => {
    const parts = path.split('/');
    return (
      parts.length === segments.length &&
      segments.every((segment, index) =>
        segment.includes('{') ? parts[index] !== '' : segment === parts[index],
      )
    );
  });
}

function valuesOf(query: readonly QueryField[], name: string): readonly string[] {
  return query
    .filter((field) => field.name === name)
    .map(({ rawValue }) => decodeField(rawValue) ?? rawValue);
}

/** A list is all values of the name, in order; anything else is one of them. */
function fitsQuery(values: readonly string[], wanted: Json): boolean {
  if (!isJsonArray(wanted)) return values.some((value) => isWanted(value, String(wanted)));
  return (
    wanted.length === values.length &&
    wanted.every((one, index) => isWanted(values[index] ?? '', String(one)))
  );
}

function fitsHeader(value: string | undefined, wanted: string): boolean {
  return value !== undefined && isWanted(value, wanted);
}

function fitsValue(value: Json | undefined, wanted: Json): boolean {
  if (value === undefined) return false;
  if (typeof wanted !== 'string' || !isRegExpText(wanted)) return sameJson(value, wanted);
  return typeof value === 'string' && matchesRegExp(value, wanted);
}

/** Without a slash the name of a property; else a JSON Pointer (RFC 6901). */
function valueAt(body: Json | undefined, name: string): Json | undefined {
  const steps = name.startsWith('/') ? splitPointer(name) : [name];
  return steps.reduce(step, body);
}

function step(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
