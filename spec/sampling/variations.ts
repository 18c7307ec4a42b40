/**
 * Fallbacks if a first sample is invalid: types in order, numbered strings, and values that match a single alternative.
 */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Direction, Schema, TypeName } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { flattenSchema } from './flatten-schema.ts';

/** Alternatives with more properties than this are rarely similar. */
const MAX_PROPERTIES = 40;

/**
 * Makes a value match a single one of several similar alternatives: adds a property with a value that some alternatives
 * reject and that others do not declare. Undefined if no such change is found.
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

/** Changes the last digits of a text, as in a UUID or a date, or appends or substitutes a number. */
export function* numberedStrings(text: string, n: number): Generator<string> {
  const [, head = '', digits = '', tail = ''] = /^(.*?)(\d{1,9})(\D*)$/s.exec(text) ?? [];
  for (const next of digits === '' ? [] : [Number(digits) + n, Number(digits) - n]) {
    if (next >= 0) yield `${head}${String(next).padStart(digits.length, '0')}${tail}`;
  }
  yield* [`${text}${n}`, `${n}`];
}

/** Returns the types that a schema accepts, the most complex first. */
export function orderTypes(types: ReadonlySet<TypeName>): readonly TypeName[] {
  return typeOrder.filter((type) => types.has(type));
}

/** Derives the type of a schema without `type` from its keywords; string first if they do not indicate one. */
export function guessTypes(schema: Schema): readonly TypeName[] {
  if (schema.properties.size > 0 || schema.required.size > 0 || schema.additionalProperties !== undefined) {
    return ['object'];
  }
  if (schema.items !== undefined || schema.prefixItems.length > 0) return ['array'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return typeOrder.toSorted((a, b) => Number(b === 'string') - Number(a === 'string'));
}

const typeOrder: readonly TypeName[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
