/** Validates the `then` of a rule. */
import { createErrorCollector } from '../../errors.ts';
import { validateHeaderName, validateHeaderValue } from '../../platform/http.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType } from '../../spec/model/contract.ts';
import { isBodiless } from '../http/http-message.ts';
import { CONNECTION_FAULTS, type ConnectionFault, parseDelay, type RuleEffect } from '../model/rule.ts';
import { checkTemplates } from './check-templates.ts';
import {
  checkInteger,
  checkNames,
  checkObject,
  checkText,
  didYouMean,
  invalidRule,
  type RuleNode,
} from './rule-node.ts';

const effectParts = ['status', 'headers', 'body', 'example', 'delay', 'fault'] as const;

/** `operation` is the one in the condition. Throws `rule-invalid`. */
export function checkEffect(node: RuleNode, operation: string | undefined): RuleEffect {
  const members = checkObject(node, effectParts);
  const [status, headers, body, example, delay, fault] = effectParts.map((part) => members.get(part));
  if (members.size === 0) throw invalidRule(node, `at least one of ${effectParts.join(', ')}`);
  const errors = createErrorCollector();
  errors.run(() => checkNames(members, effectParts), undefined);
  errors.run(() => {
    if (body !== undefined && example !== undefined) throw invalidRule(node, '"body" or "example", not both');
  }, undefined);
  const effect: RuleEffect = {
    ...(status === undefined ? {} : { status: errors.run(() => checkInteger(status, { min: 200, max: 599 }), 200) }),
    ...(headers === undefined ? {} : { headers: errors.run(() => checkHeaders(headers), {}) }),
    ...(body === undefined ? {} : { body: body.value }),
    ...(example === undefined ? {} : { example: errors.run(() => checkExample(example, operation), '') }),
    ...(delay === undefined ? {} : { delay: errors.run(() => checkDelay(delay), 0) }),
    ...(fault === undefined ? {} : { fault: errors.run(() => checkFault(fault), 'reset') }),
  };
  if (body !== undefined) errors.run(() => checkBody(body, effect), undefined);
  for (const node of [body, headers]) if (node !== undefined) errors.run(() => checkTemplates(node), undefined);
  errors.throwErrors();
  return effect;
}

function checkBody(node: RuleNode, { status = 200, headers = {}, body }: RuleEffect): void {
  if (isBodiless(status)) throw invalidRule(node, `none, because a ${status} response has no body`);
  const type = mediaTypeOf(headers);
  if (typeof body !== 'string' && type !== undefined && !isJsonType(type))
    throw invalidRule(node, `a string, because its media type is ${type}`);
}

/** The media type that a rule sets for its body; undefined for the default, JSON. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** These headers define the framing of the message, which the server sets; to break it, use faults. */
const framingHeaders = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer', 'te'];

function checkHeaders(node: RuleNode): Readonly<Record<string, string>> {
  const members = [...checkObject(node)];
  const names = members.map(([name]) => name.toLowerCase());
  const errors = createErrorCollector();
  const checkName = (name: string, member: RuleNode) => {
    if (framingHeaders.includes(name.toLowerCase()))
      throw invalidRule({ ...member, value: name }, 'a header that does not frame the message');
    if (names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()))
      throw invalidRule({ ...member, value: name }, 'each header only once');
    if (throwsError(() => validateHeaderName(name)))
      throw invalidRule({ ...member, value: name }, 'a header name (letters, digits and dashes)');
  };
  const headers = members.map(([name, member]) => {
    errors.run(() => checkName(name, member), undefined);
    return [name, errors.run(() => checkHeaderValue(name, member), '')] as const;
  });
  errors.throwErrors();
  return Object.fromEntries(headers);
}

function checkHeaderValue(name: string, node: RuleNode): string {
  const { value } = node;
  const text = typeof value === 'string' ? value : scalarText(value);
  if (text !== undefined && !throwsError(() => validateHeaderValue(name, text))) return text;
  throw invalidRule(node, 'a header value in one line of Latin-1');
}

/** YAML parses `Retry-After: 30` as a number. */
function scalarText(value: Json): string | undefined {
  return value === null || typeof value === 'object' ? undefined : stringifyJson(value);
}

function throwsError(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

/** Examples are known only if the rule names its operation. */
function checkExample(node: RuleNode, operation: string | undefined): string {
  const example = checkText(node, 'the name of an example');
  const declaring = node.source.mounts
    .flatMap(({ contract }) => contract.operations)
    .filter(({ id }) => id === operation);
  const names = declaring.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
  );
  if (declaring.length === 0 || names.includes(example)) return example;
  const known = [...new Set(names)];
  const expected = known.length === 0 ? 'none (the operation declares no examples)' : `one of ${known.join(', ')}`;
  throw invalidRule(node, `${expected}${didYouMean(example, known)}`);
}

function checkDelay(node: RuleNode): number | string {
  const { value } = node;
  const isDelay = (typeof value === 'number' || typeof value === 'string') && parseDelay(value) !== undefined;
  if (isDelay) return value;
  throw invalidRule(node, 'milliseconds from 0 to 600000, or a range such as 100-300');
}

function checkFault(node: RuleNode): ConnectionFault {
  const { value } = node;
  const known = CONNECTION_FAULTS.find((fault) => fault === value);
  if (known !== undefined) return known;
  throw invalidRule(node, `one of ${CONNECTION_FAULTS.join(', ')}${didYouMean(String(value), CONNECTION_FAULTS)}`);
}
