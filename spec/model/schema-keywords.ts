/** Keywords whose values are schemas, as they are named in a schema that was read. */

/** A schema for each name. */
export const mapKeywords = ['properties', 'dependentSchemas'] as const;

/** One schema. */
export const singleKeywords = [
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
export const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
