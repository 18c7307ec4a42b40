/** In how many ways schemas are combined: what walks through all of them takes as long as there are ways. */
import type { Schema } from './schema.ts';

/** Whether one value would be judged by parts of one of the schemas, or of those below them, in more ways than so many. */
export function haveMoreCombinations(schemas: readonly Schema[], max: number): boolean {
  const counts = new Map<Schema, number>();
  const reached = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const schema of reached) {
    if (countCombinations(schema, counts, max) > max) return true;
    for (const next of [...inPlaceSubschemas(schema), ...childSubschemas(schema)]) reached.add(next);
  }
  return false;
}

/** The same for one schema and what judges its values with it. */
export function hasMoreCombinations(schema: Schema, max: number): boolean {
  return countCombinations(schema, new Map(), max) > max;
}

/** Of this schema and all that judges the same value; no more are counted than are asked about. */
function countCombinations(start: Schema, counts: Map<Schema, number>, max: number): number {
  const stack = [start];
  for (let schema = stack.at(-1); schema !== undefined; schema = stack.at(-1)) {
    const parts = inPlaceSubschemas(schema);
    const uncounted = parts.filter((part) => !counts.has(part));
    // Seen for the second time, its parts are known; one of a circle counts as one.
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

function inPlaceSubschemas(schema: Schema): readonly Schema[] {
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
