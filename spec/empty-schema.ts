/** The schema that takes every value. */
import type { Place } from './place.ts';
import type { Schema } from './schema.ts';

/** A schema that is still being filled in. */
export type SchemaDraft = { -readonly [Key in keyof Schema]: Schema[Key] };

/** A new one each time, so that whoever builds a schema may go on from it. */
export function withoutDemands(place: Place): SchemaDraft {
  return {
    place,
    possible: true,
    types: undefined,
    format: undefined,
    enum: undefined,
    const: undefined,
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    multipleOf: undefined,
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    properties: new Map(),
    patternProperties: [],
    additionalProperties: undefined,
    unevaluatedProperties: undefined,
    propertyNames: undefined,
    required: new Set(),
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    minProperties: undefined,
    maxProperties: undefined,
    prefixItems: [],
    items: undefined,
    unevaluatedItems: undefined,
    contains: undefined,
    minContains: undefined,
    maxContains: undefined,
    minItems: undefined,
    maxItems: undefined,
    uniqueItems: false,
    allOf: [],
    anyOf: [],
    oneOf: [],
    not: undefined,
    if: undefined,
    then: undefined,
    else: undefined,
    readOnly: false,
    writeOnly: false,
    default: undefined,
    examples: [],
    description: undefined,
    keywordLines: new Map(),
  };
}
