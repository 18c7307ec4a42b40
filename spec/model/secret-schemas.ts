/** What a schema calls secret: `format: password`, and `writeOnly`, which no response may show. */
import { memoize } from '../memoize.ts';
import type { Schema } from './schema.ts';

/**
 * Whether a value of the schema is to be hidden as a whole. Members without a name of their own (items, map entries) count as
 * the value itself: nothing else tells where they stand.
 */
export const isSecretSchema = memoize((schema: Schema): boolean =>
  [...reachableSchemas([schema], unnamedSubschemas)].some(
    ({ format, writeOnly }) => format === 'password' || writeOnly,
  ),
);

/** The names, also those in XML, of all secret properties at any depth. */
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

/** Of the element itself, and of those that a list without a wrapper consists of. */
function xmlNames(property: Schema): readonly string[] {
  return [...reachableSchemas([property], unnamedSubschemas)].flatMap(({ xml }) => xml?.name ?? []);
}

/** Schemas may lead back to themselves. */
function reachableSchemas(
  schemas: Iterable<Schema>,
  subschemasOf: (schema: Schema) => Iterable<Schema>,
): ReadonlySet<Schema> {
  const reached = new Set(schemas);
  for (const schema of reached) for (const part of subschemasOf(schema)) reached.add(part);
  return reached;
}

/** All that may apply to the value or to its members, but for named properties. */
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
