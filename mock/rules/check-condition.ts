/** Validates the `when` of a rule. */
import { createErrorCollector } from '../../errors.ts';
import { METHODS } from '../../platform/http.ts';
import { isJsonArray, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { findOperationIds } from '../../spec/model/operation-names.ts';
import type { RuleCondition } from '../model/rule.ts';
import { checkNames, checkObject, checkText, didYouMean, invalidRule, type RuleNode } from './rule-node.ts';
import { isRegExpText, regExpProblem } from './text-match.ts';

const conditionParts = ['mount', 'operation', 'method', 'path', 'query', 'headers', 'body', 'valid'] as const;

/** Throws `rule-invalid`. */
export function checkCondition(node: RuleNode): RuleCondition {
  const members = checkObject(node, conditionParts);
  const [mount, operation, method, path, query, headers, body, valid] = conditionParts.map((part) => members.get(part));
  const errors = createErrorCollector();
  errors.run(() => checkNames(members, conditionParts), undefined);
  const condition = {
    ...(mount === undefined ? {} : { mount: errors.run(() => checkMount(mount), '') }),
    ...(operation === undefined ? {} : { operation: errors.run(() => checkOperation(operation, mount), '') }),
    ...(method === undefined ? {} : { method: errors.run(() => checkMethod(method), '') }),
    ...(path === undefined ? {} : { path: errors.run(() => checkPath(path), '') }),
    ...(query === undefined ? {} : { query: errors.run(() => checkMembers(query, checkQueryValue), {}) }),
    ...(headers === undefined ? {} : { headers: errors.run(() => checkMembers(headers, checkHeaderValue), {}) }),
    ...(body === undefined ? {} : { body: errors.run(() => checkMembers(body, checkBodyValue), {}) }),
    ...(valid === undefined ? {} : { valid: errors.run(() => checkBoolean(valid), false) }),
  };
  errors.throwErrors();
  return condition;
}

function checkMount(node: RuleNode): string {
  const known = node.source.mounts.map(({ prefix }) => prefix);
  if (typeof node.value === 'string' && (known.length === 0 || known.includes(node.value))) return node.value;
  throw invalidRule(
    node,
    known.length === 0 ? 'a prefix' : `one of ${known.map((one) => JSON.stringify(one)).join(', ')}`,
  );
}

const MAX_LISTED = 10;

/**
 * Returns the id, also if the operation is given by method and path; searches only the contract that `mount` names, if
 * it is set.
 */
function checkOperation(node: RuleNode, mount: RuleNode | undefined): string {
  const operation = checkText(node, 'the id of an operation');
  const { mounts } = node.source;
  const candidateMounts = mounts.filter(({ prefix }) => mount === undefined || prefix === mount.value);
  const operations = mounts.flatMap(({ contract }) => contract.operations);
  const [id = operation, ...others] = findOperationIds(
    operation,
    candidateMounts.flatMap(({ contract }) => contract.operations),
  );
  if (others.length > 0) throw invalidRule(node, `one of ${[id, ...others].join(', ')} (several match)`);
  const known = operations.map((one) => one.id);
  if (known.length === 0 || known.includes(id)) return id;
  const more = known.length > MAX_LISTED ? `, ... (${known.length} in all)` : '';
  throw invalidRule(node, `one of ${known.slice(0, MAX_LISTED).join(', ')}${more}${didYouMean(operation, known)}`);
}

function checkMethod(node: RuleNode): string {
  const method = checkText(node, 'an HTTP method').toUpperCase();
  if (METHODS.includes(method)) return method;
  throw invalidRule(node, `an HTTP method${didYouMean(method, METHODS)}`);
}

function checkPath(node: RuleNode): string {
  const path = checkText(node, 'a path');
  if (path.startsWith('/^')) return checkRegExp(node, path);
  if (/^\/[^?#\s]*$/.test(path)) return path;
  throw invalidRule(node, 'a path that starts with "/", without a query; or a regular expression such as /^\\/orders/');
}

function checkMembers<T>(node: RuleNode, read: (member: RuleNode) => T): Readonly<Record<string, T>> {
  const errors = createErrorCollector();
  const members = [...checkObject(node)].flatMap(([name, member]) =>
    errors.run<readonly (readonly [string, T])[]>(() => [[name, read(member)]], []),
  );
  errors.throwErrors();
  return Object.fromEntries(members);
}

function checkQueryValue(node: RuleNode): Json {
  if (!isJsonArray(node.value)) return checkScalar(node);
  return node.value.map((value, index) => checkScalar({ ...node, value, name: `${node.name}[${index}]` }));
}

function checkScalar(node: RuleNode): string | number | bigint | boolean {
  const { value } = node;
  if (typeof value === 'string') return checkExpectedText(node, value);
  if (value !== null && typeof value !== 'object') return value;
  throw invalidRule(node, 'a string, a number, true or false');
}

/** YAML parses `X-Retry: 1` as a number. */
function checkHeaderValue(node: RuleNode): string {
  const value = checkScalar(node);
  return typeof value === 'string' ? value : stringifyJson(value);
}

function checkBodyValue(node: RuleNode): Json {
  return typeof node.value === 'string' ? checkExpectedText(node, node.value) : node.value;
}

function checkBoolean(node: RuleNode): boolean {
  if (typeof node.value === 'boolean') return node.value;
  throw invalidRule(node, 'true or false');
}

function checkExpectedText(node: RuleNode, text: string): string {
  return isRegExpText(text) ? checkRegExp(node, text) : text;
}

function checkRegExp(node: RuleNode, text: string): string {
  const problem = regExpProblem(text);
  if (problem !== undefined) throw invalidRule(node, problem);
  return text;
}
