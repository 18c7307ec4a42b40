/**
 * A schema as it judges the example of a response. A consumer names only what it uses of an answer, so what is missing
 * from its example breaks nothing, at any depth: without what asks for presence, several alternatives may fit at once.
 */
import type { Schema } from '../../../spec/model/schema.ts';

const viewCache = new WeakMap<Schema, Schema>();

/** The same object for the same schema; a view, made as it is walked, since schemas are circles. */
export function exampleSchema(schema: Schema): Schema {
  const view = viewCache.get(schema) ?? createView(schema);
  viewCache.set(schema, view);
  return view;
}

function createView(schema: Schema): Schema {
  return {
    ...schema,
    ...optionalKeywords,
    get properties() {
      return mapSchemas(schema.properties);
    },
    get patternProperties() {
      return schema.patternProperties.map((entry) => ({ ...entry, schema: exampleSchema(entry.schema) }));
    },
    get dependentSchemas() {
      return mapSchemas(schema.dependentSchemas);
    },
    get additionalProperties() {
      return optionalSchema(schema.additionalProperties);
    },
    get unevaluatedProperties() {
      return optionalSchema(schema.unevaluatedProperties);
    },
    get items() {
      return optionalSchema(schema.items);
    },
    get prefixItems() {
      return schema.prefixItems.map(exampleSchema);
    },
    get allOf() {
      return allOfView(schema);
    },
    get anyOf() {
      return (schema.anyOf.length > 0 ? schema.anyOf : schema.oneOf).map(exampleSchema);
    },
  };
}

const optionalKeywords = {
  required: new Set<string>(),
  minProperties: undefined,
  dependentRequired: new Map<string, readonly string[]>(),
  // Fewer items are told apart by a matching rule, if at all; without one the list is compared as it stands.
  minItems: undefined,
  contains: undefined,
  minContains: undefined,
  maxContains: undefined,
  unevaluatedItems: undefined,
  oneOf: [],
  // What is missing may be what these ask about.
  not: undefined,
  if: undefined,
  then: undefined,
  else: undefined,
} as const;

/** Where both kinds of alternatives stand in one schema, those of `oneOf` are judged by a copy without the others. */
function allOfView(schema: Schema): readonly Schema[] {
  const both = schema.anyOf.length > 0 && schema.oneOf.length > 0;
  return [...schema.allOf, ...(both ? [oneOfSchema(schema)] : [])].map(exampleSchema);
}

const oneOfCache = new WeakMap<Schema, Schema>();

function oneOfSchema(schema: Schema): Schema {
  const part = oneOfCache.get(schema) ?? { ...schema, anyOf: [], allOf: [] };
  oneOfCache.set(schema, part);
  return part;
}

function mapSchemas(schemas: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  return new Map([...schemas].map(([name, part]) => [name, exampleSchema(part)] as const));
}

function optionalSchema(schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : exampleSchema(schema);
}
