/** What a schema declares about an object or a scalar, including its compositions (allOf, anyOf, oneOf). */
import { memoize } from '../memoize.ts';
import type { Schema, TypeName } from './schema.ts';

/** Returns the schema and all composed schemas that apply to the same value; safe for cycles. */
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

/**
 * Returns every property that some part declares. The first declaration of a name wins, unless it leaves the content
 * open, such as `data: {}` of an envelope for all responses, and a later one declares it.
 */
export const declaredProperties = memoize((schema: Schema): ReadonlyMap<string, Schema> => {
  const properties = new Map<string, Schema>();
  for (const part of composedSchemas(schema)) {
    for (const [name, property] of part.properties) {
      const earlier = properties.get(name);
      if (earlier === undefined || (!declaresContent(earlier) && declaresContent(property)))
        properties.set(name, property);
    }
  }
  return properties;
});

function declaresContent(schema: Schema): boolean {
  return composedSchemas(schema).some((part) => part.properties.size > 0 || part.items !== undefined);
}

/** Returns the properties that some part requires: any other property is optional. */
export const requiredNames = memoize(
  (schema: Schema): ReadonlySet<string> => new Set(composedSchemas(schema).flatMap((part) => [...part.required])),
);

/** Returns the types that some part declares; empty if none does. */
export const declaredTypes = memoize(
  (schema: Schema): ReadonlySet<TypeName> =>
    new Set(composedSchemas(schema).flatMap((part) => [...(part.types ?? [])])),
);

/** Returns the schema of an array's items, if some part declares one. */
export const itemsSchema = memoize(
  (schema: Schema): Schema | undefined => composedSchemas(schema).find((part) => part.items !== undefined)?.items,
);

/** Returns the schema of properties that the object does not declare: the values of a map. */
export const additionalSchema = memoize(
  (schema: Schema): Schema | undefined =>
    composedSchemas(schema).find((part) => part.additionalProperties !== undefined)?.additionalProperties,
);
