/** Collections that are only listed have records that other records, logins and options of the mock can name. */
import { expect, it } from 'vitest';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';
import { contentOf, createClient } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const category = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: integer, name: text, productCount: integer },
};
const bill = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: integer, status: { type: 'string', enum: ['draft', 'sent'] } },
};
const product = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: { id: integer, name: text, categoryId: integer },
};
const listOf = (items: Json, more: JsonObject = {}): JsonObject => ({
  200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items }, ...more } } },
});
const id = { name: 'id', in: 'path', required: true, schema: integer };
const paths = {
  '/categories': { get: { responses: listOf(category) } },
  '/colours': { get: { responses: listOf(category, { example: [{ id: 7, name: 'red' }] }) } },
  '/products': { get: { responses: listOf({ $ref: '#/components/schemas/Product' }) } },
  '/products/{id}': {
    get: {
      parameters: [id],
      responses: { 200: { description: 'ok', content: contentOf({ $ref: '#/components/schemas/Product' }) } },
    },
  },
  '/bills': { get: { responses: listOf(bill) } },
  '/bills/{id}/send': {
    post: {
      parameters: [id],
      responses: { 200: { description: 'ok', content: contentOf(bill) }, 404: { description: 'unknown' } },
    },
  },
  '/offers': { get: { responses: listOf({ $ref: '#/components/schemas/Product' }) } },
};
const components = { schemas: { Product: product } };

async function start(options: ServeOptions = {}) {
  const mock = await startMockWithPaths(paths, { components }, options);
  const { get } = createClient(mock);
  const post = (path: string) => send(`${mock.url}${path}`, { method: 'POST' });
  const read = async (path: string): Promise<readonly Json[]> => {
    const { json } = await get(path);
    return json !== undefined && isJsonArray(json) ? json : [];
  };
  return { mock, read, post };
}

it('they are filled as other collections are', async () => {
  const { read } = await start({ recordCount: 4 });
  expect(await read('/categories')).toHaveLength(5);
  expect(await read('/colours')).toHaveLength(5);
});

it('they are empty with no records', async () => {
  const { read } = await start({ recordCount: 0 });
  expect(await read('/categories')).toEqual([]);
});

it('other records refer to theirs', async () => {
  const { read } = await start({ recordCount: 5 });
  const known = (await read('/categories')).map((one) => member(one, 'id'));
  const referred = (await read('/products')).map((one) => member(one, 'categoryId'));
  expect(known).toHaveLength(6);
  expect(new Set(referred).size).toBeGreaterThan(1);
  expect(referred.filter((one) => !known.includes(one))).toEqual([]);
});

it('their records are those of the example, if it has all of them', async () => {
  const { read, mock } = await start();
  expect(await read('/colours')).toEqual([{ id: 7, name: 'red' }]);
  expect(await mock.records.list('/colours')).toEqual([{ id: 7, name: 'red' }]);
});

it('one whose records have another path is not filled with records of its own', async () => {
  const { mock } = await start({ recordCount: 4 });
  expect(await mock.records.list('/products')).toHaveLength(5);
  expect(await mock.records.list('/offers')).toHaveLength(0);
});

it('an action changes the state of the record that its path names', async () => {
  const { read, post } = await start({ records: { '/bills': [{ id: 4, status: 'draft' }] } });
  expect((await post('/bills/4/send')).json).toEqual({ id: 4, status: 'sent' });
  expect(await read('/bills')).toEqual([{ id: 4, status: 'sent' }]);
  expect((await post('/bills/5/send')).status).toBe(404);
});

it('they count the records that refer to theirs', async () => {
  const products = [1, 2, 3].map((number) => ({ id: number, name: 'a', categoryId: 7 }));
  const { read } = await start({ records: { '/products': products, '/categories': [{ id: 7, name: 'b' }] } });
  expect(await read('/categories')).toEqual([{ id: 7, name: 'b', productCount: 3 }]);
});
