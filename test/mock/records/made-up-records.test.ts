/** Made-up initial records: their references, and how many there are. */
import { describe, expect, it, test } from 'vitest';
import { checkLocale } from '../../../mock/made-up/faker.ts';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { prepareMock } from '../../../mock/start/prepare-mock.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { verify } from '../../conformance/support.ts';
import { contractFromJson, send, startMockWithPaths } from '../support.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: JsonObject) => ({ description: 'ok', content: { 'application/json': { schema } } });
const unknown = { description: 'unknown' };

function collection(path: string, id: string, name: string): JsonObject {
  const parents = [...path.matchAll(/\{(\w+)\}/g)].map(([, parent = '']) => parent);
  const parameter = (one: string) => ({ name: one, in: 'path', required: true, schema: integer });
  return {
    [path]: {
      parameters: parents.map(parameter),
      get: { responses: { '200': ok({ type: 'array', items: ref(name) }), '404': unknown } },
    },
    [`${path}/{${id}}`]: {
      parameters: [...parents, id].map(parameter),
      get: { responses: { '200': ok(ref(name)), '404': unknown } },
    },
  };
}

const paths = {
  ...collection('/users', 'userId', 'User'),
  ...collection('/categories', 'categoryId', 'Category'),
  ...collection('/orders', 'orderId', 'Order'),
  ...collection('/users/{userId}/notes', 'noteId', 'Note'),
};
const schemas = {
  User: {
    type: 'object',
    required: ['id', 'name', 'email', 'plan', 'createdAt'],
    properties: {
      ...{ id: integer, name: text, email: { type: 'string', example: 'ann@shop.test' } },
      ...{ plan: { type: 'string', default: 'free' }, role: { type: 'string', enum: ['admin', 'member'] } },
      createdAt: { type: 'string', format: 'date-time', readOnly: true },
    },
  },
  Category: { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } },
  Order: {
    type: 'object',
    required: ['id', 'user_id', 'category'],
    properties: {
      ...{ id: integer, user_id: integer, status: { type: 'string', enum: ['open', 'paid', 'sent'] } },
      category: { type: 'object', required: ['id'], properties: { id: integer, name: text } },
    },
  },
  Note: { type: 'object', required: ['id', 'userId', 'text'], properties: { id: integer, userId: integer, text } },
};

const startShop = (options: ServeOptions = {}) => startMockWithPaths(paths, { components: { schemas } }, options);

async function list(url: string): Promise<readonly JsonObject[]> {
  const { json } = await send(url);
  return isJsonArray(json) ? json.filter((value) => isJsonObject(value)) : [];
}

function column(records: readonly JsonObject[], name: string): readonly Json[] {
  return records.map((record) => record[name] ?? null);
}

describe('a made-up initial record', () => {
  it('has realistic values, the same after a reset and in another mock', async () => {
    const [mock, other] = [await startShop(), await startShop()];
    const [user] = await list(`${mock.url}/users`);
    expect(user).toMatchObject({ id: 1, email: 'ann@shop.test', plan: 'free', createdAt: '2025-01-01T00:00:00.000Z' });
    expect(user?.['name']).toMatch(/^\S+ \S+/);
    await mock.reset();
    expect(await list(`${mock.url}/users`)).toEqual([user]);
    expect(await list(`${other.url}/users`)).toEqual([user]);
    expect((await send(`${mock.url}/users/1`)).json).toEqual(user);
  });

  it('refers to records that exist', async () => {
    const mock = await startShop();
    for (const order of await list(`${mock.url}/orders`))
      expect((await send(`${mock.url}/users/${order['user_id']}`)).status).toBe(200);
    expect(column(await list(`${mock.url}/users/1/notes`), 'userId')).toEqual([1]);
  });

  it('refers to the records that the user gave', async () => {
    const created = { name: 'Ann', email: 'a@b.test', plan: 'free', createdAt: '2025-01-01T00:00:00Z' };
    const mock = await startShop({ records: { '/users': [{ id: 71, ...created }] } });
    expect(column(await list(`${mock.url}/orders`), 'user_id')).toEqual([71]);
  });
});

