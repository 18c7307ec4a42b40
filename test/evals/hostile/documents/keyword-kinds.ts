/** The keywords by which one schema leads to others: each entry makes a schema of two. */

export type OpenApiVersion = '3.0' | '3.1';

/** A schema as a document writes it. */
export interface WrittenSchema {
  readonly [keyword: string]: unknown;
}

export interface KeywordKind {
  readonly name: string;
  readonly versions: readonly OpenApiVersion[];
  readonly join: (first: WrittenSchema, second: WrittenSchema) => WrittenSchema;
}

const both: readonly OpenApiVersion[] = ['3.0', '3.1'];
const modern: readonly OpenApiVersion[] = ['3.1'];

export const kinds: readonly KeywordKind[] = [
  { name: 'allOf', versions: both, join: (first, second) => ({ allOf: [first, second] }) },
  { name: 'anyOf', versions: both, join: (first, second) => ({ anyOf: [first, second] }) },
  { name: 'oneOf', versions: both, join: (first, second) => ({ oneOf: [first, second] }) },
  {
    name: 'anyOf within oneOf',
    versions: ['3.0'],
    join: (first, second) => ({ anyOf: [{ oneOf: [first, second] }, second] }),
  },
  {
    name: 'oneOf with discriminator',
    versions: ['3.0'],
    join: (first, second) => ({ oneOf: [first, second], discriminator: { propertyName: 'a' } }),
  },
  { name: '$ref beside $ref', versions: modern, join: (first, second) => ({ ...first, allOf: [second] }) },
  { name: 'not', versions: both, join: (first, second) => ({ not: first, allOf: [{ not: second }] }) },
  {
    name: 'not of anyOf',
    versions: ['3.0'],
    join: (first, second) => ({ not: { anyOf: [{ not: first }, { not: second }] } }),
  },
  { name: 'if and then', versions: modern, join: (first, second) => ({ if: first, then: second }) },
  { name: 'if and else', versions: modern, join: (first, second) => ({ if: first, else: second }) },
  {
    name: 'if, then and else',
    versions: modern,
    join: (first, second) => ({ if: first, then: second, else: first }),
  },
  {
    name: 'properties',
    versions: ['3.0'],
    join: (first, second) => ({ type: 'object', properties: { a: first, b: second } }),
  },
  {
    name: 'required properties',
    versions: ['3.0'],
    join: (first, second) => ({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: first, b: second },
    }),
  },
  {
    name: 'patternProperties',
    versions: modern,
    join: (first, second) => ({ type: 'object', patternProperties: { '^a': first, a$: second } }),
  },
  {
    name: 'additionalProperties',
    versions: ['3.0'],
    join: (first, second) => ({
      type: 'object',
      minProperties: 1,
      properties: { b: first },
      additionalProperties: second,
    }),
  },
  {
    name: 'dependentSchemas',
    versions: modern,
    join: (first, second) => ({ dependentSchemas: { a: first, b: second } }),
  },
  {
    name: 'propertyNames',
    versions: modern,
    join: (first, second) => ({ propertyNames: first, allOf: [{ propertyNames: second }] }),
  },
  {
    name: 'unevaluatedProperties',
    versions: modern,
    join: (first, second) => ({ anyOf: [first, second], unevaluatedProperties: second }),
  },
  {
    name: 'unevaluatedItems',
    versions: modern,
    join: (first, second) => ({ anyOf: [first, second], unevaluatedItems: second }),
  },
  {
    name: 'items',
    versions: ['3.0'],
    join: (first, second) => ({
      type: 'array',
      minItems: 2,
      items: first,
      allOf: [{ items: second }],
    }),
  },
  {
    name: 'prefixItems',
    versions: modern,
    join: (first, second) => ({ type: 'array', minItems: 2, prefixItems: [first, second], items: first }),
  },
  {
    name: 'contains',
    versions: modern,
    join: (first, second) => ({ type: 'array', contains: first, allOf: [{ contains: second }] }),
  },
];
