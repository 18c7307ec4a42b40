/** The `then` of a rule from outside. */
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType } from '../../spec/model/contract.ts';
import { isBodiless, validateHeaderName, validateHeaderValue } from '../http/message.ts';
import { CONNECTION_FAULTS, type ConnectionFault, parseDelay, type RuleEffect } from '../model/rule.ts';
import { didYouMean, integerIn, invalid, membersOf, type RuleNode, textIn } from './rule-node.ts';

const parts = ['status', 'headers', 'body', 'example', 'delay', 'fault'] as const;

/** `operation` is that of the condition. Throws `rule-invalid`. */
export function checkEffect(node: RuleNode, operation: string | undefined): RuleEffect {
  const members = membersOf(node, parts);
  const [status, headers, body, example, delay, fault] = parts.map((part) => members.get(part));
  if (members.size === 0) throw invalid(node, `at least one of ${parts.join(', ')}`);
  if (body !== undefined && example !== undefined) throw invalid(node, '"body" or "example", not both');
  const effect = {
    ...(status === undefined ? {} : { status: integerIn(status, { min: 200, max: 599 }) }),
    ...(headers === undefined ? {} : { headers: headersIn(headers) }),
    ...(body === undefined ? {} : { body: body.value }),
    ...(example === undefined ? {} : { example: exampleIn(example, operation) }),
    ...(delay === undefined ? {} : { delay: delayIn(delay) }),
    ...(fault === undefined ? {} : { fault: faultIn(fault) }),
  };
  if (body !== undefined) refuseBody(body, effect);
  return effect;
}

function refuseBody(node: RuleNode, { status = 200, headers = {}, body }: RuleEffect): void {
  if (isBodiless(status)) throw invalid(node, `none, since an answer ${status} has no body`);
  const type = typeIn(headers);
  if (typeof body !== 'string' && type !== undefined && !isJsonType(type))
    throw invalid(node, `a text, since its media type is ${type}`);
}

/** The media type that a rule gives its own body; undefined leaves it at JSON. */
export function typeIn(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** They say how the message is framed, which is the server's to say; faults are there to break it. */
const framing = [
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
  'te',
];

function headersIn(node: RuleNode): Readonly<Record<string, string>> {
  const members = [...membersOf(node)];
  const names = members.map(([name]) => name.toLowerCase());
  for (const [name, member] of members) {
    if (framing.includes(name.toLowerCase()))
      throw invalid({ ...member, value: name }, 'a header other than those that frame the message');
    if (names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()))
      throw invalid({ ...member, value: name }, 'each header once');
    if (isRefused(() => validateHeaderName(name)))
      throw invalid({ ...member, value: name }, 'the name of a header (letters, digits and dashes)');
  }
  return Object.fromEntries(members.map(([name, member]) => [name, headerValueIn(name, member)]));
}

function headerValueIn(name: string, node: RuleNode): string {
  const { value } = node;
  const text = typeof value === 'string' ? value : scalarText(value);
  if (text !== undefined && !isRefused(() => validateHeaderValue(name, text))) return text;
  throw invalid(node, 'a text that a header can hold, in one line and in Latin-1');
}

/** YAML reads `Retry-After: 30` as a number. */
function scalarText(value: Json): string | undefined {
  return value === null || typeof value === 'object' ? undefined : stringifyJson(value);
}

function isRefused(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

/** Known only where the rule names its operation. */
function exampleIn(node: RuleNode, operation: string | undefined): string {
  const given = textIn(node, 'the name of an example');
  const declaring = node.source.mounts
    .flatMap(({ contract }) => contract.operations)
    .filter(({ id }) => id === operation);
  const names = declaring.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name))),
  );
  if (declaring.length === 0 || names.includes(given)) return given;
  const known = [...new Set(names)];
  const expected =
    known.length === 0 ? 'none (the operation declares no examples)' : `one of ${known.join(', ')}`;
  throw invalid(node, `${expected}${didYouMean(given, known)}`);
}

function delayIn(node: RuleNode): number | string {
  const { value } = node;
  const isDelay = (typeof value === 'number' || typeof value === 'string') && parseDelay(value) !== undefined;
  if (isDelay) return value;
  throw invalid(node, 'milliseconds from 0 to 600000, or a range such as 100-300');
}

function faultIn(node: RuleNode): ConnectionFault {
  const { value } = node;
  const known = CONNECTION_FAULTS.find((fault) => fault === value);
  if (known !== undefined) return known;
  throw invalid(
    node,
    `one of ${CONNECTION_FAULTS.join(', ')}${didYouMean(String(value), CONNECTION_FAULTS)}`,
  );
}
