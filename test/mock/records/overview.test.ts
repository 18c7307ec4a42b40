/** Objects that show records of several collections: a cart, a search and numbers about a shop. */
import { describe, expect, it } from 'vitest';
import type { InitialRecords } from '../../../mock/records/record-handler-options.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { contentOf, createClient } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const list = (items: Json): JsonObject => ({ type: 'array', items });
const schemas = {
  Product: object({ id: { ...integer, readOnly: true }, name: text, status: { enum: ['new', 'old'] } }),
  Category: object({ id: integer, title: text }),
  Line: object({
    id: { ...integer, readOnly: true },
    quantity: integer,
    unitPrice: integer,
    lineTotal: { ...integer, readOnly: true },
  }),
};
const ok = (schema: JsonObject, status = '200'): JsonObject => ({
  [status]: { description: 'ok', content: contentOf(schema) },
});
const id = { name: 'id', in: 'path', required: true, schema: integer };
const q = { name: 'q', in: 'query', schema: text };
const newLine = object({ quantity: integer, unitPrice: integer });
const found = object({ products: list(ref('Product')), categories: list(ref('Category')) });
const numbers = object({
  productCount: integer,
  newProductCount: integer,
  visitorCount: integer,
  productsByStatus: { type: 'object', additionalProperties: integer },
  more: object({ totalCategories: integer }),
});
const paths = {
  '/products': { get: { responses: ok(list(ref('Product'))) } },
  '/products/{id}': { get: { parameters: [id], responses: ok(ref('Product')) } },
  '/categories': { get: { responses: ok(list(ref('Category'))) } },
  '/cart': {
    get: { responses: ok(object({ items: list(ref('Line')), itemCount: integer, total: integer })) },
    delete: { responses: { '204': { description: 'emptied' } } },
  },
  '/cart/items': {
    post: { requestBody: { required: true, content: contentOf(newLine) }, responses: ok(ref('Line'), '201') },
  },
  '/cart/items/{id}': {
    parameters: [id],
    patch: { requestBody: { required: true, content: contentOf(newLine) }, responses: ok(ref('Line')) },
    delete: { responses: { '204': { description: 'removed' } } },
  },
  '/search': { get: { parameters: [q], responses: ok(found) } },
  '/home': {
    get: {
      responses: {
        '200': {
          description: 'ok',
          content: { 'application/json': { schema: found, example: { products: [], categories: [] } } },
        },
      },
    },
  },
  '/stats': { get: { responses: ok(numbers) } },
};
const records: InitialRecords = {
  '/products': [
    { id: 1, name: 'Red lamp', status: 'new' },
    { id: 2, name: 'Chair', status: 'old' },
    { id: 3, name: 'Desk lamp', status: 'old' },
  ],
  '/categories': [{ id: 1, title: 'Lamps' }],
};

const start = async () => createClient(await startMockWithPaths(paths, { components: { schemas } }, { records }));

describe('a cart', () => {
  it('has the items that were added, changed and removed, and their total', async () => {
    const app = await start();
    const read = async () => (await app.get('/cart')).json;
    expect(await read()).toEqual({ items: [], itemCount: 0, total: 0 });
    const { json } = await app.post('/cart/items', { quantity: 2, unitPrice: 5 });
    expect(json).toMatchObject({ lineTotal: 10 });
    const item = `/cart/items/${String(member(json, 'id'))}`;
    expect(await read()).toEqual({ items: [json], itemCount: 1, total: 10 });
    await app.patch(item, { quantity: 3, unitPrice: 5 });
    expect(await read()).toMatchObject({ items: [{ quantity: 3, lineTotal: 15 }], total: 15 });
    await app.remove(item);
    expect(await read()).toEqual({ items: [], itemCount: 0, total: 0 });
  });

  it('is empty after its deletion', async () => {
    const app = await start();
    await app.post('/cart/items', { quantity: 2, unitPrice: 5 });
    expect((await app.remove('/cart')).status).toBe(204);
    expect((await app.get('/cart')).json).toMatchObject({ items: [] });
  });
});

describe('a search', () => {
  it('finds the records of all collections that it shows', async () => {
    const app = await start();
    const { json } = await app.get('/search?q=lamp');
    expect(json).toMatchObject({ products: [{ id: 1 }, { id: 3 }], categories: [{ id: 1 }] });
    expect((await app.get('/search?q=sofa')).json).toEqual({ products: [], categories: [] });
  });

  it('keeps the example of the contract', async () => {
    expect((await (await start()).get('/home')).json).toEqual({ products: [], categories: [] });
  });
});

it('numbers about collections are those of their records', async () => {
  const { json } = await (await start()).get('/stats');
  expect(json).toMatchObject({
    ...{ productCount: 3, newProductCount: 1, productsByStatus: { new: 1, old: 2 }, more: { totalCategories: 1 } },
  });
});
