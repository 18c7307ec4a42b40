/** The two sides of a difference in words. */
import { beginningOf } from '../../../text.ts';
import { type Json, stringifyJson } from '../../json/exact-json.ts';
import type { Demands, Type } from '../demands/demands.ts';
import { integerStep } from '../demands/steps.ts';

const MOST_CHARACTERS = 200;

export function describeValues(values: readonly Json[]): string {
  return cut(values.map((value) => stringifyJson(value)).join(', '));
}

export function describeWitness(value: Json): string {
  return cut(stringifyJson(value));
}

/** `integer or null`, `anything`, `nothing`. */
export function describeTypes(demands: ReadonlyMap<Type, Demands>): string {
  if (demands.size === 6) return 'anything';
  if (demands.size === 0) return 'nothing';
  const names = [...demands.values()].map(describeType).filter((name) => name !== 'null');
  return [...names, ...(demands.has('null') ? ['null'] : [])].join(' or ');
}

export function describeType(demands: Demands): string {
  return demands.type === 'number' && isInteger(demands) ? 'integer' : demands.type;
}

export function isInteger({ number, values }: Demands): boolean {
  if (values !== undefined)
    return values.every((value) => typeof value === 'bigint' || Number.isInteger(value));
  return integerStep(number.step) !== undefined;
}

/** `.name`, `["odd name"]` */
export function propertyPath(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

export function listed(names: Iterable<string>): string {
  return [...names].toSorted().join(', ') || 'none';
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${beginningOf(text, MOST_CHARACTERS - 20)}... (cut)` : text;
}
