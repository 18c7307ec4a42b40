/** Embedded records, numbers of children and totals agree with the records that they are about. */
import { describe, expect, it } from 'vitest';
import type { InitialRecords } from '../../../mock/records/record-handler-options.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const integer = { type: 'integer' };
const text = { type: 'string' };
const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: integer, name: text, password: { ...text, writeOnly: true } },
};
const newPost = { type: 'object', required: ['title'], properties: { title: text, authorId: integer } };
const post = {
  type: 'object',
  required: ['id', 'title', 'commentCount'],
  properties: {
    id: integer,
    title: text,
    authorId: integer,
    author: { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } },
    commentCount: integer,
    likesCount: integer,
  },
};
const comment = { type: 'object', required: ['id', 'text'], properties: { id: { ...integer, readOnly: true }, text } };
const like = {
  type: 'object',
  required: ['postId'],
  properties: { id: { ...integer, readOnly: true }, postId: integer },
};
const line = { type: 'object', properties: { quantity: integer, unitPrice: { type: 'number' } } };
const lines = { type: 'array', items: line };
const order = {
  type: 'object',
  required: ['id', 'lines', 'total'],
  properties: { id: integer, lines, total: { type: 'number' }, lineCount: integer },
};

const withLines = { type: 'object', properties: { lines } };
const shownWith = (more: JsonObject): JsonObject => ({ ...order, properties: { ...order.properties, ...more } });

const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const include = { name: 'include', in: 'query', schema: { type: 'string' } };

function resource(path: string, sent: Json, shown: Json, names: readonly string[] = []): JsonObject {
  const parameters = [...names.map(parameter), include];
  const ok = (schema: Json) => ({ '200': { description: 'OK', ...json(schema) }, '404': { description: 'Unknown' } });
  const item = [...parameters, parameter('id')];
  return {
    [path]: {
      get: { parameters, responses: ok({ type: 'array', items: shown }) },
      post: { parameters, requestBody: json(sent), responses: { '201': { description: 'New', ...json(shown) } } },
    },
    [`${path}/{id}`]: {
      get: { parameters: item, responses: ok(shown) },
      patch: { parameters: item, requestBody: json(sent), responses: ok(shown) },
    },
  };
}

async function start() {
  const paths = {
    ...resource('/users', user, user),
    ...resource('/posts', newPost, post),
    ...resource('/posts/{postId}/comments', comment, comment, ['postId']),
    ...resource('/likes', like, like),
    ...resource('/orders', withLines, order),
    ...resource('/parcels', withLines, shownWith({ shippingAddress: text, shippingMethod: text })),
    ...resource('/exports', withLines, shownWith({ shippingCost: integer })),
    ...resource('/sales', withLines, shownWith({ couponCode: text })),
    ...resource('/bills', { type: 'object', properties: { lines, total: { type: 'number' } } }, order),
  };
  const records: InitialRecords = {
    '/users': [{ id: 5, name: 'Ann', password: 'secret' }],
    '/posts': [{ id: 40, title: 'old' }],
  };
  return createClient(await startMockWithPaths(paths, {}, { records }));
}

describe('an embedded record', () => {
  it('is that of its collection, where the request includes it', async () => {
    const app = await start();
    const id = String(member((await app.post('/posts', { title: 'a', authorId: 5 })).json, 'id'));
    expect(member((await app.get(`/posts/${id}?include=author`)).json, 'author')).toEqual({ id: 5, name: 'Ann' });
    expect((await app.get('/posts?include=other,author')).json).toMatchObject([
      { id: 40 },
      { author: { id: 5, name: 'Ann' } },
    ]);
  });
});

describe('the number of children', () => {
  it('is that of the records below it, in every response', async () => {
    const app = await start();
    const { json: created } = await app.post('/posts', { title: 'a' });
    expect(member(created, 'commentCount')).toBe(0);
    const path = `/posts/${String(member(created, 'id'))}`;
    await app.post(`${path}/comments`, { text: 'one' });
    await app.post(`${path}/comments`, { text: 'two' });
    expect(member((await app.get(path)).json, 'commentCount')).toBe(2);
    expect((await app.get('/posts')).json).toMatchObject([{ commentCount: 0 }, { commentCount: 2 }]);
    expect(member((await app.patch(path, { title: 'b' })).json, 'commentCount')).toBe(2);
  });

  it('is that of the records that refer to it', async () => {
    const app = await start();
    const id = member((await app.post('/posts', { title: 'a' })).json, 'id') ?? 0;
    await app.post('/likes', { postId: id });
    await app.post('/likes', { postId: 99 });
    expect(member((await app.get(`/posts/${String(id)}`)).json, 'likesCount')).toBe(1);
  });
});

describe('a total', () => {
  const sent = {
    lines: [
      { quantity: 3, unitPrice: 0.1 },
      { quantity: 1, unitPrice: 2 },
    ],
  };

  it('is the sum of its lines, also after a change', async () => {
    const app = await start();
    const { json: created } = await app.post('/orders', sent);
    expect(created).toMatchObject({ total: 2.3, lineCount: 2 });
    const path = `/orders/${String(member(created, 'id'))}`;
    expect((await app.patch(path, { lines: [] })).json).toMatchObject({ total: 0, lineCount: 0 });
    expect((await app.get(path)).json).toMatchObject({ total: 0, lineCount: 0 });
  });

  it('stays as the client sends it', async () => {
    const app = await start();
    expect(member((await app.post('/bills', { ...sent, total: 7 })).json, 'total')).toBe(7);
  });

  it('follows from the lines beside an address for the shipping, but not beside its cost or a coupon', async () => {
    const app = await start();
    const sent = { lines: [{ quantity: 2, unitPrice: 5 }] };
    const total = async (path: string) => member((await app.post(path, sent)).json, 'total');
    expect(await total('/parcels')).toBe(10);
    expect([await total('/exports'), await total('/sales')]).not.toContain(10);
  });
});
