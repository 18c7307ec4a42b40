/** Documents that mix the keywords of versions are read as the keywords mean in the other version. */
import { expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';

const load = (openapi: string, schema: string, more = ''): Promise<Contract> =>
  parseContract(
    'file:///tmp/example.yaml',
    `openapi: ${openapi}
info: { title: T, version: "1" }
${more}
paths: { /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } } }
`,
    [],
    { mode: 'lenient' },
  );

const nullText = "{ type: 'null' }";

it.each([
  ['3.0.3', `{ anyOf: [{ type: string }, ${nullText}] }`, [null, 'a'], [5]],
  ['3.0.3', `{ type: object, properties: { a: ${nullText} } }`, [{ a: null }, {}], [{ a: 'b' }]],
  ['3.0.3', "{ type: [string, 'null'] }", [null, 'a'], [5]],
  ['3.1.0', '{ type: integer, minimum: 3, exclusiveMinimum: true }', [4], [3]],
  ['3.1.0', '{ type: integer, minimum: 3, exclusiveMinimum: false }', [3], [2]],
  ['3.1.0', '{ type: integer, maximum: 3, exclusiveMaximum: true }', [2], [3]],
  ['3.1.0', '{ type: integer, exclusiveMaximum: true }', [9], ['a']],
])('%s: %s', async (openapi, schema, valid, invalid) => {
  const contract = await load(openapi, schema);
  const read = contract.operations[0]?.responses[0]?.content[0]?.schema;
  if (read === undefined) throw new Error('no schema');
  for (const value of valid) expect(isValid(read, value, 'response'), JSON.stringify(value)).toBe(true);
  for (const value of invalid) expect(isValid(read, value, 'response'), JSON.stringify(value)).toBe(false);
  expect(contract.repairs).toHaveLength(1);
});

it('ignores what Swagger says about all operations', async () => {
  const { operations, repairs = [] } = await load('3.0.3', '{}', 'consumes: [text/plain]\nproduces: [text/plain]');
  expect(operations).toHaveLength(1);
  expect(repairs.map(({ what }) => what)).toEqual(['"consumes" beside "openapi"', '"produces" beside "openapi"']);
});
