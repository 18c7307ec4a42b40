import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitPointer } from '../../../spec/json/pointer.ts';
import { loadOverlaidContract, parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { valueAt, writeFolder } from '../support.ts';

const url = 'file:///tmp/example.yaml';
const lenient = (text: string): Promise<Contract> => parseContract(url, text, [], { mode: 'lenient' });

interface Flaw {
  readonly flaw: string;
  /** Each reported line is marked with `#!`. */
  readonly text: string;
  readonly what: string;
  /** What the document has in the end, by pointer. */
  readonly read: readonly (readonly [pointer: string, value: unknown])[];
}

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';
const ok = "{'200': {description: ok}}";
const withOperation = (operation: string, at = '/a') => `${head}paths:\n  ${at}:\n    get:\n${operation}`;
const used = "{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}";
const withSchema = (schema: string) =>
  `${head}paths: {/a: {get: {responses: ${used}}}}\ncomponents:\n  schemas:\n    A:\n${schema}`;

const flaws: readonly Flaw[] = [
  {
    flaw: 'an example beside examples',
    text: withOperation(
      "      responses:\n        '200':\n          description: ok\n          content:\n            text/plain:\n              example: one #!\n              examples: {two: {value: two}}\n",
    ),
    what: '"example" beside "examples"',
    read: [
      [
        '/paths/~1a/get/responses/200/content/text~1plain',
        { examples: { example: { value: 'one' }, two: { value: 'two' } } },
      ],
    ],
  },
  {
    flaw: 'a description among the media types',
    text: withOperation(
      "      responses:\n        '200':\n          description: ok\n          content:\n            description: text #!\n            text/plain: {}\n",
    ),
    what: '"description" in "content", which is no media type',
    read: [['/paths/~1a/get/responses/200/content', { 'text/plain': {} }]],
  },
  {
    flaw: 'an empty media type',
    text: withOperation(
      "      responses:\n        '200':\n          description: ok\n          content:\n            '': {example: 7} #!\n",
    ),
    what: 'an empty media type',
    read: [['/paths/~1a/get/responses/200/content', { 'application/json': { example: 7 } }]],
  },
  {
    flaw: 'no info',
    text: `openapi: 3.0.3 #!\npaths: {/a: {get: {responses: ${ok}}}}\n`,
    what: 'a document without "info"',
    read: [['/info', { title: 'Untitled', version: '0' }]],
  },
  {
    flaw: 'a number as version',
    text: `openapi: 3.0.3\ninfo:\n  title: T\n  version: 2 #!\npaths: {/a: {get: {responses: ${ok}}}}\n`,
    what: 'a number as version',
    read: [['/info', { title: 'T', version: '2' }]],
  },
  {
    flaw: 'swagger beside openapi',
    text: `openapi: 3.0.3\nswagger: "2.0" #!\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {responses: ${ok}}}}\n`,
    what: '"swagger" beside "openapi"',
    read: [['/swagger', undefined]],
  },
  {
    flaw: 'the examples of 3.1 in a schema of 3.0',
    text: withSchema('      type: string\n      examples: [Work, Rest] #!\n'),
    what: '"examples" in a schema',
    read: [['/components/schemas/A', { type: 'string', example: 'Work' }]],
  },
  {
    flaw: 'a path without a slash',
    text: withOperation(`      responses: ${ok}\n`, 'a #!').replace('a #!:', 'a: #!'),
    what: 'the path a',
    read: [['/paths/~1a/get/responses/200/description', 'ok']],
  },
  {
    flaw: 'a response without a description',
    text: withOperation("      responses:\n        '200': #!\n          content: {}\n"),
    what: 'a response without "description"',
    read: [['/paths/~1a/get/responses/200', { description: '', content: {} }]],
  },
  {
    flaw: 'no responses',
    text: `${head}paths:\n  /a:\n    get: #!\n      operationId: a\n`,
    what: 'an operation without "responses"',
    read: [['/paths/~1a/get/responses', { default: { description: '' } }]],
  },
  {
    flaw: 'a parameter without a schema',
    text: withOperation(`      parameters:\n        - {name: q, in: query} #!\n      responses: ${ok}\n`),
    what: 'the parameter "q" without "schema"',
    read: [['/paths/~1a/get/parameters/0/schema', {}]],
  },
  {
    flaw: 'an undeclared path parameter',
    text: `${head}paths:\n  /a/{id}:\n    get: #!\n      responses: ${ok}\n`,
    what: 'the path parameter "id" without a declaration',
    read: [['/paths/~1a~1{id}/get/parameters/0/schema', { type: 'string' }]],
  },
  {
    flaw: 'an optional path parameter',
    text: withOperation(
      `      parameters:\n        - {name: id, in: path, schema: {type: integer}} #!\n      responses: ${ok}\n`,
      '/a/{id}',
    ),
    what: 'the path parameter "id" that is not required',
    read: [['/paths/~1a~1{id}/get/parameters/0/required', true]],
  },
  {
    flaw: 'an operationId used twice',
    text: `${head}paths:\n  /a:\n    get: {operationId: one, responses: ${ok}}\n    put:\n      operationId: one #!\n      responses: ${ok}\n`,
    what: 'the operationId "one" of several operations',
    read: [
      ['/paths/~1a/get/operationId', 'one'],
      ['/paths/~1a/put/operationId', undefined],
    ],
  },
  {
    flaw: 'scopes that are no list',
    text: `${withOperation(`      security:\n        - key: #!\n      responses: ${ok}\n`)}components: {securitySchemes: {key: {type: apiKey, in: header, name: K}}}\n`,
    what: 'the scopes of "key" that are no list',
    read: [['/paths/~1a/get/security/0', { key: [] }]],
  },
  {
    flaw: 'a key that OpenAPI does not have',
    text: withOperation(`      sumary: text #!\n      responses: ${ok}\n`),
    what: '"sumary" in an operation',
    read: [['/paths/~1a/get/sumary', undefined]],
  },
  {
    flaw: 'a key that an object has twice',
    text: withOperation(`      summary: one\n      summary: two #!\n      responses: ${ok}\n`),
    what: 'the key "summary", which line 6 has too',
    read: [['/paths/~1a/get/summary', 'two']],
  },
  {
    flaw: 'a path that the document has twice, also with members of the same names',
    text: `${head}paths:\n  /a:\n    get: {operationId: a, responses: ${ok}}\n  /a: #!\n    get: {operationId: b, responses: ${ok}}\n`,
    what: 'the key "/a", which line 4 has too',
    read: [['/paths/~1a/get/operationId', 'b']],
  },
  {
    flaw: 'an operation without a value',
    text: `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get: #!\n`,
    what: '"get" without a value',
    read: [['/paths/~1a/get', {}]],
  },
  {
    flaw: 'a media type without a value',
    text: withOperation("      responses: {'200': {description: ok, content: {application/json: }}} #!\n"),
    what: '"application/json" without a value',
    read: [['/paths/~1a/get/responses/200/content/application~1json', {}]],
  },
  {
    flaw: 'parameters without a value',
    text: withOperation(`      parameters: #!\n      responses: ${ok}\n`),
    what: '"parameters" without a value',
    read: [['/paths/~1a/get/parameters', []]],
  },
  {
    flaw: 'a property without a value',
    text: withSchema('      properties:\n        a: #!\n'),
    what: '"a" without a value',
    read: [['/components/schemas/A/properties/a', {}]],
  },
  {
    flaw: 'an empty enumeration',
    text: withSchema('      type: string\n      enum: [] #!\n'),
    what: 'an empty "enum"',
    read: [['/components/schemas/A', { type: 'string' }]],
  },
  {
    flaw: 'required in a property',
    text: withSchema('      properties:\n        a:\n          type: string\n          required: true #!\n'),
    what: '"required" in a property',
    read: [['/components/schemas/A/properties/a', { type: 'string' }]],
  },
  {
    flaw: 'the type any',
    text: withSchema('      maxLength: 3\n      type: any #!\n'),
    what: 'the type "any"',
    read: [['/components/schemas/A', { maxLength: 3 }]],
  },
  {
    flaw: 'an invalid pattern',
    text: withSchema("      type: string\n      pattern: '[' #!\n"),
    what: 'an invalid pattern',
    read: [['/components/schemas/A', { type: 'string' }]],
  },
  {
    flaw: 'a number as exclusive bound',
    text: withSchema('      type: integer\n      minimum: 1\n      exclusiveMinimum: 5 #!\n'),
    what: 'a number as "exclusiveMinimum" in OpenAPI 3.0',
    read: [['/components/schemas/A', { type: 'integer', minimum: 5, exclusiveMinimum: true }]],
  },
  {
    flaw: 'a number as exclusive bound that is wider than the bound',
    text: withSchema('      type: integer\n      maximum: 7\n      exclusiveMaximum: 9 #!\n'),
    what: 'a number as "exclusiveMaximum" in OpenAPI 3.0',
    read: [['/components/schemas/A', { type: 'integer', maximum: 7 }]],
  },
  {
    flaw: 'a keyword of an earlier draft',
    text: withSchema('      type: object\n      $recursiveAnchor: true #!\n').replace('3.0.3', '3.1.0'),
    what: '"$recursiveAnchor" of an earlier draft',
    read: [['/components/schemas/A', { type: 'object' }]],
  },
];

describe('a document with a flaw', () => {
  it.each(flaws)('is repaired, and the repair reported at its line: $flaw', async ({ text, what, read }) => {
    const contract = await lenient(text);
    const line = text.split('\n').findIndex((one) => one.includes('#!')) + 1;
    expect(contract.repairs?.map((repair) => [repair.what, repair.place.line])).toEqual([[what, line]]);
    for (const [pointer, value] of read) expect(valueAt(contract.document, splitPointer(pointer))).toEqual(value);
  });

  it.each(flaws.filter(({ flaw }) => !/swagger|draft|empty media type/.test(flaw)))(
    'is rejected if it must be valid: $flaw',
    async ({ text }) => {
      await expect(parseContract(url, text)).rejects.toMatchObject({ name: 'KitError' });
    },
  );
});

it('the last of several equal keys is read in JSON and in other files, too', async () => {
  const json = `{"openapi": "3.0.3", "info": {"title": "T", "version": "1"},
"paths": {"/a": {"get": {"summary": "one", "responses": {"200": {"description": "ok"}},
"summary": "two"}}}}`;
  const contract = await lenient(json);
  expect(contract.repairs?.map(({ place, what }) => [place.line, what])).toEqual([
    [3, 'the key "summary", which line 2 has too'],
  ]);
  expect(contract.operations[0]?.description).toBe('two');
  const folder = writeFolder({
    'api.yaml': `${head}paths: {/a: {$ref: a.yaml}}\n`,
    'a.yaml': `get: {responses: ${ok}}\nget: {summary: two, responses: ${ok}}\n`,
  });
  const split = await loadOverlaidContract(path.join(folder, 'api.yaml'), [], { mode: 'lenient' });
  expect(split.operations[0]?.description).toBe('two');
  expect(split.repairs?.map(({ place }) => [path.basename(place.file), place.line])).toEqual([['a.yaml', 2]]);
});

it('all flaws of a document are repaired at once, in the order of their lines', async () => {
  const text = `openapi: 3.0.3
info: {version: 1}
paths:
  a/{id}:
    get:
      parameters: [{name: q, in: query}]
      responses: {'200': {}}
`;
  const { repairs = [], operations } = await lenient(text);
  expect(repairs.map(({ place }) => place.line)).toEqual([2, 2, 4, 5, 6, 7]);
  expect(operations.map(({ path, parameters }) => [path, parameters.map(({ name }) => name)])).toEqual([
    ['/a/{id}', ['q', 'id']],
  ]);
});

it('path parameters that a shared parameter may declare are not added', async () => {
  const text = `${head}paths:
  /a/{id}/{other}:
    parameters: [{$ref: '#/components/parameters/id'}]
    get:
      parameters: [{name: other, in: path, required: true, schema: {type: string}}]
      responses: ${ok}
components: {parameters: {id: {name: id, in: path, required: true, schema: {type: integer}}}}
`;
  expect((await lenient(text)).repairs).toBeUndefined();
});

const valid = globSync(['test/fixtures/mock/*.yaml', 'test/evals/corpus/features/*.yaml', 'test/evals/zoo/*/*.yaml']);

it('valid documents have nothing to repair', async () => {
  const files = valid.filter((file) => !file.endsWith('uncompilable.yaml'));
  expect(files.length).toBeGreaterThan(40);
  const contracts = await Promise.all(files.map((file) => loadOverlaidContract(file, [], { mode: 'lenient' })));
  expect(contracts.filter(({ repairs }) => repairs !== undefined).map(({ file }) => file)).toEqual([]);
});
