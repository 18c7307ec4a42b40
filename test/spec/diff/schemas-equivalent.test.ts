/** Equivalent forms of a contract have no changes, in requests and responses, in both directions of a comparison. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { randomSchemas } from '../random-schemas.ts';
import { changesBetween, changesOf, directions, formatChanges, readSchema } from './support.ts';

const recursive = '{type: object, properties: {next: {$ref: "#/$defs/n"}}}';

const same: readonly (readonly [name: string, before: string, after: string])[] = [
  ['array of one type', 'type: string', 'type: [string]'],
  ['null as a type or as an alternative', 'type: [string, "null"]', 'anyOf: [{type: string}, {type: "null"}]'],
  ['the order of alternatives', 'oneOf: [{type: "null"}, {type: string}]', 'type: [string, "null"]'],
  [
    'keywords of one type next to null',
    '{type: [string, "null"], maxLength: 5}',
    'anyOf: [{type: "null"}, {type: string, maxLength: 5}]',
  ],
  ['const', 'const: a', 'enum: [a]'],
  ['the order of an enum', 'enum: [a, b]', 'enum: [b, a]'],
  ['enum as constants', 'enum: [a, b]', 'oneOf: [{const: b}, {const: a}]'],
  ['an enum with its type', 'enum: [a, b]', '{type: string, enum: [a, b]}'],
  ['int32 written out', '{type: integer, format: int32}', '{type: integer, minimum: -2147483648, maximum: 2147483647}'],
  [
    'bounds outside the format',
    '{type: integer, format: int32}',
    '{type: integer, format: int32, maximum: 3000000000}',
  ],
  ['an exclusive bound of integers', '{type: integer, exclusiveMinimum: 0}', '{type: integer, minimum: 1}'],
  ['a bound between two integers', '{type: integer, minimum: 0.5}', '{type: integer, minimum: 1}'],
  ['integer as a step', 'type: integer', '{type: number, multipleOf: 1}'],
  [
    'a step within a step',
    '{type: number, multipleOf: 0.1}',
    '{allOf: [{type: number, multipleOf: 0.1}, {multipleOf: 0.05}]}',
  ],
  ['range of integers as an enum', '{type: integer, minimum: 1, maximum: 3}', 'enum: [1, 2, 3]'],
  ['keywords of another type', '{type: integer, maxLength: 5}', 'type: integer'],
  [
    'allOf split',
    '{type: object, properties: {a: {type: string}}, required: [a]}',
    'allOf: [{type: object, required: [a]}, {properties: {a: {type: string}}}]',
  ],
  [
    'explicitly allowed additional properties',
    '{type: object, additionalProperties: true}',
    '{type: object, additionalProperties: {}, minProperties: 0}',
  ],
  ['schema without constraints', '{}', 'true'],
  ['items without constraints', 'type: array', '{type: array, items: {}, minItems: 0, uniqueItems: false}'],
  ['single alternative', '{type: array, items: {type: string}}', '{type: array, items: {oneOf: [{type: string}]}}'],
  [
    'length as a pattern',
    '{type: string, minLength: 1, maxLength: 3}',
    '{type: string, pattern: "^[\\\\s\\\\S]{1,3}$"}',
  ],
  ['values of a pattern as an enum', '{type: string, pattern: "^(?:a|b)$"}', '{enum: [a, b]}'],
  [
    'a pattern that a format implies',
    '{type: string, format: date}',
    '{type: string, format: date, pattern: "^[0-9-]+$"}',
  ],
  [
    'format as a pattern',
    '{type: string, format: uuid}',
    '{type: string, pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"}',
  ],
  [
    'the length of a format',
    '{type: string, format: uuid}',
    '{type: string, format: uuid, minLength: 36, maxLength: 36}',
  ],
  [
    'letters of a script',
    '{type: string, pattern: "^\\\\p{Lu}+$"}',
    '{type: string, pattern: "^\\\\p{Uppercase_Letter}{1,}$"}',
  ],
  ['alternative excluded by a lookahead', '{type: string, pattern: "^(?!a$)[ab]$"}', '{const: b}'],
  [
    'bound at the nearest multiple',
    '{type: number, multipleOf: 0.5, exclusiveMinimum: 0}',
    '{type: number, multipleOf: 0.5, minimum: 0.5}',
  ],
  [
    'exclusive bounds between two multiples',
    '{type: integer, multipleOf: 2, exclusiveMinimum: 5, exclusiveMaximum: 9}',
    '{type: integer, multipleOf: 2, minimum: 6, maximum: 8}',
  ],
  [
    'propertyNames of type string',
    '{type: object, propertyNames: {pattern: "^a"}}',
    '{type: object, propertyNames: {type: string, pattern: "^a"}}',
  ],
  [
    'dependent properties',
    '{type: object, dependentRequired: {a: [b]}}',
    '{type: object, dependentSchemas: {a: {required: [b]}}}',
  ],
  [
    'maximum number of distinct items',
    '{type: array, items: {enum: [a, b]}, uniqueItems: true}',
    '{type: array, items: {enum: [a, b]}, uniqueItems: true, maxItems: 2}',
  ],
  ['enum of both booleans', 'type: boolean', 'enum: [true, false]'],
  ['length implied by an enum', '{enum: [a], maxLength: 300}', '{enum: [a], maxLength: 200}'],
  [
    'length implied by the format',
    '{type: string, format: uuid, maxLength: 300}',
    '{type: string, format: uuid, maxLength: 200}',
  ],
  [
    'length implied by the pattern',
    '{type: string, pattern: "^[a-z]{2,4}$", maxLength: 300}',
    '{type: string, pattern: "^[a-z]{2,4}$"}',
  ],
  [
    'equivalent pattern',
    '{type: string, pattern: "^[a-z]{2,4}$"}',
    '{type: string, pattern: "^[a-z][a-z](?:[a-z]|[a-z][a-z])?$"}',
  ],
  ['digits', '{type: string, pattern: "^[0-9]+$"}', '{type: string, pattern: "^\\\\d\\\\d*$"}'],
  ['pattern that matches everything', 'type: string', '{type: string, pattern: ".*"}'],
  [
    'oneOf and anyOf of disjoint alternatives',
    'oneOf: [{type: object, required: [k], properties: {k: {const: a}}}, {type: object, required: [k], properties: {k: {const: b}}}]',
    'anyOf: [{type: object, required: [k], properties: {k: {const: b}}}, {type: object, required: [k], properties: {k: {const: a}}}]',
  ],
  [
    'unevaluated parts of allOf',
    '{type: object, allOf: [{properties: {a: {}}}], unevaluatedProperties: false}',
    '{type: object, properties: {a: {}}, additionalProperties: false}',
  ],
  [
    'no items after the first',
    '{type: array, prefixItems: [{type: string}], items: false}',
    '{type: array, items: {type: string}, maxItems: 1}',
  ],
  ['contains with any item', '{type: array, contains: true}', '{type: array, minItems: 1}'],
  [
    'property count implied by required properties',
    '{type: object, minProperties: 1, required: [a]}',
    '{type: object, required: [a]}',
  ],
  [
    'property count implied by a closed object',
    '{properties: {a: {}}, additionalProperties: false}',
    '{properties: {a: {}}, additionalProperties: false, maxProperties: 3}',
  ],
  ['dependents of a required property', '{required: [a], dependentRequired: {a: [b]}}', 'required: [b, a]'],
  [
    'property like the additional properties',
    '{properties: {a: {type: string}}, additionalProperties: {type: string}}',
    '{additionalProperties: {type: string}}',
  ],
  [
    'recursion that starts one level deeper',
    `{$ref: "#/$defs/n", $defs: {n: ${recursive}}}`,
    `{type: object, properties: {next: ${recursive}}, $defs: {n: ${recursive}}}`,
  ],
  ['condition that is always true', '{if: true, then: {type: string}}', 'type: string'],
  ['double negation', 'not: {not: {type: string}}', 'type: string'],
  ['schema without valid values', 'not: {}', 'false'],
  [
    'nested alternative',
    'anyOf: [{type: string, maxLength: 3}, {type: string, maxLength: 9}]',
    '{type: string, maxLength: 9}',
  ],
  [
    'nested alternatives',
    'anyOf: [{type: string}, {anyOf: [{type: integer}, {type: "null"}]}]',
    'type: [integer, string, "null"]',
  ],
  [
    'equivalent pattern of names',
    '{type: object, patternProperties: {"^x-": {type: string}}}',
    '{type: object, patternProperties: {"^x[-]": {type: string}}}',
  ],
  [
    'pattern that all names match',
    '{type: object, patternProperties: {".*": {type: string}}, additionalProperties: false}',
    '{type: object, additionalProperties: {type: string}}',
  ],
  [
    'object for each value of its discriminator',
    '{type: object, required: [k], properties: {k: {enum: [a, b]}}}',
    'oneOf: [{type: object, required: [k], properties: {k: {const: b}}}, {type: object, required: [k], properties: {k: {const: a}}}]',
  ],
  ['descriptions', '{type: string, description: x, examples: [a]}', '{type: string, title: y, deprecated: true}'],
  ['hint format', 'type: string', '{type: string, format: password}'],
];

test.each(same)('%s is no change', (_name, before, after) => {
  for (const direction of directions) {
    expect(formatChanges(changesOf(before, after, direction))).toEqual([]);
    expect(formatChanges(changesOf(after, before, direction))).toEqual([]);
  }
});

const versions: readonly (readonly [name: string, old: string, now: string])[] = [
  ['nullable', '{type: string, nullable: true}', 'type: [string, "null"]'],
  ['exclusive bound', '{type: number, minimum: 0, exclusiveMinimum: true}', '{type: number, exclusiveMinimum: 0}'],
  [
    'reference with a description',
    '{$ref: "#/d", description: x, d: {type: string}}',
    '{$ref: "#/d", description: x, d: {type: string}}',
  ],
  ['a single example', '{type: string, example: a}', '{type: string, examples: [a]}'],
];

test.each(versions)('%s of OpenAPI 3.0 is the same in 3.1', (_name, old, now) => {
  for (const direction of directions)
    expect(formatChanges(changesBetween(readSchema(old, '3.0'), readSchema(now), direction))).toEqual([]);
});

describe('a random schema', () => {
  it('has no changes if it is rewritten', () => {
    fc.assert(
      fc.property(randomSchemas, fc.nat(7), (schema, seed) => {
        for (const direction of directions)
          expect(formatChanges(changesOf(schema, rewritten(schema, seed), direction))).toEqual([]);
      }),
      { seed: 20_261_122, numRuns: 250 },
    );
  });
});

/** The same demands in other words at each level, by turns. */
function rewritten(schema: Json, turn: number): Json {
  if (Array.isArray(schema)) return schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, rewrittenPart(keyword, value, turn + 1)]),
  );
  const { type } = inner;
  if (turn % 4 === 0 && Array.isArray(type)) inner['type'] = type.toReversed();
  return wrapped(Object.fromEntries(Object.entries(inner).toReversed()), turn % 4);
}

const single = [
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const several = ['allOf', 'anyOf', 'oneOf'];
const named = ['properties', 'patternProperties', 'dependentSchemas'];

function rewrittenPart(keyword: string, value: Json, turn: number): Json {
  if (single.includes(keyword)) return rewritten(value, turn);
  if (several.includes(keyword) && Array.isArray(value))
    return value.map((part: Json) => rewritten(part, turn)).toReversed();
  if (named.includes(keyword) && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]: [string, Json]) => [name, rewritten(part, turn)]),
    );
  return value;
}

function wrapped(schema: JsonObject, how: number): JsonObject {
  if (how === 1) return { allOf: [schema] };
  if (how === 2) return { anyOf: [schema] };
  return how === 3 ? { oneOf: [schema] } : schema;
}
