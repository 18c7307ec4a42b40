/**
 * A schema as it judges the example of a response. A consumer names only what it uses of an answer, so what is missing
 * from its example breaks nothing, at any depth: without what asks for presence, several alternatives may fit at once.
 */
import type { Schema } from '../../../spec/model/schema.ts';

const known = new WeakMap<Schema, Schema>();

/** The same object for the same schema; a view, made as it is walked, since schemas are circles. */
export function forExamples(schema: Schema): Schema {
  const view = known.get(schema) ?? viewOf(schema);
  known.set(schema, view);
  return view;
}

function viewOf(schema: Schema): Schema {
  return {
    ...schema,
    ...withoutPresence,
    get properties() {
      return mapped(schema.properties);
    },
    get patternProperties() {
      return schema.patternProperties.map((entry) => ({ ...entry, schema: forExamples(entry.schema) }));
    },
    get dependentSchemas() {
      return mapped(schema.dependentSchemas);
    },
    get additionalProperties() {
      return optional(schema.additionalProperties);
    },
    get unevaluatedProperties() {
      return optional(schema.unevaluatedProperties);
    },
    get items() {
      return optional(schema.items);
    },
    get prefixItems() {
      return schema.prefixItems.map(forExamples);
    },
    get allOf() {
      return partsOf(schema);
    },
    get anyOf() {
      return (schema.anyOf.length > 0 ? schema.anyOf : schema.oneOf).map(forExamples);
    },
  };
}

const withoutPresence = {
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
function partsOf(schema: Schema): readonly Schema[] {
  const both = schema.anyOf.length > 0 && schema.oneOf.length > 0;
  return [...schema.allOf, ...(both ? [onlyOneOf(schema)] : [])].map(forExamples);
}

const split = new WeakMap<Schema, Schema>();

function onlyOneOf(schema: Schema): Schema {
  const part = split.get(schema) ?? { ...schema, anyOf: [], allOf: [] };
  split.set(schema, part);
  return part;
}

function mapped(schemas: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  return new Map([...schemas].map(([name, part]) => [name, forExamples(part)] as const));
}

function optional(schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : forExamples(schema);
}
