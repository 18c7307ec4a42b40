/** A node in the input of rules, with the context for error messages. */
import { createErrorCollector, KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { suggestName } from '../../spec/options/suggest-name.ts';

export interface RuleNode {
  readonly value: Json;
  /** `rule 2: then.status`; for messages. */
  readonly name: string;
  /** A JSON Pointer from the root of the input. */
  readonly pointer: string;
  readonly source: RuleSource;
}

export interface RuleSource {
  /** Rules may only name operations of these contracts; any operation if there are none. */
  readonly mounts: readonly RuleMount[];
  /** `file:line` of a pointer, if the rules come from a file. */
  readonly where?: (pointer: string) => string | undefined;
  /** The JSON Pointer of the rules, if they are a part of the input. */
  readonly root?: string;
}

/** The parts of a contract that rules refer to. */
export interface RuleMount {
  /** `/shop`, or the empty string. */
  readonly prefix: string;
  readonly contract: { readonly operations: readonly RuleOperation[] };
}

export interface RuleOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly responses: readonly {
    readonly content: readonly { readonly examples: readonly { readonly name: string }[] }[];
  }[];
}

/** The members of an object by name. Throws `rule-invalid` if it is not an object; `known` describes the expected one. */
export function checkObject(node: RuleNode, known?: readonly string[]): ReadonlyMap<string, RuleNode> {
  if (!isJsonObject(node.value)) throw invalidRule(node, known === undefined ? 'an object' : objectDescription(known));
  return new Map(Object.entries(node.value).map(([key, value]) => [key, childNode(node, key, value)]));
}

/** Throws `rule-invalid` for unknown names. */
export function checkNames(members: ReadonlyMap<string, RuleNode>, known: readonly string[]): void {
  const errors = createErrorCollector();
  for (const [key, member] of members) {
    if (known.includes(key)) continue;
    const expected = `one of ${known.join(', ')}${didYouMean(key, known)}`;
    errors.run(() => {
      throw invalidRule({ ...member, value: key }, expected);
    }, undefined);
  }
  errors.throwErrors();
}

function objectDescription(known: readonly string[]): string {
  return `an object with ${known.join(', ')}`;
}

function childNode(node: RuleNode, key: string, value: Json): RuleNode {
  const name = node.name.endsWith(':') ? `${node.name} ${key}` : `${node.name}.${key}`;
  return { ...node, value, name, pointer: joinPointer(node.pointer, key) };
}

/** An error at one place of a rule; an error that lists several has them as its parts. */
export class InvalidRuleError extends KitError {
  /** A JSON Pointer from the root of the input. */
  readonly pointer: string;
  /** `expected …, got …`, without the location. */
  readonly problem: string;

  constructor({ name, pointer, source }: RuleNode, problem: string) {
    const where = source.where?.(pointer);
    super('rule-invalid', `${name.replace(/:$/, '')}: ${problem}`, where === undefined ? {} : { where });
    this.pointer = pointer;
    this.problem = problem;
  }
}

export function invalidRule(node: RuleNode, expected: string): InvalidRuleError {
  return new InvalidRuleError(node, `expected ${expected}, got ${showValue(node.value)}`);
}

export function didYouMean(received: string, known: readonly string[]): string {
  const suggestion = suggestName(received, known);
  return suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`;
}

const MAX_VALUE_LENGTH = 80;

function showValue(value: Json): string {
  if (isJsonArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const text = stringifyJson(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}...` : text;
}

export function checkText(node: RuleNode, expected = 'a string'): string {
  if (typeof node.value === 'string' && node.value !== '') return node.value;
  throw invalidRule(node, expected);
}

export interface IntegerRange {
  readonly min: number;
  readonly max?: number;
}

export function checkInteger(node: RuleNode, { min, max = Number.MAX_SAFE_INTEGER }: IntegerRange): number {
  const { value } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw invalidRule(node, `an integer ${range}`);
}
