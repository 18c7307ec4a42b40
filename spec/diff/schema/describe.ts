/** Describes the two sides of a difference. */
import { truncate } from '../../../sanitize.ts';
import { type Json, stringifyJson } from '../../json/exact-json.ts';
import { asInteger } from '../../model/multiple-of.ts';
import type { Constraints, ValueType } from '../constraints/constraints.ts';

const MAX_CHARACTERS = 200;

export function describeValues(values: readonly Json[]): string {
  return truncateText(values.map((value) => stringifyJson(value)).join(', '));
}

export function describeExample(value: Json): string {
  return truncateText(stringifyJson(value));
}

/** `integer or null`, `any value`, `no value`. */
export function describeTypes(constraints: ReadonlyMap<ValueType, Constraints>): string {
  if (constraints.size === 6) return 'any value';
  if (constraints.size === 0) return 'no value';
  const names = [...constraints.values()].map(describeType).filter((name) => name !== 'null');
  return [...names, ...(constraints.has('null') ? ['null'] : [])].join(' or ');
}

export function describeType(constraints: Constraints): string {
  return constraints.type === 'number' && isIntegerType(constraints) ? 'integer' : constraints.type;
}

export function isIntegerType({ number, values }: Constraints): boolean {
  if (values !== undefined) return values.every((value) => typeof value === 'bigint' || Number.isInteger(value));
  return asInteger(number.multipleOf) !== undefined;
}

/** `.name`, `["odd name"]` */
export function propertyPath(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

export function joinNames(names: Iterable<string>): string {
  return [...names].toSorted().join(', ') || 'none';
}

function truncateText(text: string): string {
  return text.length > MAX_CHARACTERS ? `${truncate(text, MAX_CHARACTERS - 20)}... (cut)` : text;
}
