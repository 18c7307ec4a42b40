/** Merges `allOf` in a raw document, without adding or losing constraints. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAllOfDocument } from '../../../spec/compiling/merge-all-of.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { json } from '../support.ts';

/** `schema` is in the document next to `A` and `B`. */
function merged(schema: string, openapi = '3.1.0'): Json | undefined {
  const document = json(`{
    "openapi": "${openapi}",
    "schema": ${schema},
    "A": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}},
    "B": {"allOf": [{"$ref": "#/A"}, {"required": ["b"]}]},
    "loop": {"allOf": [{"$ref": "#/loop"}, {"minLength": 1}]},
    "key with % and /": {"minLength": 2}
  }`);
  return isJsonObject(document) ? mergeAllOfDocument(document)['schema'] : undefined;
}

const rows: readonly (readonly [schema: string, merged: string])[] = [
  ['{"type": "string"}', '{"type": "string"}'],
  ['{"allOf": [{"$ref": "#/A"}]}', '{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}'],
  [
    '{"allOf": [{"$ref": "#/B"}, {"properties": {"c": {}}}]}',
    '{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}, "c": {}}}',
  ],
  ['{"required": ["x"], "allOf": [{"required": ["y", "x"]}]}', '{"required": ["x", "y"]}'],
  ['{"allOf": [{"minimum": 1}, {"minimum": 9007199254740993}]}', '{"minimum": 9007199254740993}'],
  ['{"allOf": [{"maxLength": 1}, {"maxLength": 3}]}', '{"maxLength": 1}'],
  ['{"allOf": [{"enum": [1, 2]}, {"enum": [2, 3]}]}', '{"enum": [2]}'],
  ['{"allOf": [{"enum": [1]}, {"enum": [2]}]}', '{"enum": [1], "allOf": [{"enum": [2]}]}'],
  ['{"description": "mine", "allOf": [{"description": "theirs"}]}', '{"description": "mine"}'],
  ['{"allOf": [{"pattern": "a"}, {"pattern": "b"}]}', '{"pattern": "a", "allOf": [{"pattern": "b"}]}'],
  [
    '{"allOf": [{"properties": {"a": {"minLength": 1}}}, {"properties": {"a": {"maxLength": 3}}}]}',
    '{"properties": {"a": {"minLength": 1, "maxLength": 3}}}',
  ],
  ['{"allOf": [{"$ref": "#/loop"}]}', '{"minLength": 1}'],
  ['{"allOf": [{"$ref": "#/key%20with%20%25%20and%20~1"}]}', '{"minLength": 2}'],
  ['{"allOf": [{"$ref": "#/nowhere/%zz"}]}', '{}'],
  [
    '{"allOf": [{"properties": {"__proto__": {}}}, {"properties": {"constructor": {}, "toString": {}}}]}',
    '{"properties": {"__proto__": {}, "constructor": {}, "toString": {}}}',
  ],
];

describe('a document', () => {
  it.each(rows)('with %s becomes %s', (schema, expected) => {
    expect(merged(schema)).toEqual(json(expected));
  });

  it('keeps the siblings of a reference in 3.1, and drops them in 3.0', () => {
    const schema = '{"allOf": [{"$ref": "#/A", "minProperties": 3}]}';
    expect(merged(schema, '3.1.0')).toMatchObject({ minProperties: 3, required: ['a'] });
    expect(merged(schema, '3.0.3')).not.toHaveProperty('minProperties');
  });

  it.each([
    ['{"minimum": 3, "exclusiveMinimum": true, "allOf": [{"minimum": 5}]}'],
    ['{"minimum": 5, "allOf": [{"minimum": 3, "exclusiveMinimum": true}]}'],
  ])('of 3.0 keeps a bound together with its exclusive flag: %s', (schema) => {
    expect(merged(schema, '3.0.3')).toMatchObject({
      allOf: [expect.objectContaining({ minimum: expect.any(Number) })],
    });
  });

  it('is not changed', () => {
    const document = { schema: { allOf: [{ minLength: 1 }, { minLength: 2 }] } };
    mergeAllOfDocument(document);
    expect(document).toEqual({ schema: { allOf: [{ minLength: 1 }, { minLength: 2 }] } });
  });

  it('of circular schemas terminates', () => {
    const tree = '{"properties": {"kids": {"items": {"allOf": [{"$ref": "#/schema"}]}}}}';
    expect(JSON.stringify(merged(tree)).length).toBeLessThan(1_000);
  });
});

const bounds: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constantFrom('integer', 'string', 'object', 'number'),
    minimum: fc.integer({ min: 0, max: 4 }),
    maximum: fc.integer({ min: 0, max: 4 }),
    minLength: fc.integer({ min: 0, max: 2 }),
    enum: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
    required: fc.uniqueArray(fc.constantFrom('a', 'b')),
    pattern: fc.constantFrom('a', 'b'),
    multipleOf: fc.constantFrom(1, 2, 3),
    properties: fc.record(
      { a: fc.record({ minimum: fc.integer({ min: 0, max: 2 }) }, { noNullPrototype: true }) },
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const values: readonly Json[] = [0, 1, 2, 3, 4, 2.5, '', 'a', 'b', 'ab', {}, { a: 1 }, { a: 0, b: 1 }, { b: 2 }, null];

it('validates like its parts in a merged schema (checked with ajv)', () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(bounds, bounds, bounds, (a, b, c) => {
      const schema = { ...a, allOf: [b, { allOf: [c] }] };
      const before = ajv.compile(structuredClone(schema));
      const after = ajv.compile(objectOf(merged(JSON.stringify(schema))));
      expect(values.map((value) => after(value))).toEqual(values.map((value) => before(value)));
    }),
    { seed: 20_261_121, numRuns: 300 },
  );
});

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
