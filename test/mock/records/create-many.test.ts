/** Operations that create several records by one request. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { send, startMockWithPaths, type TestMock } from '../support.ts';

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const product = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: text, stock: { type: 'integer', default: 3 } },
};
const added = {
  type: 'object',
  required: ['title'],
  properties: { title: text, stock: { type: 'integer', default: 3 } },
};
const listOf = (items: JsonObject) => ({ type: 'array', items });
const named = (items: JsonObject) => ({
  type: 'object',
  required: ['products'],
  properties: { products: listOf(items) },
});

function startProducts(sent: JsonObject, returned: JsonObject): Promise<TestMock> {
  const one = { description: 'ok', ...json(product) };
  return startMockWithPaths({
    '/products': {
      get: { responses: { '200': { description: 'ok', ...json(listOf(product)) } } },
      post: {
        requestBody: { required: true, ...json(sent) },
        responses: { '201': { description: 'ok', ...json(returned) } },
      },
    },
    '/products/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { '200': one, '404': { description: 'no' } } },
    },
  });
}

async function post({ url }: TestMock, body: Json) {
  const headers = { 'Content-Type': 'application/json' };
  return send(`${url}/products`, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe.each([
  ['in lists', listOf(added), listOf(product), (products: Json) => products],
  ['in lists with a name', named(added), named(product), (products: Json) => ({ products })],
] as const)('records %s', (_name, sent, returned, wrap) => {
  it('are created and returned in the order of the request, and can be read and listed', async () => {
    const mock = await startProducts(sent, returned);
    const before = (await send(`${mock.url}/products`)).json;
    const created = await post(mock, wrap([{ title: 'desk' }, { title: 'lamp', stock: 1 }]));
    const desk = { id: 2, title: 'desk', stock: 3 };
    const lamp = { id: 3, title: 'lamp', stock: 1 };
    expect(created.status).toBe(201);
    expect(created.json).toEqual(wrap([desk, lamp]));
    expect((await send(`${mock.url}/products/3`)).json).toEqual(lamp);
    expect((await send(`${mock.url}/products`)).json).toEqual([...(Array.isArray(before) ? before : []), desk, lamp]);
  });

  it('may be none', async () => {
    const mock = await startProducts(sent, returned);
    const created = await post(mock, wrap([]));
    expect([created.status, created.json]).toEqual([201, wrap([])]);
  });
});

it('a record that has one list is created as one', async () => {
  const cart = { type: 'object', required: ['products'], properties: { products: listOf(product) } };
  const mock = await startMockWithPaths({
    '/carts': {
      post: {
        requestBody: { ...json(named(added)) },
        responses: { '201': { description: 'ok', ...json(cart), headers: { Location: { schema: text } } } },
      },
    },
    '/carts/{cartId}': {
      parameters: [{ name: 'cartId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { '200': { description: 'ok', ...json(cart) }, '404': { description: 'no' } } },
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ products: [{ id: 7, title: 'desk' }] });
  const created = await send(`${mock.url}/carts`, { method: 'POST', headers, body });
  const location = created.headers.get('location') ?? '';
  expect((await send(`${mock.url}${location}`)).json).toEqual({
    products: [expect.objectContaining({ title: 'desk' })],
  });
});

it('one of several shapes is created as one', async () => {
  const either = { oneOf: [added, listOf(added)] };
  const mock = await startProducts(either, { oneOf: [product, listOf(product)] });
  const created = await post(mock, [{ title: 'desk' }, { title: 'lamp' }]);
  expect(created.status).toBe(201);
  expect((await send(`${mock.url}/products/3`)).status).toBe(404);
});

describe('all of the records are rejected', () => {
  const own = { ...product, properties: { ...product.properties, title: { ...text, description: 'Must be unique.' } } };
  const conflicting = { ...own, properties: { ...own.properties, id: { type: 'integer' } } };
  const start = () =>
    startMockWithPaths({
      '/products': {
        get: { responses: { '200': { description: 'ok', ...json(listOf(own)) } } },
        post: {
          requestBody: { required: true, ...json(named(conflicting)) },
          responses: { '201': { description: 'ok', ...json(named(own)) }, '409': { description: 'no' } },
        },
      },
    });

  it.each([
    [
      'two have one unique text',
      [
        { id: 71, title: 'desk' },
        { id: 72, title: 'desk' },
      ],
    ],
    [
      'two have one identifier',
      [
        { id: 71, title: 'desk' },
        { id: 71, title: 'lamp' },
      ],
    ],
  ])('if %s', async (_name, products) => {
    const mock = await start();
    const before = (await send(`${mock.url}/products`)).json;
    expect((await post(mock, { products })).status).toBe(409);
    expect((await send(`${mock.url}/products`)).json).toEqual(before);
  });

  it('if one has a unique text that is stored', async () => {
    const mock = await start();
    expect((await post(mock, { products: [{ id: 71, title: 'desk' }] })).status).toBe(201);
    expect(
      (
        await post(mock, {
          products: [
            { id: 72, title: 'lamp' },
            { id: 73, title: 'desk' },
          ],
        })
      ).status,
    ).toBe(409);
    expect(JSON.stringify((await send(`${mock.url}/products`)).json)).not.toContain('lamp');
  });
});
