/** Keywords whose values are schemas, by their names in `Schema`. */

/** Keywords with a map of schemas. */
export const schemaMapKeywords = ['properties', 'dependentSchemas'] as const;

/** Keywords with one schema. */
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

/** Keywords with a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
