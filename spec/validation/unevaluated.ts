/** Finds the properties and items that a schema has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { canMatchInTime } from './patterns.ts';

type Accepts = (schema: Schema, value: Json) => boolean;

/** Returns the names evaluated by the schema or by a subschema that applies to the same object. */
export function findEvaluatedNames(schema: Schema, value: JsonObject, accepts: Accepts): ReadonlySet<string> {
  const names = Object.keys(value);
  const parts = [...findAppliedSchemas(schema, value, accepts)];
  return new Set(names.filter((name) => parts.some((part) => isEvaluatedName(part, name, part === schema))));
}

/** Returns the indexes evaluated by the schema or by a subschema that applies to the same array. */
export function findEvaluatedItems(schema: Schema, value: JsonArray, accepts: Accepts): ReadonlySet<number> {
  const parts = [...findAppliedSchemas(schema, value, accepts)];
  const all = parts.some(
    (part) => part.items !== undefined || isNestedUnevaluated(part.unevaluatedItems, part, schema),
  );
  const first = Math.max(...parts.map((part) => part.prefixItems.length));
  const containsSchemas = parts.map((part) => part.contains).filter((part) => part !== undefined);
  return new Set(
    value
      .keys()
      .filter((index) => all || index < first || containsSchemas.some((part) => accepts(part, value[index] ?? null))),
  );
}

/** `unevaluatedItems` of a subschema evaluates its items; that of the root schema is the one being computed. */
function isNestedUnevaluated(unevaluatedItems: Schema | undefined, part: Schema, rootSchema: Schema): boolean {
  return unevaluatedItems !== undefined && part !== rootSchema;
}

function isEvaluatedName(schema: Schema, name: string, isRoot: boolean): boolean {
  return (
    schema.properties.has(name) ||
    schema.additionalProperties !== undefined ||
    (!isRoot && schema.unevaluatedProperties !== undefined) ||
    schema.patternProperties.some(({ pattern }) => pattern.test(name) || !canMatchInTime(pattern, name))
  );
}

/** Returns the schema and all that apply to this value, each once, however many paths lead to it. */
function findAppliedSchemas(schema: Schema, value: Json, accepts: Accepts): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // Iterating over a Set includes elements added during the loop.
  for (const part of found) {
    for (const next of [...appliedSubschemas(part, value, accepts), ...appliedDependentSchemas(part, value)])
      found.add(next);
  }
  return found;
}

function appliedDependentSchemas({ dependentSchemas }: Schema, value: Json): readonly Schema[] {
  if (!isJsonObject(value)) return [];
  return [...dependentSchemas].filter(([name]) => Object.hasOwn(value, name)).map(([, part]) => part);
}

/**
 * Returns the subschemas that apply to this value: those that it must match, and of alternatives those that it does
 * match, or all of them if it matches none. Not matching any is a separate violation; reporting every property as
 * unevaluated as well would hide it.
 */
function appliedSubschemas(schema: Schema, value: Json, accepts: Accepts): readonly Schema[] {
  const { if: condition } = schema;
  const satisfied = (parts: readonly Schema[]) => {
    const accepted = parts.filter((part) => accepts(part, value));
    return accepted.length === 0 ? parts : accepted;
  };
  const always = [...schema.allOf, ...satisfied(schema.anyOf), ...satisfied(schema.oneOf)];
  if (condition === undefined) return always;
  const isConditionMet = accepts(condition, value);
  const branch = isConditionMet ? schema.then : schema.else;
  return [...always, ...(isConditionMet ? [condition] : []), ...(branch === undefined ? [] : [branch])];
}
