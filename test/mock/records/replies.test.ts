/** Records that name another one of their own kind as the parent: replies to a comment. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, startMockWithPaths } from '../support.ts';
import { createClient } from './json-client.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const integer = { type: 'integer' };
const post = { type: 'object', required: ['id'], properties: { id: integer, title: text } };
const comment = {
  type: 'object',
  required: ['id', 'body', 'replyCount'],
  properties: {
    ...{ id: integer, postId: integer, body: text, parentId: { type: ['integer', 'null'] } },
    replyCount: { type: 'integer', readOnly: true },
  },
};
const newComment = { type: 'object', required: ['body'], properties: { body: text, parentId: integer } };
const idIn = (name: string): JsonObject => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] });
const ok = (schema: JsonObject): JsonObject => ({ '200': { description: 'ok', ...json(schema) } });
const missing = { '404': { description: 'None' } };

const paths: JsonObject = {
  '/posts': { get: { responses: ok({ type: 'array', items: post }) } },
  '/posts/{postId}': { ...idIn('postId'), get: { responses: ok(post) } },
  '/posts/{postId}/comments': {
    ...idIn('postId'),
    get: { responses: ok({ type: 'array', items: comment }) },
    post: { requestBody: json(newComment), responses: { '201': { description: 'New', ...json(comment) } } },
  },
  '/comments/{commentId}': {
    ...idIn('commentId'),
    delete: { responses: { '204': { description: 'Deleted' }, ...missing } },
  },
  '/comments/{commentId}/replies': {
    ...idIn('commentId'),
    get: { responses: { ...ok({ type: 'array', items: comment }), ...missing } },
  },
};

async function start() {
  const mock = await startMockWithPaths(paths, {}, { records: { '/posts': [{ id: 1, title: 'First' }] } });
  const client = createClient(mock);
  const add = async (body: JsonObject) => member((await client.post('/posts/1/comments', body)).json, 'id');
  const first = await add({ body: 'first' });
  const second = await add({ body: 'second' });
  const reply = await add({ body: 'reply', parentId: Number(first) });
  const bodies = async (path: string) => pick((await client.get(path)).json, 'body');
  const counts = async () => pick((await client.get('/posts/1/comments')).json, 'replyCount');
  return { ...client, first, second, reply, bodies, counts };
}

function pick(list: Json | undefined, name: string): readonly (Json | undefined)[] {
  return Array.isArray(list) ? list.map((one: Json) => member(one, name)) : [];
}

describe('a comment with replies', () => {
  it('lists them at its path, and no other comments', async () => {
    const { first, second, bodies } = await start();
    expect(await bodies(`/comments/${first}/replies`)).toEqual(['reply']);
    expect(await bodies(`/comments/${second}/replies`)).toEqual([]);
  });

  it('counts them, also after one is deleted', async () => {
    const { reply, counts, remove } = await start();
    expect((await counts()).slice(-3)).toEqual([1, 0, 0]);
    await remove(`/comments/${reply}`);
    expect((await counts()).slice(-2)).toEqual([0, 0]);
  });

  it('is not found when it does not exist', async () => {
    const { first, get, remove } = await start();
    await remove(`/comments/${first}`);
    expect((await get(`/comments/${first}/replies`)).status).toBe(404);
  });
});
