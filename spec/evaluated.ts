/** Which properties and items a schema has already judged, as `unevaluatedProperties` and `unevaluatedItems` need to know. */
import type { Json, JsonArray, JsonObject } from './exact-json.ts';
import type { Schema } from './schema.ts';

type Accepts = (schema: Schema, value: Json) => boolean;

/** The names that the schema, or a subschema that accepts the same object, has judged. */
export function evaluatedNames(
  schema: Schema,
  value: JsonObject,
  accepts: Accepts,
  own = true,
): ReadonlySet<string> {
  const names = Object.keys(value);
  const known = new Set(names.filter((name) => isJudged(schema, name, own)));
  for (const part of applied(schema, value, accepts)) {
    for (const name of evaluatedNames(part, value, accepts, false)) known.add(name);
  }
  for (const [name, part] of schema.dependentSchemas) {
    if (!Object.hasOwn(value, name) || !accepts(part, value)) continue;
    for (const other of evaluatedNames(part, value, accepts, false)) known.add(other);
  }
  return known;
}

/** The indexes that the schema, or a subschema that accepts the same array, has judged. */
export function evaluatedItems(
  schema: Schema,
  value: JsonArray,
  accepts: Accepts,
  own = true,
): ReadonlySet<number> {
  const { contains } = schema;
  const all = schema.items !== undefined || (!own && schema.unevaluatedItems !== undefined);
  const known = new Set(
    value.keys().filter((index) => {
      const item = value[index] ?? null;
      return all || index < schema.prefixItems.length || (contains !== undefined && accepts(contains, item));
    }),
  );
  for (const part of applied(schema, value, accepts)) {
    for (const index of evaluatedItems(part, value, accepts, false)) known.add(index);
  }
  return known;
}

function isJudged(schema: Schema, name: string, own: boolean): boolean {
  return (
    schema.properties.has(name) ||
    schema.additionalProperties !== undefined ||
    (!own && schema.unevaluatedProperties !== undefined) ||
    schema.patternProperties.some(({ pattern }) => pattern.test(name))
  );
}

/** The subschemas that count for this value: those that it satisfies. */
function applied(schema: Schema, value: Json, accepts: Accepts): readonly Schema[] {
  const { if: condition } = schema;
  const chosen = [...schema.allOf, ...schema.anyOf, ...schema.oneOf].filter((part) => accepts(part, value));
  if (condition === undefined) return chosen;
  const holds = accepts(condition, value);
  const branch = holds ? schema.then : schema.else;
  return [
    ...chosen,
    ...(holds ? [condition] : []),
    ...(branch !== undefined && accepts(branch, value) ? [branch] : []),
  ];
}
