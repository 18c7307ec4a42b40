/** Makes up values of schemas that are part of a test. */
import { createMadeUpValues, type MadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { contractFromJson } from '../support.ts';

export const madeUp = createMadeUpValues({ seed: 'test', locale: undefined });
await madeUp.load();

/** The compiled schema `name` of `schemas`; its name is part of what values are about. */
export async function compileSchema(name: string, schemas: JsonObject): Promise<Schema> {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
  const paths = { '/thing': { get: { responses: { '200': { description: 'ok', content } } } } };
  const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, components: { schemas } };
  const contract = await contractFromJson(document);
  const schema = contract.operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error('the schema is missing');
  return schema;
}

/** The made-up value of an object `name` with these properties. */
export async function makeUpObject(
  name: string,
  properties: JsonObject,
  request: Parameters<MadeUpValues['makeUp']>[2] = {},
  values: MadeUpValues = madeUp,
): Promise<Readonly<Record<string, Json>>> {
  const required = Object.keys(properties);
  const schema = await compileSchema(name, { [name]: { type: 'object', required, properties } });
  const made = values.makeUp(sampleValue(schema, 'response') ?? null, schema, request);
  if (!isJsonObject(made)) throw new Error('expected an object');
  return made;
}
