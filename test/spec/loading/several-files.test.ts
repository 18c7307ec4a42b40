/** References to other files in every possible place, relative to the file that contains them. */
import { expect, it } from 'vitest';
import { isValid } from '../../../spec/validation/validate.ts';
import { loadText } from '../support.ts';

const main = `openapi: 3.1.0
info: {title: T, version: "1"}
security: [{key: []}]
paths:
  /items/{id}: {$ref: 'paths/items.yaml'}
components:
  securitySchemes:
    key: {$ref: 'parts/security.yaml#/key'}
`;

/** Stands in a folder of its own, so that "../parts" is right from here alone. */
const files = {
  'paths/items.yaml': `parameters:
  - $ref: ../parts/parameters.yaml#/id
post:
  operationId: send
  parameters:
    - $ref: ../parts/parameters.yaml#/limit
  requestBody: {$ref: ../parts/bodies.yaml#/item}
  responses:
    '201': {$ref: ../parts/responses.yaml#/made}
  callbacks:
    done: {$ref: ../parts/callbacks.yaml#/done}
`,
  'parts/parameters.yaml': `id: {name: id, in: path, required: true, schema: {$ref: 'schemas/item.json#/properties/id'}}
limit:
  name: limit
  in: query
  schema: {type: integer}
  examples: {few: {$ref: 'examples.yaml#/few'}}
`,
  'parts/bodies.yaml': `item:
  required: true
  content:
    application/json:
      schema: {$ref: schemas/item.json}
      examples: {one: {$ref: 'examples.yaml#/one'}}
`,
  'parts/responses.yaml': `made:
  description: made
  headers: {Location: {$ref: 'headers.yaml#/location'}}
  content: {application/json: {schema: {$ref: schemas/item.json}}}
  links: {again: {$ref: 'links.yaml#/again'}}
`,
  'parts/schemas/item.json': `{"type": "object", "required": ["id"],
  "properties": {"id": {"type": "integer"}, "next": {"$ref": "item.json"}, "pot": {"$ref": "./pot.yaml#/pot"}}}`,
  'parts/schemas/pot.yaml': 'pot: {type: string, maxLength: 3}\n',
  'parts/examples.yaml': 'few: {value: 3}\none: {value: {id: 7}}\n',
  'parts/headers.yaml': 'location: {required: true, schema: {type: string}}\n',
  'parts/links.yaml': 'again: {operationId: send, parameters: {id: $response.body#/id}}\n',
  'parts/security.yaml': 'key: {type: apiKey, in: header, name: X-Key}\n',
  'parts/callbacks.yaml': "done: {'{$request.query.url}': {post: {responses: {'200': {description: ok}}}}}\n",
};

it('resolve from their own file, in every place', async () => {
  const { operations, unsupported = [], sources } = await loadText(main, files);
  const [send] = operations;
  const [made] = send?.responses ?? [];
  const [json] = send?.requestBody?.content ?? [];
  expect({
    parameters: send?.parameters.map(({ name, schema }) => [name, [...(schema?.types ?? [])]]),
    few: send?.parameters[1]?.examples.map(({ value }) => value),
    one: json?.examples.map(({ value }) => value),
    headers: made?.headers.map(({ name, required }) => [name, required]),
    links: made?.links?.map(({ name, operation }) => [name, operation]),
    schemes: send?.security.flatMap(({ schemes }) => schemes.map(({ parameterName }) => parameterName)),
    unsupported: unsupported.map(({ what }) => what),
    files: sources.size,
  }).toEqual({
    parameters: [
      ['id', ['integer']],
      ['limit', ['integer']],
    ],
    few: [3],
    one: [{ id: 7 }],
    headers: [['Location', true]],
    links: [['again', 'send']],
    schemes: ['X-Key'],
    unsupported: ['the callback "done"'],
    files: 12,
  });
});

it('create one schema for references to the same schema', async () => {
  const { operations } = await loadText(main, files);
  const schema = operations[0]?.requestBody?.content[0]?.schema;
  if (schema === undefined) throw new Error('there is no schema');
  expect(isValid(schema, { id: 1, next: { id: 2, pot: 'abc' } }, 'request')).toBe(true);
  expect(isValid(schema, { id: 1, next: { id: 2, pot: 'abcd' } }, 'request')).toBe(false);
  expect(operations[0]?.responses[0]?.content[0]?.schema).toBe(schema);
});

it('have a fixed order, independent of the order of reading', async () => {
  const late = { 'parts/a.yaml': 'x: {schema: {type: string}}\n', ...files };
  const { file, sources } = await loadText(main, late);
  const [first, ...others] = sources.keys();
  expect(first).toBe(file);
  expect(others.length).toBeGreaterThan(5);
  expect(others).toEqual(others.toSorted());
});
