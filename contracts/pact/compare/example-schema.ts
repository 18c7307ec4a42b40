/**
 * A view of a schema for validating the example of a response. A consumer only lists what it uses, so missing parts are
 * allowed at any depth. Without `required`, several `oneOf` alternatives may match.
 */
import type { Schema } from '../../../spec/model/schema.ts';

const viewCache = new WeakMap<Schema, Schema>();

/** Cached by schema; lazy, since schemas can be recursive. */
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
  // The number of items is a matter for matching rules; without one, the verifier compares the whole array.
  minItems: undefined,
  contains: undefined,
  minContains: undefined,
  maxContains: undefined,
  unevaluatedItems: undefined,
  oneOf: [],
  // These may depend on parts that are missing.
  not: undefined,
  if: undefined,
  then: undefined,
  else: undefined,
} as const;

/** If a schema has both `anyOf` and `oneOf`, a copy without the other validates `oneOf`. */
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
