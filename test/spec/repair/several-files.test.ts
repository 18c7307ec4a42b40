/** Repairs in the files that a document refers to. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadOverlaidContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { writeFolder } from '../support.ts';

function lenient(files: Readonly<Record<string, string>>): Promise<Contract> {
  return loadOverlaidContract(path.join(writeFolder(files), 'api.yaml'), [], { mode: 'lenient' });
}

function reported({ repairs = [] }: Contract): readonly (readonly [file: string, line: number, what: string])[] {
  return repairs.map(({ place, what }) => [path.basename(place.file), place.line, what]);
}

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';
const ok = "{'200': {description: ok}}";

const item = `get:
  parameters:
    - {name: q, in: query}
  responses:
    '200':
      content: {application/json: {schema: {$ref: 'schemas.yaml#/Item'}}}
`;

it('are made in each file, and reported with its name and line', async () => {
  const contract = await lenient({
    'api.yaml': `${head}paths:\n  /items/{id}:\n    $ref: parts/item.yaml\n`,
    'parts/item.yaml': item,
    'parts/schemas.yaml': 'Item:\n  type: string\n  enum: []\nUnused:\n  enum: []\n',
  });
  expect(reported(contract)).toEqual([
    ['item.yaml', 1, 'the path parameter "id" without a declaration'],
    ['item.yaml', 3, 'the parameter "q" without "schema"'],
    ['item.yaml', 5, 'a response without "description"'],
    ['schemas.yaml', 3, 'an empty "enum"'],
  ]);
  expect(contract.operations.map(({ path: at, parameters }) => [at, parameters.map(({ name }) => name)])).toEqual([
    ['/items/{id}', ['q', 'id']],
  ]);
});

it('are made once in a part that several operations use, and in parts that use each other', async () => {
  const use = "{'200': {description: ok, content: {application/json: {schema: {$ref: 'schemas.yaml#/Node'}}}}}";
  const contract = await lenient({
    'api.yaml': `${head}paths:\n  /a: {get: {responses: ${use}}}\n  /b: {get: {responses: ${use}}}\n`,
    'schemas.yaml':
      "Node:\n  type: object\n  properties:\n    next: {$ref: '#/Node'}\n    other: {$ref: './schemas.yaml#/Leaf'}\nLeaf:\n  type: any\n",
  });
  expect(reported(contract)).toEqual([['schemas.yaml', 7, 'the type "any"']]);
});

it('are made in parts of the main document that only a reference shows to be schemas', async () => {
  const use = "{'200': {description: ok, content: {application/json: {schema: {$ref: '#/x-schemas/Leaf'}}}}}";
  const contract = await lenient({
    'api.yaml': `${head}paths:\n  /a: {get: {responses: ${use}}}\nx-schemas:\n  Leaf:\n    type: any\n  Other:\n    type: any\n`,
  });
  expect(reported(contract)).toEqual([['api.yaml', 7, 'the type "any"']]);
});

it('are not made in a file without flaws', async () => {
  const contract = await lenient({
    'api.yaml': `${head}paths:\n  /a:\n    $ref: a.yaml\n`,
    'a.yaml': `get: {responses: ${ok}}\n`,
  });
  expect(contract.repairs).toBeUndefined();
});
