/** Which properties of a request are stored and returned. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const body = (schema: JsonObject): JsonObject => ({ required: true, content: { 'application/json': { schema } } });
const respond = (schema: JsonObject): JsonObject => ({
  description: 'It',
  content: { 'application/json': { schema } },
});
const inPath = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'path', required: true, schema });

it.each<readonly [string, JsonObject, JsonObject]>([
  ['match a declared pattern', { patternProperties: { '^x-': text }, additionalProperties: false }, { 'x-note': 'a' }],
  ['match one of several patterns', { patternProperties: { '^x-': text, '^y-': text } }, { 'y-note': 'a' }],
  ['are allowed by a schema', { additionalProperties: text }, { note: 'a' }],
  ['are allowed', { additionalProperties: true }, { note: { deep: [1] } }],
])('properties that %s are returned', async (_case, more, properties) => {
  const tool = { type: 'object', required: ['id'], properties: { id: whole }, ...more };
  const app = createClient(
    await startMockWithPaths({
      '/tools': { post: { requestBody: body(tool), responses: { 201: respond(tool) } } },
      '/tools/{id}': { get: { parameters: [inPath('id', whole)], responses: { 200: respond(tool) } } },
    }),
  );
  expect((await app.post('/tools', { id: 7, ...properties })).json).toEqual({ id: 7, ...properties });
  expect((await app.get('/tools/7')).json).toEqual({ id: 7, ...properties });
});

it.each([
  ['is added to the record if a property has its name', { shop: text }, {}, { shop: 'north' }],
  ['is not added if the property does not allow it', { shop: whole }, {}, {}],
  ['is not added if no property has its name', { store: text }, {}, {}],
  ['does not replace what was sent', { shop: text }, { shop: 'south' }, { shop: 'south' }],
])('the value of a path parameter %s', async (_case, properties, sent, stored) => {
  const tool = { type: 'object', required: ['id'], properties: { id: whole, ...properties } };
  const shop = [inPath('shop', text)];
  const mock = await startMockWithPaths({
    '/shops/{shop}/tools': {
      parameters: shop,
      post: { requestBody: body(tool), responses: { 201: respond(tool) } },
    },
    '/shops/{shop}/tools/{id}': {
      parameters: [...shop, inPath('id', whole)],
      get: { responses: { 200: respond(tool), 404: { description: 'None' } } },
    },
  });
  const app = createClient(mock);
  await app.post('/shops/north/tools', { id: 7, ...sent });
  expect(await mock.records.list('/shops/north/tools')).toEqual([{ id: 7, ...stored }]);
  expect((await app.get('/shops/north/tools/7')).json).toEqual({ id: 7, ...stored });
});
