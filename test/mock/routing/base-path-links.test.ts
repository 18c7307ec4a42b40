import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { startupLines } from '../../../mock/start/startup-message/startup-message.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { contractFromJson, send } from '../support.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const order = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const header = { schema: { type: 'string' } };

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/api/v1' }],
  paths: {
    '/orders': {
      post: {
        requestBody: json({ type: 'object' }),
        responses: { '201': { description: 'New', headers: { Location: header }, ...json(order) } },
      },
      get: {
        parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: {
          '200': { description: 'All', headers: { Link: header }, ...json({ type: 'array', items: order }) },
        },
      },
    },
    '/orders/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { '200': { description: 'One', ...json(order) } },
      },
    },
  },
};

it.each([
  ['', '', '/orders'],
  ['', '/api/v1', '/api/v1/orders'],
  ['/shop', '', '/shop/orders'],
  ['/shop', '/api/v1', '/shop/api/v1/orders'],
])('links have the prefix %j and the base path %j of the request', async (prefix, base, expected) => {
  const contract = await contractFromJson(document);
  const mock = await serveMock([{ prefix, contract }], { auth: false });
  onTestFinished(() => mock.close());
  const url = `${mock.url}${prefix}${base}/orders`;
  const init = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
  const location = (await send(url, init)).headers.get('location') ?? '';
  expect(location.startsWith(`${expected}/`)).toBe(true);
  expect((await send(`${mock.url}${location}`)).status).toBe(200);
  expect((await send(`${url}?limit=1`)).headers.get('link')).toContain(`<${expected}?limit=1&offset=1>; rel="next"`);
});

it('the start names the base path', async () => {
  const contract = await contractFromJson(document);
  const lines = startupLines([{ prefix: '/shop', contract }], {
    url: 'http://127.0.0.1:4010',
    token: 't',
    isTokenSecret: false,
    auth: false,
    controlToken: undefined,
    isControlTokenSecret: false,
    upstream: undefined,
    fingerprint: undefined,
  });
  expect(lines).toContain('base    http://127.0.0.1:4010/shop/api/v1 (the routes work with and without it)');
});
