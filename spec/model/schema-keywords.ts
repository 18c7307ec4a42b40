/** Keywords whose values are schemas, as they are named in a schema that was read. */

/** A schema for each name. */
export const schemaMapKeywords = ['properties', 'dependentSchemas'] as const;

/** One schema. */
export const singleSchemaKeywords = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const;

/** A list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
