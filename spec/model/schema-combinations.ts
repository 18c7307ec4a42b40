/** Counts the combinations of schemas: an algorithm that visits all of them takes time proportional to this number. */
import type { Schema } from './schema.ts';

/**
 * Whether the schemas that apply to one value, in one of these schemas or any below them, combine in more than `max`
 * ways.
 */
export function haveMoreCombinations(schemas: readonly Schema[], max: number): boolean {
  const counts = new Map<Schema, number>();
  const reached = new Set(schemas);
  // Iterating over a Set includes elements added during the loop.
  for (const schema of reached) {
    if (countCombinations(schema, counts, max) > max) return true;
    for (const next of [...inPlaceSubschemas(schema), ...childSubschemas(schema)]) reached.add(next);
  }
  return false;
}

/** Like `haveMoreCombinations`, for one schema and those that apply to the same value. */
export function hasMoreCombinations(schema: Schema, max: number): boolean {
  return countCombinations(schema, new Map(), max) > max;
}

/** Counts this schema and all that apply to the same value, up to `max + 1`. */
function countCombinations(start: Schema, counts: Map<Schema, number>, max: number): number {
  const stack = [start];
  for (let schema = stack.at(-1); schema !== undefined; schema = stack.at(-1)) {
    const parts = inPlaceSubschemas(schema);
    const uncounted = parts.filter((part) => !counts.has(part));
    // On the second visit the counts of its parts are known; a part of a cycle counts as one.
    if (uncounted.length === 0 || counts.has(schema)) {
      const sum = parts.reduce((count, part) => count + (counts.get(part) ?? 1), 1);
      counts.set(schema, Math.min(sum, max + 1));
      stack.pop();
    } else {
      counts.set(schema, 1);
      stack.push(...uncounted);
    }
  }
  return counts.get(start) ?? 1;
}

/** Those that apply to the same value as the schema itself. */
export function inPlaceSubschemas(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}

function childSubschemas(schema: Schema): readonly Schema[] {
  const { additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems, contains } = schema;
  const single = [additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems, contains];
  return [
    ...schema.properties.values(),
    ...schema.patternProperties.map((one) => one.schema),
    ...schema.prefixItems,
    ...single.filter((part) => part !== undefined),
  ];
}
