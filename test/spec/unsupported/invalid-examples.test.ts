/** Examples that their schema does not allow are listed where a document is repaired. */
import { expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';

const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {$ref: '#/components/schemas/A'}
              example: {n: text}
    put:
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/A'}
            examples: {good: {value: {n: 1}}, bad: {value: {}}}
      responses: {'200': {$ref: '#/components/responses/R'}, '400': {$ref: '#/components/responses/R'}}
  /b:
    get: {responses: {'200': {$ref: '#/components/responses/R'}}}
components:
  schemas: {A: {type: object, required: [n], properties: {n: {type: integer}}}}
  responses:
    R:
      description: ok
      content:
        application/json:
          schema: {$ref: '#/components/schemas/A'}
          example: []
`;

it('each once, with the operation that uses it', async () => {
  const { unsupported = [] } = await parseContract('file:///tmp/a.yaml', text, [], { mode: 'lenient' });
  expect(unsupported.map(({ place, what, operation }) => [place.line, what, operation])).toEqual([
    [12, 'the response example "example"', 'GET /a'],
    [18, 'the request example "bad"', 'PUT /a'],
    [30, 'the response example "example"', undefined],
  ]);
});

it('but not where the lint reports them', async () => {
  expect((await parseContract('file:///tmp/a.yaml', text)).unsupported).toEqual([]);
});
