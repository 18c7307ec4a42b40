/** Values of bodies that other requests do not have. */
import { expect, test } from 'vitest';
import { freshen, unlikelyFreshValues } from '../../../contracts/conformance/request/values/freshen.ts';
import { parseDocument } from '../../spec/diff/build-documents.ts';

async function schemaWithPattern(pattern: string) {
  const { operations } = await parseDocument(`
openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /names:
    post:
      operationId: createName
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: { type: string, maxLength: 60, pattern: '${pattern}' }
      responses:
        '201': { description: Created. }
`);
  const schema = operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('there is no schema');
  return schema;
}

const fresh = (number: number) => ({ ...unlikelyFreshValues, regeneratesTexts: true, number: () => number });

test.each([
  ['^[!-~]([ -~]*[!-~])?$', '~'],
  ['^\\S(.*\\S)?$', '!'],
  ['^[A-Za-z](?:[ -~]*[A-Za-z])?$', 'a'],
])('a text of one character differs where %s allows longer ones', async (pattern, name) => {
  const schema = await schemaWithPattern(pattern);
  const [first, second] = [1_234_567, 1_234_568].map((number) => freshen({ name }, schema, fresh(number)));
  expect(first).not.toEqual({ name });
  expect(second).not.toEqual(first);
});

test('a text of one character is kept where its pattern allows only few', async () => {
  expect(freshen({ name: '~' }, await schemaWithPattern('^[!-~]$'), fresh(1_234_567))).toEqual({ name: '~' });
});
