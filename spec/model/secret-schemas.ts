/** What a schema calls secret: `format: password`, and `writeOnly`, which no response may show. */
import { remembered } from '../remembered.ts';
import type { Schema } from './schema.ts';

/**
 * Whether a value of the schema is to be hidden as a whole. Members without a name of their own (items, map entries) count as
 * the value itself: nothing else tells where they stand.
 */
export const isSecret = remembered((schema: Schema): boolean =>
  [...reachedFrom([schema], unnamedParts)].some(
    ({ format, writeOnly }) => format === 'password' || writeOnly,
  ),
);

/** The names, also those in XML, of all secret properties at any depth. */
export function secretNamesIn(schemas: Iterable<Schema>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties } of reachedFrom(schemas, (schema) => [
    ...unnamedParts(schema),
    ...schema.properties.values(),
  ])) {
    for (const [name, property] of properties) {
      if (!isSecret(property)) continue;
      for (const known of [name, ...xmlNamesOf(property)]) names.add(known);
    }
  }
  return names;
}

/** Of the element itself, and of those that a list without a wrapper consists of. */
function xmlNamesOf(property: Schema): readonly string[] {
  return [...reachedFrom([property], unnamedParts)].flatMap(({ xml }) => xml?.name ?? []);
}

/** Schemas may lead back to themselves. */
function reachedFrom(
  schemas: Iterable<Schema>,
  partsOf: (schema: Schema) => Iterable<Schema>,
): ReadonlySet<Schema> {
  const reached = new Set(schemas);
  for (const schema of reached) for (const part of partsOf(schema)) reached.add(part);
  return reached;
}

/** All that may apply to the value or to its members, but for named properties. */
function unnamedParts(schema: Schema): readonly Schema[] {
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
    ...(schema.discriminator?.heirs?.values() ?? []),
  ];
}
