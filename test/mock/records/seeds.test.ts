/** Records that users provide: which collections accept them, and what they may leave out. */
import { describe, expect, it } from 'vitest';
import type { InitialRecords } from '../../../mock/records/record-handler-options.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths, type TestMock } from '../support.ts';
import { createClient } from './json-client.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const ok = (schema: Json): JsonObject => ({ '200': { description: 'OK', ...json(schema) } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const missing = { '404': { description: 'Unknown' } };

const category = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, kind: { type: 'string' } },
};
const order = {
  type: 'object',
  required: ['id', 'title', 'createdAt', 'total', 'lines'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string' },
    status: { type: 'string', enum: ['open', 'done'], default: 'open' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    total: { type: 'integer', readOnly: true },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'count'],
        properties: { id: { type: 'integer', readOnly: true }, count: { type: 'integer' } },
      },
    },
  },
};
const newOrder = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    lines: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
  },
};
const user = {
  type: 'object',
  required: ['id', 'name', 'plan'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    nickname: { type: 'string' },
    plan: { type: 'string', default: 'free' },
  },
};

const paths: JsonObject = {
  '/categories': {
    get: {
      parameters: [{ name: 'kind', in: 'query', schema: { type: 'string' } }],
      responses: ok({ type: 'array', items: category }),
    },
  },
  '/shops/{id}/tags': { parameters: [id], get: { responses: ok({ type: 'array', items: category }) } },
  '/labels': { get: { responses: ok({ type: 'array', items: category }) } },
  '/labels/{id}': { parameters: [id], delete: { responses: { '204': { description: 'Deleted' }, ...missing } } },
  '/orders': {
    get: { responses: ok({ type: 'array', items: order }) },
    post: { requestBody: json(newOrder), responses: { '201': { description: 'Created', ...json(order) } } },
  },
  '/orders/{id}': { parameters: [id], get: { responses: { ...ok(order), ...missing } } },
  '/me': {
    get: { responses: ok(user) },
    patch: { requestBody: json({ type: 'object', properties: { name: { type: 'string' } } }), responses: ok(user) },
  },
  '/account': {
    get: { responses: ok({ type: 'object', properties: { data: user } }) },
    put: { requestBody: json(user), responses: ok({ type: 'object', properties: { data: user } }) },
  },
  '/status': { get: { responses: ok({ type: 'object', properties: { mood: { type: 'string' } } }) } },
  '/shops/{id}/settings': {
    parameters: [id],
    get: { responses: ok({ type: 'object', properties: { theme: { type: 'string' } } }) },
  },
};

const start = (records: InitialRecords): Promise<TestMock> => startMockWithPaths(paths, {}, { records });

async function read(mock: TestMock, path: string): Promise<Json | undefined> {
  return (await createClient(mock).get(path)).json;
}

