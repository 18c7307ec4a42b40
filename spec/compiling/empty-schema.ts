/** The schema that accepts every value. */
import type { Schema } from '../model/schema.ts';
import type { Place } from '../source/source-file.ts';

/** A schema whose keywords can still be set. */
export type MutableSchema = { -readonly [Key in keyof Schema]: Schema[Key] };

const noSchemas: ReadonlyMap<string, Schema> = new Map();
const noNames: ReadonlySet<string> = new Set();
const noDependencies: ReadonlyMap<string, readonly string[]> = new Map();
const noParts: readonly never[] = [];
const noLines: ReadonlyMap<string, number> = new Map();

/** Returns a new object, so that callers may modify it; empty collections are shared, since most of them stay empty. */
export function createEmptySchema(place: Place): MutableSchema {
  return { ...createSchemaWithoutLines(place), keywordLines: noLines };
}

/** Like `createEmptySchema`, for callers that add the lines of the keywords. */
export function createSchemaWithoutLines(place: Place): Omit<MutableSchema, 'keywordLines'> {
  return {
    place,
    isSatisfiable: true,
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
    properties: noSchemas,
    patternProperties: noParts,
    additionalProperties: undefined,
    unevaluatedProperties: undefined,
    propertyNames: undefined,
    required: noNames,
    dependentRequired: noDependencies,
    dependentSchemas: noSchemas,
    minProperties: undefined,
    maxProperties: undefined,
    prefixItems: noParts,
    items: undefined,
    unevaluatedItems: undefined,
    contains: undefined,
    minContains: undefined,
    maxContains: undefined,
    minItems: undefined,
    maxItems: undefined,
    uniqueItems: false,
    allOf: noParts,
    anyOf: noParts,
    oneOf: noParts,
    not: undefined,
    if: undefined,
    then: undefined,
    else: undefined,
    readOnly: false,
    writeOnly: false,
    default: undefined,
    examples: noParts,
    description: undefined,
  };
}
