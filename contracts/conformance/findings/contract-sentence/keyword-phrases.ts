/** Describes schema keywords as phrases. */
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Schema, TypeName } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { orList } from './contract-subjects.ts';

/** `is an integer (int64)`, `requires "name"`; undefined for a keyword that requires nothing. */
export function keywordPhrase(schema: Schema, keyword: string): string | undefined {
  return phrases[keyword]?.(schema);
}

/** Describes a schema by its type. */
export function schemaPhrase(schema: Schema): string {
  if (!schema.isSatisfiable) return 'is not allowed';
  return typePhrase(schema) ?? typePhrase(flattenSchema(schema)) ?? 'has any type';
}

/** Keywords whose value is a schema that the subject itself need not match. */
export const schemaValuedKeywords: ReadonlySet<string> = new Set(['not', 'contains', 'propertyNames', 'if']);

type Phrase = (schema: Schema) => string | undefined;

const phrases: Readonly<Record<string, Phrase>> = {
  type: (schema) => typePhrase(schema),
  format: (schema) => typePhrase(schema) ?? mapDefined(schema.format, (format) => `has the format ${format}`),
  enum: (schema) => mapDefined(schema.enum, (values) => `is ${orList(shortList(values))}`),
  const: (schema) => mapDefined(schema.const, ({ value }) => `is always ${shortText(value)}`),
  minimum: ({ minimum }) => mapDefined(minimum, (bound) => `is at least ${bound}`),
  maximum: ({ maximum }) => mapDefined(maximum, (bound) => `is at most ${bound}`),
  exclusiveMinimum: (schema) => mapDefined(schema.exclusiveMinimum, (bound) => `is greater than ${bound}`),
  exclusiveMaximum: (schema) => mapDefined(schema.exclusiveMaximum, (bound) => `is less than ${bound}`),
  multipleOf: ({ multipleOf }) => mapDefined(multipleOf, (step) => `is a multiple of ${step}`),
  minLength: ({ minLength }) => atLeast(minLength, 'character'),
  maxLength: ({ maxLength }) => atMost(maxLength, 'character'),
  pattern: ({ pattern }) => mapDefined(pattern, ({ source }) => `matches the pattern ${source}`),
  required: ({ required }) => (required.size === 0 ? undefined : `requires ${andNames([...required])}`),
  dependentRequired: ({ dependentRequired }) =>
    [...dependentRequired].map(([name, needed]) => `requires ${andNames(needed)} if "${name}" is present`).join('; '),
  additionalProperties: closedPhrase,
  unevaluatedProperties: closedPhrase,
  propertyNames: () => 'restricts the names of its properties',
  minProperties: ({ minProperties }) => atLeast(minProperties, 'property'),
  maxProperties: ({ maxProperties }) => atMost(maxProperties, 'property'),
  minItems: ({ minItems }) => atLeast(minItems, 'item'),
  maxItems: ({ maxItems }) => atMost(maxItems, 'item'),
  uniqueItems: ({ uniqueItems }) => (uniqueItems ? 'has unique items' : undefined),
  contains: () => 'has an item that matches "contains"',
  minContains: ({ minContains }) => atLeast(minContains, 'item', ' matching "contains"'),
  maxContains: ({ maxContains }) => atMost(maxContains, 'item', ' matching "contains"'),
  anyOf: ({ anyOf }) => `matches at least one of ${anyOf.length} alternatives`,
  oneOf: ({ oneOf }) => `matches exactly one of ${oneOf.length} alternatives`,
  not: () => 'does not match the schema under "not"',
  if: () => 'has requirements that depend on the schema under "if"',
};

function mapDefined<T>(value: T | undefined, toText: (value: T) => string): string | undefined {
  return value === undefined ? undefined : toText(value);
}

function typePhrase({ types, format }: Schema): string | undefined {
  if (types === undefined) return undefined;
  // Every integer is a number.
  const names = [...types].filter((name) => name !== 'integer' || !types.has('number'));
  return `is ${orList(names.map((name) => articles[name]))}${format === undefined ? '' : ` (${format})`}`;
}

const articles: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

const plurals: Readonly<Record<string, string>> = { property: 'properties' };

function pluralize(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : (plurals[noun] ?? `${noun}s`)}`;
}

function atLeast(count: number | undefined, noun: string, rest = ''): string | undefined {
  return mapDefined(count, (bound) => `has at least ${pluralize(bound, noun)}${rest}`);
}

function atMost(count: number | undefined, noun: string, rest = ''): string | undefined {
  return mapDefined(count, (bound) => `has at most ${pluralize(bound, noun)}${rest}`);
}

function closedPhrase({ properties, additionalProperties, unevaluatedProperties }: Schema): string {
  const rest = additionalProperties ?? unevaluatedProperties;
  if (rest?.isSatisfiable === true) return 'has a schema for additional properties';
  const names = [...properties.keys()];
  return names.length === 0 ? 'has no properties' : `has no properties except ${andNames(names)}`;
}

const MAX_NAMES = 6;

function andNames(names: readonly string[]): string {
  const quoted = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [];
  return orList([...quoted, ...more], 'and');
}

function shortList(values: readonly Json[]): readonly string[] {
  const more = values.length > MAX_NAMES ? [`one of ${values.length - MAX_NAMES} more`] : [];
  return [...values.slice(0, MAX_NAMES).map(shortText), ...more];
}

function shortText(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
