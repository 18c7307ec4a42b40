/** What a schema says about an object or a scalar when its compositions (allOf, anyOf, oneOf) are looked through. */
import { memoize } from '../memoize.ts';
import type { Schema, TypeName } from './schema.ts';

/** The schema and all that judge the same value with it; cycles end. */
export const composedSchemas = memoize((schema: Schema): readonly Schema[] => {
  const parts = new Set<Schema>();
  const visit = (part: Schema): void => {
    if (parts.has(part)) return;
    parts.add(part);
    for (const next of [...part.allOf, ...part.anyOf, ...part.oneOf]) visit(next);
  };
  visit(schema);
  return [...parts];
});

/** Every property that some part declares; the first declaration of a name counts. */
export const declaredProperties = memoize((schema: Schema): ReadonlyMap<string, Schema> => {
  const properties = new Map<string, Schema>();
  for (const part of composedSchemas(schema)) {
    for (const [name, property] of part.properties) {
      if (!properties.has(name)) properties.set(name, property);
    }
  }
  return properties;
});

/** What some part requires: a property outside this set may be left out. */
export const requiredNames = memoize(
  (schema: Schema): ReadonlySet<string> => new Set(composedSchemas(schema).flatMap((part) => [...part.required])),
);

/** The types that some part names; empty when none does. */
export const declaredTypes = memoize(
  (schema: Schema): ReadonlySet<TypeName> =>
    new Set(composedSchemas(schema).flatMap((part) => [...(part.types ?? [])])),
);

/** The schema of an array's items, where some part declares one. */
export const itemsSchema = memoize(
  (schema: Schema): Schema | undefined => composedSchemas(schema).find((part) => part.items !== undefined)?.items,
);

/** The schema of a property that the object does not name: a map's values. */
export const additionalSchema = memoize(
  (schema: Schema): Schema | undefined =>
    composedSchemas(schema).find((part) => part.additionalProperties !== undefined)?.additionalProperties,
);
