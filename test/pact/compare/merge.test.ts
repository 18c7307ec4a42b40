/** The document for the comparator: every `allOf` is merged into an equivalent schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { mergeAllOfDocument } from '../../../spec/compiling/merge-all-of.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';

const named = '"required": ["name"], "properties": {"name": {"type": "string"}}';
const numbered = '"required": ["id"], "properties": {"id": {"type": "integer"}}';

/** Each replaces SCHEMA, between components with several references. */
const schemas: readonly (readonly [what: string, schema: string])[] = [
  ['required at two levels', `{"allOf": [{${named}}, {${numbered}}]}`],
  ['allOf beside properties', `{${named}, "allOf": [{${numbered}}]}`],
  ['nested allOf', `{"allOf": [{"allOf": [{${named}}, {"allOf": [{${numbered}}]}]}, {"required": ["tag"]}]}`],
  [
    'components with several references',
    '{"allOf": [{"$ref": "#/components/schemas/New"}, {"$ref": "#/components/schemas/Named"}]}',
  ],
  ['siblings of a reference', '{"allOf": [{"$ref": "#/components/schemas/Named", "required": ["tag"]}]}'],
  ['siblings of a reference next to allOf', `{"$ref": "#/components/schemas/Named", "allOf": [{${numbered}}]}`],
  ['in items', `{"properties": {"list": {"type": "array", "items": {"allOf": [{${named}}, {${numbered}}]}}}}`],
  [
    'one property in two parts',
    '{"allOf": [{"properties": {"id": {"minimum": 3}}}, {"properties": {"id": {"maximum": 5}}}]}',
  ],
  ['a closed part', `{"allOf": [{${named}, "additionalProperties": false}, {${numbered}}]}`],
  ['a closed whole', `{${named}, "additionalProperties": false, "allOf": [{"required": ["tag"]}]}`],
  [
    'two conditions',
    '{"allOf": [{"if": {"required": ["id"]}, "then": {"required": ["name"]}}, {"if": {"required": ["tag"]}, "else": {"required": ["id"]}}]}',
  ],
  [
    'two declarations of items',
    '{"allOf": [{"properties": {"list": {"items": {"type": "string"}}}}, {"properties": {"list": {"prefixItems": [{"minLength": 2}]}}}]}',
  ],
  ['a circle', '{"allOf": [{"$ref": "#/components/schemas/Loop"}]}'],
];

const values: readonly string[] = [
  '{}',
  '{"name": "n"}',
  '{"id": 1}',
  '{"id": 4}',
  '{"id": 6}',
  '{"tag": "t"}',
  '{"name": "n", "id": 1}',
  '{"name": "n", "tag": "t"}',
  '{"id": 4, "tag": "t"}',
  '{"name": "n", "id": 4, "tag": "t"}',
  '{"name": 5, "id": 4, "tag": "t"}',
  '{"list": [{}]}',
  '{"list": [{"name": "n"}]}',
  '{"list": [{"name": "n", "id": 1}]}',
  '{"list": ["a"]}',
  '{"list": ["ab", 5]}',
  '{"list": ["ab", "c"]}',
  '{"name": "n", "next": {"name": 5}}',
  '5',
];

function documentWith(schema: string): JsonObject {
  const document = json(`{
    "openapi": "3.1.0",
    "components": {
      "schemas": {
        "Named": {${named}},
        "New": {"allOf": [{"$ref": "#/components/schemas/Named"}, {${numbered}}]},
        "Loop": {"allOf": [{${named}}, {"properties": {"next": {"$ref": "#/components/schemas/Loop"}}}]},
        "Schema": ${schema}
      }
    }
  }`);
  if (!isJsonObject(document)) throw new Error('no object');
  return document;
}

function json(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

/** The values that the schema accepts according to ajv. */
function accepted(document: JsonObject): readonly boolean[] {
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile({ ...document, $ref: '#/components/schemas/Schema' });
  return values.map((value) => validate(json(value)));
}

describe('a merged document validates like the original:', () => {
  it.each(schemas)('%s', (_what, schema) => {
    const document = documentWith(schema);
    const verdicts = accepted(document);
    expect(accepted(mergeAllOfDocument(document))).toEqual(verdicts);
    expect(new Set(verdicts).size).toBe(2);
  });
});

it('merges everything that one schema can express', () => {
  const left = schemas.slice(0, 5).map(([, schema]) => JSON.stringify(mergeAllOfDocument(documentWith(schema))));
  expect(left.filter((text) => text.includes('allOf'))).toEqual([]);
});

it('parameters and responses are merged too', () => {
  const part = { allOf: [{ minimum: 1 }, { maximum: 3 }] };
  const document = {
    openapi: '3.0.3',
    paths: {
      '/a': {
        get: { parameters: [{ schema: part }], responses: { 200: { content: { j: { schema: part } } } } },
      },
    },
  };
  expect(JSON.stringify(mergeAllOfDocument(document))).not.toContain('allOf');
});
