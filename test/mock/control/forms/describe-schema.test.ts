import { describe, expect, it } from 'vitest';
import { describeSchema } from '../../../../mock/control/forms/describe-schema.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { contractFromJson } from '../../support.ts';

describe('the graph of a schema', () => {
  it('refers to a recursive schema by its id', async () => {
    const node: Json = {
      type: 'object',
      properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    };
    const { schemas } = describeSchema(await schemaOf({ $ref: '#/components/schemas/Node' }, { Node: node }));
    expect(schemas).toEqual({
      0: { types: ['object'], properties: [{ name: 'parts', schema: '1' }] },
      1: { types: ['array'], items: '0' },
    });
  });

  it('merges allOf and keeps exact bounds', async () => {
    const { schemas } = describeSchema(
      await schemaOf({ allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9007199254740993n }] }),
    );
    expect(schemas).toEqual({ 0: { types: ['integer'], minimum: 1, maximum: 9007199254740993n } });
  });

  it('names the alternatives by their components or tags, and finds null among them', async () => {
    const Cat: Json = { type: 'object', properties: { kind: { type: 'string' } } };
    const Dog: Json = { type: 'object', properties: { kind: { type: 'string' }, bark: { type: 'boolean' } } };
    const oneOf: Json = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
    const labels = async (schema: Json) => alternativesOf(describeSchema(await schemaOf(schema, { Cat, Dog })).schemas);
    expect(await labels({ oneOf })).toEqual([
      { label: 'Cat', schema: '1' },
      { label: 'Dog', schema: '2' },
    ]);
    const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' };
    expect(await labels({ oneOf, discriminator: { propertyName: 'kind', mapping } })).toMatchObject([
      { label: 'cat', tag: { name: 'kind', value: 'cat' } },
      { label: 'dog', tag: { name: 'kind', value: 'dog' } },
    ]);
    const nullable = describeSchema(await schemaOf({ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }));
    expect(nullable.schemas).toEqual({ 0: { types: ['string'], format: 'date', isNullable: true } });
  });

  it('does not require properties that the mock makes up', async () => {
    const schema = await schemaOf({ type: 'object', required: ['id', 'name'], properties: { id: {}, name: {} } });
    expect(describeSchema(schema, new Set(['id'])).schemas).toMatchObject({ 0: { required: ['name'] } });
  });

  it('ends for a schema with very many parts', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_unused, at) => [`p${at}`, { type: 'string' }]),
    );
    const { schemas } = describeSchema(await schemaOf({ type: 'object', properties }));
    expect(Object.keys(schemas)).toHaveLength(400);
  });
});

async function schemaOf(schema: Json, schemas: JsonObject = {}): Promise<Schema> {
  const content: Json = { 'application/json': { schema } };
  const contract = await contractFromJson({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/values': { get: { responses: { 200: { description: 'A value', content } } } } },
    components: { schemas },
  });
  const found = contract.operations[0]?.responses[0]?.content[0]?.schema;
  if (found === undefined) throw new Error('the document has no schema');
  return found;
}

function alternativesOf(schemas: JsonObject): Json | undefined {
  const root = schemas['0'];
  return root !== undefined && isJsonObject(root) ? root['alternatives'] : undefined;
}
