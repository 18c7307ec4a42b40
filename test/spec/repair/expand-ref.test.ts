/** A `$ref` in place of a map, where OpenAPI allows it only in the members. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadOverlaidContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { writeFolder } from '../support.ts';

function lenient(text: string, files: Readonly<Record<string, string>> = {}): Promise<Contract> {
  return loadOverlaidContract(path.join(writeFolder({ ...files, 'api.yaml': text }), 'api.yaml'), [], {
    mode: 'lenient',
  });
}

const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\n';

function withSchemas(schemas: string): string {
  const content = "{application/json: {schema: {$ref: '#/components/schemas/A'}}}";
  return `${head}paths: {/a: {get: {responses: {'200': {description: ok, content: ${content}}}}}}\ncomponents:\n  schemas:\n${schemas}`;
}

function propertiesOf({ operations }: Contract): readonly string[] {
  return [...(operations[0]?.responses[0]?.content[0]?.schema?.properties?.keys() ?? [])];
}

function what({ repairs = [] }: Contract): readonly string[] {
  return repairs.map((repair) => `${repair.place.line} ${repair.what}`);
}

it.each([
  ['a schema: its properties', 'B: {type: object, properties: {n: {type: integer}, type: {type: string}}}'],
  ['a schema without a type', 'B: {properties: {n: {type: integer}, type: {type: string}}}'],
  ['a map of properties', 'B: {n: {type: integer}, type: {type: string}}'],
])('properties are those of the target, if it is %s', async (_target, schema) => {
  const contract = await lenient(
    withSchemas(`    A:\n      properties:\n        $ref: '#/components/schemas/B'\n    ${schema}\n`),
  );
  expect(propertiesOf(contract)).toEqual(['n', 'type']);
  expect(what(contract).filter((one) => one.includes('$ref'))).toEqual(['7 "properties" that is a $ref']);
});

it('a map of properties may have one that is named "properties"', async () => {
  const target = 'B: {id: {type: string}, properties: {type: array, items: {type: string}}}';
  const contract = await lenient(withSchemas(`    A: {properties: {$ref: '#/components/schemas/B'}}\n    ${target}\n`));
  expect(propertiesOf(contract)).toEqual(['id', 'properties']);
});

it('a property that is named "$ref" is a property', async () => {
  const contract = await lenient(withSchemas('    A: {properties: {$ref: {type: string}}}\n'));
  expect([propertiesOf(contract), contract.repairs]).toEqual([['$ref'], undefined]);
});

it('properties of a target that has none are ignored', async () => {
  const contract = await lenient(
    withSchemas("    A: {properties: {$ref: '#/components/schemas/B'}}\n    B: {allOf: [{type: object}]}\n"),
  );
  expect(propertiesOf(contract)).toEqual([]);
  expect(contract.repairs?.[0]?.effect).toContain('it is ignored');
});

const paths = "/a/{id}:\n  get: {responses: {'200': {$ref: '#/x-ok'}}}\nx-ok: {description: ok}\n";

it('paths are those of another file, whose references are its own', async () => {
  const contract = await lenient(`${head}paths:\n  $ref: ./paths.yaml\n`, { 'paths.yaml': paths });
  expect(contract.operations.map(({ id, place }) => [id, path.basename(place.file), place.line])).toEqual([
    ['GET /a/{id}', 'paths.yaml', 2],
  ]);
  expect(what(contract)).toEqual(['3 "paths" that is a $ref', '2 the path parameter "id" without a declaration']);
});

it.each([
  ['responses', "'200': {description: ok}\n"],
  ['parameters', '[{name: q, in: query, schema: {type: string}}]\n'],
])('%s of an operation may be in another file', async (key, text) => {
  const responses = key === 'responses' ? '' : "responses: {'200': {description: ok}}, ";
  const contract = await lenient(`${head}paths: {/a: {get: {${responses}${key}: {$ref: part.yaml}}}}\n`, {
    'part.yaml': text,
  });
  const [operation] = contract.operations;
  expect([operation?.responses.map(({ status }) => status), operation?.parameters.map(({ name }) => name)]).toEqual([
    ['200'],
    key === 'parameters' ? ['q'] : [],
  ]);
  expect(what(contract)).toEqual([`3 "${key}" that is a $ref`]);
});
