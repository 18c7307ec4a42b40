import { describe, expect, test } from 'vitest';
import { highlightedNames, highlightInLine, sourceSnippet } from '../../contracts/finding/source-snippet.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { plantStoreContract } from '../conformance/support.ts';

test.each([
  ['type: integer', '/a/id/type', 'integer'],
  ['type: integer # of 64 bits', '/a/id/type', 'integer'],
  ['"type": "integer",', '/a/id/type', '"integer"'],
  ['code: { type: string, pattern: "^[A-Z]{3},$" }', '/properties/code/pattern', '"^[A-Z]{3},$"'],
  ['code: { type: string, pattern: "^[A-Z]{3},$" }', '/properties/code/type', 'string'],
  ['kind: { enum: [small, large], type: string }', '/properties/kind/enum', '[small, large]'],
  ['code: { type: string }', '/properties/code', 'code'],
  ['type:', '/properties/type', 'type'],
  ['type: { type: string }', '/properties/type', 'type'],
  ['required:', '/components/schemas/Plant/required', 'required'],
  ['post:', '/paths/~1plants/post', 'post'],
  ["'400':", '/paths/~1plants/post/responses/400', "'400'"],
  ['application/json:', '/content/application~1json', 'application/json'],
  ['- name: limit', '/parameters/0', 'name: limit'],
  ['$ref: x.yaml', '/elsewhere', '$ref: x.yaml'],
  ['', '/gone', ''],
  [
    'requestBody: { required: true, content: { application/json: { schema: { required: [a, b] } } } }',
    '/requestBody/content/application~1json/schema/required',
    '[a, b]',
  ],
  [
    'requestBody: { required: true, content: { application/json: { schema: { required: [a, b] } } } }',
    '/paths/~1a/post/requestBody/required',
    'true',
  ],
  [
    '/a/{id}: { get: { security: [], tags: [x] }, put: { security: [b] } }',
    '/paths/~1a~1{id}/put/security',
    'security',
  ],
  ['anyOf: [{ type: string }, { type: object, x: { type: number } }, { type: array }]', '/S/anyOf/2/type', 'array'],
  ['{"a":{"type":"string"},"b":{"type":"number"}}', '/S/b/type', '"number"'],
  ["{ d: 'x: { type: , it''s', type: string }", '/S/type', 'string'],
  // Either a property called type, in a schema of one so called, or what one has for its type.
  ['type: { type: string }', '/properties/type/type', 'type: { type: string }'],
  ['a: 1 }, { type: string }, { type: number }', '/anyOf/2/type', 'a: 1 }, { type: string }, { type: number }'],
])('in the line %j the pointer %s means %j', (line, pointer, meant) => {
  const { start, end } = highlightInLine(line, pointer);
  expect(line.slice(start, end)).toBe(meant);
});

describe('the snippet of a list contains the relevant name', () => {
  const names = highlightedNames({ in: 'body', path: ['b'] }, ['pots', 0]);

  test.each([
    ['YAML over lines', 'required:\n  - a\n  - b\nx: 1', ['required:', '  - b'], 'b'],
    ['YAML, not indented', 'required:\n- a\n- "b"\nx: 1', ['required:', '- "b"'], '"b"'],
    ['YAML in one line', 'required: [a, b, c]', ['required: [a, b, c]'], 'b'],
    ['JSON over lines', '  "required": [\n    "a",\n    "b"\n  ]', ['"required": [', '  "b"'], '"b"'],
    ['JSON in one line', '"required": ["a", "b"],', ['"required": ["a", "b"],'], 'b'],
    ['a list that ends before', 'required:\n  - a\nother:\n  - b', ['required:'], 'required'],
  ])('%s', (_name, text, lines, meant) => {
    const contract: Contract = { ...plantStoreContract, sources: new Map([['spec.yaml', text]]) };
    const quote = sourceSnippet(contract, { file: 'spec.yaml', pointer: '/S/required', line: 1 }, names);
    const { start, end } = quote.mark;
    expect(quote.lines.map((one) => one.text)).toEqual(lines);
    expect(quote.lines.at(-1)?.text.slice(start, end)).toBe(meant);
  });
});

test.each<Parameters<typeof highlightedNames>>([
  [{ in: 'body', path: ['pots', 'size'] }, undefined],
  [{ in: 'status' }, ['pots', 'size']],
])('names the response part %j and the mutated part %j by their last key', (at, mutatedAt) => {
  expect(highlightedNames(at, mutatedAt)).toEqual(['size']);
});

test('the snippet of a place without source is empty', () => {
  const place = { file: 'elsewhere.yaml', pointer: '/required', line: 3 };
  expect(sourceSnippet(plantStoreContract, place, ['a'])).toEqual({
    lines: [{ line: 3, text: '' }],
    mark: { start: 0, end: 0 },
  });
});
