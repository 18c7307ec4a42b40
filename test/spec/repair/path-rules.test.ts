/** Paths that contain a query, and methods in capitals. */
import { expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

const url = 'file:///tmp/example.yaml';
const ok = "{'200': {description: ok}}";

function load(paths: string): Promise<Contract> {
  const text = `openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths:\n${paths}`;
  return parseContract(url, text, [], { mode: 'lenient' });
}

function read({ operations, repairs = [] }: Contract) {
  return {
    operations: operations.map(({ id, path, parameters, place }) => [
      id,
      path,
      parameters.map((one) => `${one.name} in ${one.in}, ${one.required ? 'required' : 'optional'}`),
      place.line,
    ]),
    repairs: repairs.map(({ what, place }) => [place.line, what]),
  };
}

it('a query in a path is read as query parameters, unless the operation declares them', async () => {
  const contract = await load(`  "/a/{id}?q={query}&page={page}":
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      parameters: [{name: page, in: query, schema: {type: integer}}]
      responses: ${ok}
`);
  expect(read(contract)).toEqual({
    operations: [
      ['GET /a/{id}', '/a/{id}', ['id in path, required', 'q in query, required', 'page in query, optional'], 6],
    ],
    repairs: [[4, 'the path /a/{id}?q={query}&page={page}, which contains a query']],
  });
});

it.each([
  ['another path has the rest', '  /a: {get: {responses: RESPONSES}}\n', 'q in query'],
  ['it declares a path parameter', '  /b: {get: {responses: RESPONSES}}\n', 'q in path'],
])('a path with a query stays as it is if %s', async (_case, other, parameter) => {
  const [name, , place] = parameter.split(' ');
  const { operations } = await load(
    `  "/a?q={q}": {get: {parameters: [{name: ${name}, in: ${place}, required: true, schema: {type: string}}], responses: ${ok}}}\n${other.replace('RESPONSES', ok)}`,
  );
  expect(operations.map(({ path }) => path)).toContain('/a?q={q}');
});

it('a method in capitals is read in lower case', async () => {
  const contract = await load(`  /a:\n    GET:\n      operationId: a\n      responses: ${ok}\n`);
  expect(read(contract)).toEqual({ operations: [['a', '/a', [], 5]], repairs: [[5, 'the method GET']] });
});
