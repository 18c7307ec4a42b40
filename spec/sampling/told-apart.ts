/** A value that fits several alternatives of a `oneOf`, changed until it fits one alone. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { flatten } from './flatten.ts';

/** Alternatives with more properties than this are rarely alike. */
const MOST_NAMES = 40;

/**
 * Alternatives that are alike but for optional properties are told apart by a property of one that has a value which
 * that one forbids, and which the others do not know. Undefined where no such change is found.
 */
export function toldApart(
  alternatives: readonly Schema[],
  value: Json,
  direction: Direction,
): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const fits = (one: Json) => alternatives.filter((schema) => isValid(schema, one, direction)).length;
  let found = value;
  let count = fits(found);
  for (const name of namesOf(alternatives)) {
    const better = strangeValues
      .map((strange) => ({ ...found, [name]: strange }))
      .map((changed) => ({ changed, count: fits(changed) }))
      .find((one) => one.count > 0 && one.count < count);
    if (better === undefined) continue;
    found = better.changed;
    count = better.count;
    if (count === 1) return found;
  }
  return undefined;
}

function namesOf(alternatives: readonly Schema[]): readonly string[] {
  const names = alternatives.flatMap((schema) => [...flatten(schema).properties.keys()]);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

const strangeValues: readonly Json[] = ['sample', 0, true, [], {}];
