/** One schema without combinators: what its parts say together. */
import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { parseSchema } from '../support.ts';

const together: readonly (readonly [both: string, says: Partial<Schema>])[] = [
  ['allOf: [{type: number}, {type: integer}]', { types: new Set(['integer']) }],
  ['allOf: [{type: [string, integer]}, {type: [number, "null"]}]', { types: new Set(['integer']) }],
  ['allOf: [{type: string}, {}]', { types: new Set(['string']) }],
  ['allOf: [{type: string}, {type: integer}]', { types: new Set() }],
  ['allOf: [{minimum: 3}, {minimum: 9007199254740993}, {minimum: 5}]', { minimum: 9007199254740993n }],
  ['allOf: [{maximum: 3}, {maximum: 5}]', { maximum: 3 }],
  ['allOf: [{exclusiveMinimum: 1}, {exclusiveMinimum: 2}]', { exclusiveMinimum: 2 }],
  ['allOf: [{exclusiveMaximum: 1}, {exclusiveMaximum: 2}]', { exclusiveMaximum: 1 }],
  ['allOf: [{multipleOf: 4}, {multipleOf: 6}]', { multipleOf: 12 }],
  ['allOf: [{multipleOf: 0.4}, {multipleOf: 0.6}]', { multipleOf: 1.2 }],
  ['allOf: [{minLength: 1, maxLength: 5}, {minLength: 2, maxLength: 9}]', { minLength: 2, maxLength: 5 }],
  [
    'allOf: [{minItems: 1, maxItems: 5}, {minItems: 2, uniqueItems: true}]',
    { minItems: 2, maxItems: 5, uniqueItems: true },
  ],
  ['allOf: [{minProperties: 1}, {minProperties: 2, maxProperties: 3}]', { minProperties: 2, maxProperties: 3 }],
  ['allOf: [{enum: [1, 2]}, {enum: [2.0, 3]}]', { enum: [2] }],
  ['allOf: [{required: [a]}, {required: [b, a]}]', { required: new Set(['a', 'b']) }],
  ['allOf: [{readOnly: true}, {writeOnly: true}]', { readOnly: true, writeOnly: true }],
  [
    'allOf: [{format: int64}, {const: 5}, {default: 6}]',
    { format: 'int64', const: { value: 5 }, default: { value: 6 } },
  ],
  ['allOf: [{}, false]', { isSatisfiable: false }],
  ['required: [a]\nallOf: [{allOf: [{required: [b]}]}]', { required: new Set(['a', 'b']) }],
];

describe('a schema with allOf', () => {
  it.each(together)('%s has the constraints of its parts', (text, says) => {
    expect(flattenSchema(parseSchema(text))).toMatchObject(says);
  });

  it('has the properties of all parts, and both constraints on a shared one', () => {
    const flat = flattenSchema(
      parseSchema('allOf: [{properties: {a: {minLength: 1}, b: {}}}, {properties: {a: {maxLength: 3}, c: {}}}]'),
    );
    expect([...flat.properties.keys()]).toEqual(['a', 'b', 'c']);
    const a = flat.properties.get('a');
    expect(a && flattenSchema(a)).toMatchObject({ minLength: 1, maxLength: 3 });
  });

  it('has both constraints on its items and additional properties', () => {
    const flat = flattenSchema(
      parseSchema(
        'allOf: [{items: {minimum: 1}, additionalProperties: {minimum: 1}}, {items: {maximum: 3}, additionalProperties: false}]',
      ),
    );
    expect(flat.items && flattenSchema(flat.items)).toMatchObject({ minimum: 1, maximum: 3 });
    expect(flat.additionalProperties && flattenSchema(flat.additionalProperties)).toMatchObject({
      minimum: 1,
      isSatisfiable: false,
    });
  });

  it('has a pattern that both patterns match', () => {
    const { pattern } = flattenSchema(parseSchema('allOf: [{pattern: "^a"}, {pattern: "z$"}]'));
    expect(['abz', 'az', 'ab', 'bz'].map((text) => pattern?.test(text))).toEqual([true, true, false, false]);
  });

  it('is not changed', () => {
    const schema = parseSchema('minLength: 1\nallOf: [{minLength: 3}]');
    flattenSchema(schema);
    expect([schema.minLength, schema.allOf.length]).toEqual([1, 1]);
  });
});

describe('a schema with alternatives', () => {
  const schema = parseSchema('oneOf: [{const: 1}, {const: 2}, {const: 3}]\nanyOf: [{minimum: 1}, {minimum: 2}]');

  it('has as many choices as the longest array of alternatives', () => {
    expect(countChoices(schema)).toBe(3);
    expect(countChoices(parseSchema('allOf: [{anyOf: [{}, {}]}]'))).toBe(2);
    expect(countChoices(parseSchema('type: string'))).toBe(1);
  });

  it('uses the chosen alternative of each array, modulo its length', () => {
    const taken = [0, 1, 2, 3].map((choice) => {
      const flat = flattenSchema(schema, choice);
      return [flat.const?.value, flat.minimum, flat.oneOf.length + flat.anyOf.length];
    });
    expect(taken).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 1, 0],
      [1, 2, 0],
    ]);
  });
});

it('a recursive schema is flattened one level at a time', () => {
  const flat = flattenSchema(
    parseSchema("$ref: '#/$defs/N'\n$defs: {N: {allOf: [{properties: {next: {$ref: '#/$defs/N'}}}]}}"),
  );
  expect(flat.properties.get('next')?.allOf.length).toBe(1);
});
