/** In how many ways schemas are combined: what walks through all of them takes as long as there are ways. */
import type { Schema } from './schema.ts';

/** Whether one value would be judged by parts of one of the schemas, or of those below them, in more ways than so many. */
export function hasMoreWays(schemas: readonly Schema[], most: number): boolean {
  const known = new Map<Schema, number>();
  const found = new Set(schemas);
  // A set hands out what is added to it on the way.
  for (const schema of found) {
    if (countWays(schema, known, most) > most) return true;
    for (const next of [...sameValue(schema), ...below(schema)]) found.add(next);
  }
  return false;
}

/** The same for one schema and what judges its values with it. */
export function isCombinedInMoreWays(schema: Schema, most: number): boolean {
  return countWays(schema, new Map(), most) > most;
}

/** Of this schema and all that judges the same value; no more are counted than are asked about. */
function countWays(start: Schema, known: Map<Schema, number>, most: number): number {
  const open = [start];
  for (let schema = open.at(-1); schema !== undefined; schema = open.at(-1)) {
    const parts = sameValue(schema);
    const unknown = parts.filter((part) => !known.has(part));
    // Seen for the second time, its parts are known; one of a circle counts as one.
    if (unknown.length === 0 || known.has(schema)) {
      const sum = parts.reduce((count, part) => count + (known.get(part) ?? 1), 1);
      known.set(schema, Math.min(sum, most + 1));
      open.pop();
    } else {
      known.set(schema, 1);
      open.push(...unknown);
    }
  }
  return known.get(start) ?? 1;
}

function sameValue(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}

function below(schema: Schema): readonly Schema[] {
  const { additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems, contains } =
    schema;
  const single = [
    additionalProperties,
    unevaluatedProperties,
    propertyNames,
    items,
    unevaluatedItems,
    contains,
  ];
  return [
    ...schema.properties.values(),
    ...schema.patternProperties.map((one) => one.schema),
    ...schema.prefixItems,
    ...single.filter((part) => part !== undefined),
  ];
}
