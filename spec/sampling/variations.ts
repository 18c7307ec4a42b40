/** What is tried where a first sample does not do: types in their order, counted texts, alternatives told apart. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Direction, Schema, TypeName } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { flattenSchema } from './flatten-schema.ts';

/** Alternatives with more properties than this are rarely alike. */
const MAX_PROPERTIES = 40;

/**
 * Alternatives that are alike but for optional properties are told apart by a property of one that has a value which
 * that one forbids, and which the others do not know. Undefined where no such change is found.
 */
export function distinguishAlternative(
  alternatives: readonly Schema[],
  value: Json,
  direction: Direction,
): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const countMatches = (one: Json) => alternatives.filter((schema) => isValid(schema, one, direction)).length;
  let found = value;
  let count = countMatches(found);
  for (const name of propertyNames(alternatives)) {
    const improvement = unlikelyValues
      .map((unlikely) => ({ ...found, [name]: unlikely }))
      .map((changed) => ({ changed, count: countMatches(changed) }))
      .find((one) => one.count > 0 && one.count < count);
    if (improvement === undefined) continue;
    found = improvement.changed;
    count = improvement.count;
    if (count === 1) return found;
  }
  return undefined;
}

function propertyNames(alternatives: readonly Schema[]): readonly string[] {
  const names = alternatives.flatMap((schema) => [...flattenSchema(schema).properties.keys()]);
  return [...new Set(names)].slice(0, MAX_PROPERTIES);
}

const unlikelyValues: readonly Json[] = ['sample', 0, true, [], {}];

/** The last digits of a text changed, as in a UUID or a date, or a number set behind it or in place of it. */
export function* numberedStrings(text: string, n: number): Generator<string> {
  const [, head = '', digits = '', tail = ''] = /^(.*?)(\d{1,9})(\D*)$/s.exec(text) ?? [];
  for (const next of digits === '' ? [] : [Number(digits) + n, Number(digits) - n]) {
    if (next >= 0) yield `${head}${String(next).padStart(digits.length, '0')}${tail}`;
  }
  yield* [`${text}${n}`, `${n}`];
}

/** The types that a schema takes, those with most to say first. */
export function orderTypes(types: ReadonlySet<TypeName>): readonly TypeName[] {
  return typeOrder.filter((type) => types.has(type));
}

/** A schema without `type` still tells by its keywords what it is about; one that does not takes a string. */
export function guessTypes(schema: Schema): readonly TypeName[] {
  if (schema.properties.size > 0 || schema.required.size > 0 || schema.additionalProperties !== undefined) {
    return ['object'];
  }
  if (schema.items !== undefined || schema.prefixItems.length > 0) return ['array'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return typeOrder.toSorted((a, b) => Number(b === 'string') - Number(a === 'string'));
}

const typeOrder: readonly TypeName[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
