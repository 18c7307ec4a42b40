/** Which properties and items a schema has already judged, as `unevaluatedProperties` and `unevaluatedItems` need to know. */
import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { canMatchInTime } from './patterns.ts';

type Accepts = (schema: Schema, value: Json) => boolean;

/** The names that the schema, or a subschema that counts for the same object, has judged. */
export function findEvaluatedNames(schema: Schema, value: JsonObject, accepts: Accepts): ReadonlySet<string> {
  const names = Object.keys(value);
  const parts = [...findAppliedSchemas(schema, value, accepts)];
  return new Set(names.filter((name) => parts.some((part) => isEvaluatedName(part, name, part === schema))));
}

/** The indexes that the schema, or a subschema that counts for the same array, has judged. */
export function findEvaluatedItems(schema: Schema, value: JsonArray, accepts: Accepts): ReadonlySet<number> {
  const parts = [...findAppliedSchemas(schema, value, accepts)];
  const all = parts.some(
    (part) => part.items !== undefined || isNestedUnevaluated(part.unevaluatedItems, part, schema),
  );
  const first = Math.max(...parts.map((part) => part.prefixItems.length));
  const kinds = parts.map((part) => part.contains).filter((kind) => kind !== undefined);
  return new Set(
    value.keys().filter((index) => all || index < first || kinds.some((kind) => accepts(kind, value[index] ?? null))),
  );
}

/** The rest of another schema is judged there; its own is what is asked for. */
function isNestedUnevaluated(rest: Schema | undefined, part: Schema, rootSchema: Schema): boolean {
  return rest !== undefined && part !== rootSchema;
}

function isEvaluatedName(schema: Schema, name: string, isRoot: boolean): boolean {
  return (
    schema.properties.has(name) ||
    schema.additionalProperties !== undefined ||
    (!isRoot && schema.unevaluatedProperties !== undefined) ||
    schema.patternProperties.some(({ pattern }) => pattern.test(name) || !canMatchInTime(pattern, name))
  );
}

/** The schema itself and all that counts for this value, each once, by however many ways it is reached. */
function findAppliedSchemas(schema: Schema, value: Json, accepts: Accepts): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // A set hands out what is added to it on the way.
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
 * The subschemas that count for this value: those that it has to satisfy, and of alternatives those that it does, or all
 * where it satisfies none. Not to satisfy them is a violation of its own; told of each property again, as one that nobody
 * knows, it could not be found any more.
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
