/** Random values are valid, also those with very many parts. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryForSchema } from '../../../contracts/conformance/cases/random/schema-arbitrary.ts';
import { random } from '../../../contracts/conformance/cases/random.ts';
import { createGeneratorContext } from '../../../contracts/conformance/cases/test-category.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';

async function operationWith(schema: string) {
  const contract = await parseContract(
    'file:///tmp/drawn.yaml',
    `openapi: 3.0.3
info: { title: Drawn, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: send
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { '204': { description: Good } }
`,
  );
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

it.each([
  '{ type: integer, format: int32 }',
  '{ type: integer, format: int64 }',
  '{ type: integer, minimum: 5, maximum: 20 }',
  '{ type: integer, minimum: 3, maximum: 3 }',
  '{ type: integer, maximum: -5 }',
  '{ type: integer, minimum: 1, maximum: 100, multipleOf: 10 }',
  '{ type: integer, minimum: -95, maximum: -11, multipleOf: 10 }',
])('every random value of %s is valid', async (text) => {
  const schema = (await operationWith(text)).requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('no schema');
  const drawn = fc.sample(arbitraryForSchema(schema), { seed: 1, numRuns: 500 });
  expect(drawn.filter((value) => !isValid(schema, value, 'request'))).toEqual([]);
});

it('generates a body of 300 integers as often as a small one', async () => {
  const names = Array.from({ length: 300 }, (_none, index) => `p${index}: { type: integer, format: int32 }`);
  const operation = await operationWith(`{ type: object, properties: { ${names.join(', ')} } }`);
  const baseline = deriveBaseline(operation, []);
  if (!isBaseline(baseline)) throw new Error(baseline.reason);
  expect([
    ...random.generate(createGeneratorContext(baseline, { randomOptions: { seed: 1, caseCount: 50 } })),
  ]).toHaveLength(50);
});
