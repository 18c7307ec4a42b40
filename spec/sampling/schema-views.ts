/** The schemas that apply to a value, and those that are reachable from a schema. */
import type { Json } from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';
import { countChoices, flattenSchema } from './flatten-schema.ts';

/** The alternatives that match the value; the schema itself if it has none. */
export function matchingViews(schema: Schema, value: Json): readonly Schema[] {
  const choices = Array.from({ length: countChoices(schema) }, (_unused, choice) => flattenSchema(schema, choice));
  if (choices.length === 1) return choices;
  return choices.filter((view) => isValid(view, value, 'response'));
}

/** Itself, and the schemas of its members, items and alternatives at every depth. */
export function reachableSchemas(schema: Schema): ReadonlySet<Schema> {
  const parts = new Set([schema]);
  for (const part of parts) for (const below of subschemas(part)) parts.add(below);
  return parts;
}

function subschemas(schema: Schema): readonly Schema[] {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema;
  const single = [additionalProperties, items].filter((part) => part !== undefined);
  return [
    ...properties.values(),
    ...patternProperties.map((part) => part.schema),
    ...single,
    ...prefixItems,
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
  ];
}
