/** The `when` of a rule from outside. */
import { isJsonArray, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { idsNamed } from '../../spec/model/operation-named.ts';
import { METHODS } from '../http/message.ts';
import type { RuleCondition } from '../model/rule.ts';
import { didYouMean, invalid, membersOf, type RuleNode, textIn } from './rule-node.ts';
import { isRegExpText, regExpFault } from './text-match.ts';

const parts = ['mount', 'operation', 'method', 'path', 'query', 'headers', 'body', 'valid'] as const;

/** Throws `rule-invalid`. */
export function checkCondition(node: RuleNode): RuleCondition {
  const members = membersOf(node, parts);
  const [mount, operation, method, path, query, headers, body, valid] = parts.map((part) =>
    members.get(part),
  );
  return {
    ...(mount === undefined ? {} : { mount: mountIn(mount) }),
    ...(operation === undefined ? {} : { operation: operationIn(operation, mount) }),
    ...(method === undefined ? {} : { method: methodIn(method) }),
    ...(path === undefined ? {} : { path: pathIn(path) }),
    ...(query === undefined ? {} : { query: recordOf(query, queryValueIn) }),
    ...(headers === undefined ? {} : { headers: recordOf(headers, headerValueIn) }),
    ...(body === undefined ? {} : { body: recordOf(body, bodyValueIn) }),
    ...(valid === undefined ? {} : { valid: truthIn(valid) }),
  };
}

function mountIn(node: RuleNode): string {
  const known = node.source.mounts.map(({ prefix }) => prefix);
  if (typeof node.value === 'string' && (known.length === 0 || known.includes(node.value))) return node.value;
  throw invalid(
    node,
    known.length === 0 ? 'a prefix' : `one of ${known.map((one) => JSON.stringify(one)).join(', ')}`,
  );
}

const MOST_TOLD = 10;

/** Its id, also where it is named by method and path: in the contract that the rule is about, where it says so. */
function operationIn(node: RuleNode, mount: RuleNode | undefined): string {
  const given = textIn(node, 'the id of an operation');
  const { mounts } = node.source;
  const meant = mounts.filter(({ prefix }) => mount === undefined || prefix === mount.value);
  const operations = mounts.flatMap(({ contract }) => contract.operations);
  const [id = given, ...others] = idsNamed(
    given,
    meant.flatMap(({ contract }) => contract.operations),
  );
  if (others.length > 0) throw invalid(node, `the one that is meant of ${[id, ...others].join(', ')}`);
  const known = operations.map((operation) => operation.id);
  if (known.length === 0 || known.includes(id)) return id;
  const more = known.length > MOST_TOLD ? `, ... (${known.length} in all)` : '';
  throw invalid(node, `one of ${known.slice(0, MOST_TOLD).join(', ')}${more}${didYouMean(given, known)}`);
}

function methodIn(node: RuleNode): string {
  const given = textIn(node, 'a method of HTTP').toUpperCase();
  if (METHODS.includes(given)) return given;
  throw invalid(node, `a method of HTTP${didYouMean(given, METHODS)}`);
}

function pathIn(node: RuleNode): string {
  const given = textIn(node, 'a path');
  if (given.startsWith('/^')) return checkedRegExp(node, given);
  if (/^\/[^?#\s]*$/.test(given)) return given;
  throw invalid(
    node,
    'a path that starts with "/", without a query; or a regular expression such as /^\\/orders/',
  );
}

function recordOf<T>(node: RuleNode, read: (member: RuleNode) => T): Readonly<Record<string, T>> {
  return Object.fromEntries([...membersOf(node)].map(([name, member]) => [name, read(member)]));
}

function queryValueIn(node: RuleNode): Json {
  if (!isJsonArray(node.value)) return plainIn(node);
  return node.value.map((value, index) => plainIn({ ...node, value, name: `${node.name}[${index}]` }));
}

function plainIn(node: RuleNode): string | number | bigint | boolean {
  const { value } = node;
  if (typeof value === 'string') return wantedIn(node, value);
  if (value !== null && typeof value !== 'object') return value;
  throw invalid(node, 'a text, a number, true or false');
}

/** YAML reads `X-Retry: 1` as a number. */
function headerValueIn(node: RuleNode): string {
  const value = plainIn(node);
  return typeof value === 'string' ? value : stringifyJson(value);
}

function bodyValueIn(node: RuleNode): Json {
  return typeof node.value === 'string' ? wantedIn(node, node.value) : node.value;
}

function truthIn(node: RuleNode): boolean {
  if (typeof node.value === 'boolean') return node.value;
  throw invalid(node, 'true or false');
}

function wantedIn(node: RuleNode, text: string): string {
  return isRegExpText(text) ? checkedRegExp(node, text) : text;
}

function checkedRegExp(node: RuleNode, text: string): string {
  const fault = regExpFault(text);
  if (fault !== undefined) throw invalid(node, fault);
  return text;
}
