/** Which values a schema marks as secret: `format: password`, and `writeOnly`, which must not appear in a response. */
import { memoize } from '../memoize.ts';
import type { Schema } from './schema.ts';

/**
 * Whether to hide a value of the schema as a whole. Unnamed members (items, map entries) count as the value itself,
 * because no name identifies them.
 */
export const isSecretSchema = memoize((schema: Schema): boolean =>
  [...reachableSchemas([schema], unnamedSubschemas)].some(
    ({ format, writeOnly }) => format === 'password' || writeOnly,
  ),
);

/** Returns the names of all secret properties at any depth, including their XML names. */
export function findSecretNames(schemas: Iterable<Schema>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties } of reachableSchemas(schemas, (schema) => [
    ...unnamedSubschemas(schema),
    ...schema.properties.values(),
  ])) {
    for (const [name, property] of properties) {
      if (!isSecretSchema(property)) continue;
      for (const secretName of [name, ...xmlNames(property)]) names.add(secretName);
    }
  }
  return names;
}

/** The names of the element itself, and of the items of a list without a wrapper. */
function xmlNames(property: Schema): readonly string[] {
  return [...reachableSchemas([property], unnamedSubschemas)].flatMap(({ xml }) => xml?.name ?? []);
}

/** Schemas can be recursive. */
function reachableSchemas(
  schemas: Iterable<Schema>,
  subschemasOf: (schema: Schema) => Iterable<Schema>,
): ReadonlySet<Schema> {
  const reached = new Set(schemas);
  for (const schema of reached) for (const part of subschemasOf(schema)) reached.add(part);
  return reached;
}

/** All schemas that may apply to the value or to its members, except named properties. */
function unnamedSubschemas(schema: Schema): readonly Schema[] {
  const { items, contains, unevaluatedItems, additionalProperties, unevaluatedProperties } = schema;
  const single = [items, contains, unevaluatedItems, additionalProperties, unevaluatedProperties];
  return [
    ...[...single, schema.if, schema.then, schema.else].filter((part) => part !== undefined),
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
    ...schema.prefixItems,
    ...schema.patternProperties.map((part) => part.schema),
    ...schema.dependentSchemas.values(),
    ...(schema.discriminator?.subtypes?.values() ?? []),
  ];
}
