/** The value of a discriminator in a pact selects an alternative of the contract. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { document, operationObject, parseDocument } from '../../spec/diff/build-documents.ts';
import { reportedFindings } from './support.ts';

const schemas = `{ schemas: {
  Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: kind, mapping: { feline: '#/components/schemas/Cat' } } },
  Cat: { type: object, required: [kind], properties: { kind: { type: string }, purrs: { type: boolean } } },
  Dog: { type: object, required: [kind], properties: { kind: { type: string }, barks: { type: boolean } } } } }`;
const animal = "content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } }";
const contract = await parseDocument(
  document(
    `{ /animals: { get: ${operationObject({ responses: `{ '200': { description: ok, ${animal} } }` })},
      post: ${operationObject({ requestBody: `{ required: true, ${animal} }` })} } }`,
    { components: schemas },
  ),
);

const expecting = (responseBody: Json) => reportedFindings(contract, { request: 'GET /animals', responseBody });
const sending = (body: Json) => reportedFindings(contract, { request: 'POST /animals', body });

describe('a discriminator', () => {
  test.each(['feline', 'Cat', 'Dog'])('may have a value that the contract names: %s', async (kind) => {
    expect(await expecting({ kind })).toEqual([]);
    expect(await sending({ kind })).toEqual([]);
  });

  test('with a value that selects no alternative is a warning', async () => {
    expect(await expecting({ kind: 'fish' })).toEqual(['warning response.body.discriminator body.kind']);
    expect(await sending({ kind: 'fish' })).toEqual(['warning request.body.discriminator body.kind']);
  });

  test('may be left out of an expected body', async () => {
    expect(await expecting({ purrs: true })).toEqual(['warning response.body.optional body.purrs']);
  });
});