describe('a number of records', () => {
  it('is added to each collection, also below each record of another', async () => {
    const mock = await startShop({ recordCount: 12 });
    const [users, categories, orders] = await Promise.all(
      ['/users', '/categories', '/orders'].map((path) => list(`${mock.url}${path}`)),
    );
    expect([users?.length, categories?.length, orders?.length]).toEqual([13, 13, 13]);
    const ids = column(users ?? [], 'id');
    expect(new Set(ids).size).toBe(13);
    for (const id of ids) {
      const notes = await list(`${mock.url}/users/${id}/notes`);
      expect(notes.length).toBeGreaterThanOrEqual(12);
      expect(new Set(column(notes, 'userId'))).toEqual(new Set([id]));
    }
  });

  it('has no identifier, name or email twice, and shares defaults only', async () => {
    const mock = await startShop({ recordCount: 40 });
    const [users, categories] = [await list(`${mock.url}/users`), await list(`${mock.url}/categories`)];
    for (const name of ['id', 'name', 'email']) expect(new Set(column(users, name)).size).toBe(41);
    expect(new Set(column(categories, 'name')).size).toBe(41);
    expect(new Set(column(users, 'plan'))).toEqual(new Set(['free']));
    expect(new Set(column(users, 'role')).size).toBe(2);
    expect(new Set(column(users, 'createdAt')).size).toBeGreaterThan(30);
  });

  it('refers to each other', async () => {
    const mock = await startShop({ recordCount: 20 });
    const ids = new Set(column(await list(`${mock.url}/users`), 'id'));
    const referred = new Set(column(await list(`${mock.url}/orders`), 'user_id'));
    expect([...referred].every((id) => ids.has(id))).toBe(true);
    expect(referred.size).toBeGreaterThan(5);
    const categories = new Set(column(await list(`${mock.url}/categories`), 'id'));
    const named = column(await list(`${mock.url}/orders`), 'category').map((one) => isJsonObject(one) && one['id']);
    expect(named.every((id) => categories.has(id as Json))).toBe(true);
  });

  it('is bounded in total', async () => {
    const mock = await startShop({ recordCount: 500 });
    const sizes = await mock.records.collections();
    expect(sizes.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(2_004);
  });

  it('leaves a collection that the user gave as it is', async () => {
    const mock = await startShop({ recordCount: 5, records: { '/categories': [{ id: 9, name: 'Lamps' }] } });
    expect(await list(`${mock.url}/categories`)).toEqual([{ id: 9, name: 'Lamps' }]);
    expect(await list(`${mock.url}/users`)).toHaveLength(6);
  });

  it('conforms to the contract', async () => {
    const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, components: { schemas } };
    const mock = await startShop({ recordCount: 10 });
    const { findings } = await verify({ contract: await contractFromJson(document), baseUrl: mock.url, budget: 100 });
    expect(findings).toEqual([]);
  });

  it('leaves every collection empty if it is 0, also those with examples', async () => {
    const mock = await startShop({ recordCount: 0 });
    expect(await list(`${mock.url}/categories`)).toEqual([]);
    expect(await list(`${mock.url}/users`)).toEqual([]);
    expect((await send(`${mock.url}/users/1`)).status).toBe(404);
  });

  it.each([-1, 1.5, 501])('%d is rejected', async (records) => {
    await expect(prepareMock({ records })).rejects.toThrow(/records: expected a file or a number from 0 to 500/);
  });
});

test('an unknown locale is rejected with the known ones', async () => {
  await expect(prepareMock({ locale: '../x' })).rejects.toThrow(/locale "\.\.\/x": expected one of af_ZA, ar, .*de, /);
  expect([checkLocale('de'), checkLocale('pt-br'), checkLocale('EN')]).toEqual(['de', 'pt_BR', 'en']);
});