describe('a collection that is only listed', () => {
  it('lists, filters and resets the records that the user provides', async () => {
    const fruit = { id: 1, name: 'Fruit', kind: 'food' };
    const mock = await start({ '/categories': [fruit, { id: 2, name: 'Tools', kind: 'other' }] });
    expect(await read(mock, '/categories?kind=food')).toEqual([fruit]);
    await mock.records.add('/categories', { id: 3, name: 'Vegetables', kind: 'food' });
    expect(await read(mock, '/categories?kind=food')).toHaveLength(2);
    await mock.reset();
    expect(await read(mock, '/categories')).toHaveLength(2);
  });

  it('is empty if the user provides an empty list', async () => {
    expect(await read(await start({ '/categories': [] }), '/categories')).toEqual([]);
  });

  it('keeps its example without them', async () => {
    expect(await read(await start({}), '/categories')).toHaveLength(1);
  });

  it('belongs to its parent', async () => {
    const mock = await start({ '/shops/7/tags': [{ id: 1, name: 'new' }], '/shops/8/tags': [] });
    expect(await read(mock, '/shops/7/tags')).toEqual([{ id: 1, name: 'new' }]);
    expect(await read(mock, '/shops/8/tags')).toEqual([]);
  });

  it('loses the record that a DELETE names', async () => {
    const mock = await start({
      '/labels': [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    });
    const app = createClient(mock);
    expect((await app.remove('/labels/1')).status).toBe(204);
    expect((await app.remove('/labels/1')).status).toBe(404);
    expect(await read(mock, '/labels')).toEqual([{ id: 2, name: 'b' }]);
  });
});

describe('a record that the user provides', () => {
  it('may leave out what the mock makes up for a POST', async () => {
    const mock = await start({ '/orders': [{ title: 'Lamp', status: 'done', secret: 's', lines: [{ count: 2 }] }] });
    expect(await read(mock, '/orders/1')).toMatchObject({
      id: 1,
      title: 'Lamp',
      status: 'done',
      createdAt: '2025-01-01T00:00:00.000Z',
      lines: [{ id: expect.any(Number), count: 2 }],
    });
    await mock.records.add('/orders', { title: 'Chair', lines: [] });
    expect(member(await read(mock, '/orders/2'), 'status')).toBe('open');
  });

  it.each<readonly [string, Json, string]>([
    ['no title', { lines: [] }, '/orders[0].title: expected a value'],
    ['an undeclared property', { title: 'a', lines: [], colour: 'red' }, '/orders[0].colour'],
    ['a wrong value', { title: 'a', lines: [], status: 'lost' }, '/orders[0].status'],
    ['a wrong value deep within', { title: 'a', lines: [{ count: 'two' }] }, '/orders[0].lines[0].count'],
    ['a wrong value of what only requests have', { title: 'a', lines: [], secret: 1 }, '/orders[0].secret'],
  ])('with %s is rejected with its place', async (_what, record, place) => {
    await expect(start({ '/orders': [record] })).rejects.toThrow(place);
  });
});

describe('an object of its own', () => {
  it('is what the user provides under its path', async () => {
    const mock = await start({ '/me': { id: 5, name: 'Ann' }, '/status': { mood: 'fine' } });
    expect(await read(mock, '/me')).toEqual({ id: 5, name: 'Ann', plan: 'free' });
    expect(await read(mock, '/status')).toEqual({ mood: 'fine' });
    await mock.records.add('/shops/7/settings', { theme: 'dark' });
    expect(await read(mock, '/shops/7/settings')).toEqual({ theme: 'dark' });
  });

  it('keeps what a PATCH does not send', async () => {
    const mock = await start({ '/me': { id: 5, name: 'Ann', plan: 'pro' } });
    const patched = await createClient(mock).patch('/me', { name: 'Bo' });
    const expected = { id: 5, name: 'Bo', plan: 'pro' };
    expect([patched.json, await read(mock, '/me')]).toEqual([expected, expected]);
  });

  it('keeps what a PUT cannot set, also in an envelope', async () => {
    const mock = await start({ '/account': { data: { id: 5, name: 'Ann', nickname: 'A', plan: 'pro' } } });
    const put = await createClient(mock).put('/account', { name: 'Bo', plan: 'free' });
    const expected = { data: { id: 5, name: 'Bo', plan: 'free' } };
    expect([put.json, await read(mock, '/account')]).toEqual([expected, expected]);
  });

  it.each<readonly [string, InitialRecords, string]>([
    ['a wrong property', { '/me': { id: 'five', name: 'Ann' } }, '/me.id'],
    ['a missing property', { '/me': { id: 5 } }, '/me.name: expected a value'],
    ['a list', { '/me': [] }, 'collection "/me": expected an object, got array'],
    [
      'an object for a list',
      { '/orders': { id: 1 } },
      'collection "/orders": expected an array of records, got object',
    ],
    ['an unknown path', { '/nothing': {} }, '/me'],
  ])('with %s is rejected with its place', async (_what, records, message) => {
    await expect(start(records)).rejects.toThrow(message);
  });
});
