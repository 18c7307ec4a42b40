/** Records name the people who made them: initial ones those of the contract, new ones the user of the token. */
import { describe, expect, it } from 'vitest';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { isJsonArray, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const user = {
  type: 'object',
  required: ['id', 'email', 'name'],
  properties: { id: integer, email: { ...text, format: 'email' }, name: text },
};
const author = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } };
const note = {
  type: 'object',
  required: ['id', 'text', 'authorId', 'author', 'createdBy', 'editor', 'reviewerName'],
  properties: {
    id: integer,
    text,
    authorId: integer,
    author,
    createdBy: { ...text, readOnly: true },
    uploadedById: integer,
    ownerId: { ...integer, example: 77 },
    editor: author,
    reviewerName: text,
  },
};
const newNote = { type: 'object', required: ['text'], properties: { text } };
const login = { type: 'object', required: ['email'], properties: { email: text } };
const session = { type: 'object', required: ['token'], properties: { token: text } };
const id = { name: 'id', in: 'path', required: true, schema: integer };
const ok = (schema: JsonObject) => ({ 200: { description: 'ok', content: contentOf(schema) } });
const paths = {
  '/login': { post: { requestBody: { content: contentOf(login) }, responses: ok(session) } },
  '/users': { get: { responses: ok({ type: 'array', items: user }) } },
  '/users/{id}': { get: { parameters: [id], responses: ok(user) } },
  '/notes': {
    get: { security: [{}, { bearer: [] }], responses: ok({ type: 'array', items: note }) },
    post: {
      security: [{}, { bearer: [] }],
      requestBody: { required: true, content: contentOf(newNote) },
      responses: { 201: { description: 'new', content: contentOf(note) } },
    },
  },
  '/notes/{id}': { get: { parameters: [id], responses: ok(note) } },
};
const components = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };
const ann = { id: 5, email: 'ann@desk.test', name: 'Ann' };

async function start(options: ServeOptions = {}) {
  const { url } = await startMockWithPaths(paths, { components }, { auth: true, ...options });
  const post = (path: string, body: Json, token?: Json) =>
    send(`${url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${String(token)}` }),
      },
      body: JSON.stringify(body),
    });
  return {
    list: async (path: string) => {
      const { json } = await send(`${url}${path}`);
      return json !== undefined && isJsonArray(json) ? json.map(Object) : [];
    },
    create: async (email: string | undefined) => {
      const token = email && member((await post('/login', { email })).json, 'token');
      return Object((await post('/notes', { text: 'a' }, token)).json);
    },
  };
}

describe('the people of initial records', () => {
  it('are those who have records, and have the same names as in them', async () => {
    const app = await start({ recordCount: 20 });
    const names = new Map((await app.list('/users')).map((one) => [one.id, one.name]));
    const notes = await app.list('/notes');
    expect(new Set(notes.map(({ authorId }) => authorId)).size).toBeGreaterThan(5);
    for (const one of notes) {
      expect(one.author).toEqual({ id: one.authorId, name: names.get(one.authorId) });
      expect(one.editor).toEqual({ id: one.editor.id, name: names.get(one.editor.id) });
    }
  });

  it('are those of the given records, also without further ones', async () => {
    const app = await start({ records: { '/users': [ann] } });
    expect(await app.list('/notes')).toMatchObject([{ authorId: 5, author: { id: 5, name: 'Ann' } }]);
  });
});

describe('a new record', () => {
  it('has the user of the token as its creator in each form that the contract has', async () => {
    const app = await start({ records: { '/users': [{ ...ann, id: 4, email: 'x@desk.test' }, ann] } });
    expect(await app.create('ann@desk.test')).toMatchObject({
      ...{ authorId: 5, author: { id: 5, name: 'Ann' }, createdBy: 'ann@desk.test', uploadedById: 5 },
    });
  });

  it('has a user without a record as its creator too', async () => {
    const made = await (await start()).create('jane.fox@desk.test');
    expect(made.author).toEqual({ id: made.authorId, name: 'Jane Fox' });
    expect(made.createdBy).toBe('jane.fox@desk.test');
  });

  it('keeps examples, and shows nothing of the user as its editor', async () => {
    const made = await (await start({ records: { '/users': [ann] } })).create('ann@desk.test');
    expect(made.ownerId).toBe(77);
    expect([made.editor.name, made.reviewerName]).not.toContain('Ann');
  });

  it('has the first user as its creator if the token is that of no user', async () => {
    const made = await (await start({ records: { '/users': [ann] } })).create(undefined);
    expect(made).toMatchObject({ authorId: 5, author: { id: 5, name: 'Ann' } });
  });
});
