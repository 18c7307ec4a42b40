import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { member, send, startMockOf, startMockWithPaths } from '../support.ts';
import { callControl, postControl, putControl } from './control-client.ts';

const spec = 'test/fixtures/mock/editing.yaml';
const moss = { id: 9007199254740993n, title: 'Moss', genre: 'poetry' };
const rule = { when: { operation: 'listBooks' }, times: 2, enabled: false, then: { status: 503 } };
const stateful = { scenario: 'shop', newState: 'open', then: { delay: 0 } };

describe('a saved state', () => {
  it('has records, rules and states in the format of their files', async () => {
    const mock = await startMockOf(spec, { records: { '/books': [moss] }, rules: [rule, stateful] });
    await send(`${mock.url}/books`);
    const { json } = await callControl(mock, '/state');
    expect(json).toEqual({
      ...{ records: { '/books': [moss] }, keys: { '/books': ['9007199254740993'] } },
      ...{ rules: [rule, stateful], states: { shop: 'open' } },
    });
  });

  it('is restored by another mock, in one step', async () => {
    const storage = createMemoryStorage();
    const mock = await startMockOf(spec, { records: { '/books': [moss] }, rules: [stateful], storage });
    await send(`${mock.url}/books`);
    const saved = await callControl(mock, '/state');
    const other = await startMockOf(spec, { records: { '/books': [{ id: 1, title: 'Palms', genre: 'novel' }] } });
    expect((await putControl(other, '/state', saved.text)).status).toBe(204);
    expect((await callControl(other, '/state')).json).toEqual(saved.json);
    expect(await other.records.list('/books')).toEqual([moss]);
    const created = await postControl(other, '/records/items?collection=/books', '{"title":"New","genre":"novel"}');
    expect(created.status).toBe(201);
    await other.reset();
    expect(await other.records.list('/books')).toMatchObject([{ id: 1 }]);
  });

  it('without keys is what a user writes: records get what they lack', async () => {
    const mock = await startMockOf(spec);
    const body = '{"records":{"/books":[{"title":"Moss","genre":"poetry"}]},"rules":[]}';
    expect((await putControl(mock, '/state', body)).status).toBe(204);
    expect(await mock.records.list('/books')).toEqual([{ id: 1, title: 'Moss', genre: 'poetry' }]);
    const added = '{"records":{"/books":[]},"keys":{"/books":["1"]},"rules":[]}';
    expect(String(member((await putControl(mock, '/state', added)).json, 'detail'))).toContain('expected 0, got 1');
  });

  it('keeps records without identifiers under their keys, and adds no defaults', async () => {
    const schema: Json = {
      type: 'object',
      properties: { name: { type: 'string' }, size: { type: 'integer', default: 5 } },
    };
    const content = { 'application/json': { schema } };
    const itemId = { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } };
    const mock = await startMockWithPaths({
      '/things': { post: { requestBody: { content }, responses: { 201: { description: 'Created', content } } } },
      '/things/{thingId}': {
        parameters: [itemId],
        get: { responses: { 200: { description: 'Thing', content } } },
        put: { requestBody: { content }, responses: { 200: { description: 'Thing', content } } },
      },
    });
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Own"}' };
    await send(`${mock.url}/things/own`, init);
    const saved = await callControl(mock, '/state');
    expect((await putControl(mock, '/state', saved.text)).status).toBe(204);
    expect((await callControl(mock, '/state')).json).toEqual(saved.json);
    expect((await send(`${mock.url}/things/own`)).json).toMatchObject({ name: 'Own' });
  });

  it('has an object of its own', async () => {
    const schema: Json = { type: 'object', properties: { name: { type: 'string' } } };
    const content = { 'application/json': { schema } };
    const paths = { '/me': { get: { responses: { 200: { description: 'Me', content } } } } };
    const mock = await startMockWithPaths(paths, {}, { records: { '/me': { name: 'Ann' } } });
    const { json, text } = await callControl(mock, '/state');
    expect(member(json, 'records')).toEqual({ '/me': { name: 'Ann' } });
    await callControl(mock, '/records/items?collection=/me&key=value', { method: 'DELETE' });
    expect((await putControl(mock, '/state', text)).status).toBe(204);
    expect((await send(`${mock.url}/me`)).json).toEqual({ name: 'Ann' });
  });

  it('has no secrets, also where the schema requires one, and can be loaded', async () => {
    const User: Json = {
      type: 'object',
      required: ['id', 'name', 'secretWord'],
      properties: {
        id: { type: 'integer' },
        name: { type: 'string' },
        secretWord: { type: 'string', format: 'password' },
        password: { type: 'string', writeOnly: true },
        profile: { type: 'object', properties: { accessToken: { type: 'string' }, city: { type: 'string' } } },
      },
    };
    const content = { 'application/json': { schema: User } };
    const list = { 'application/json': { schema: { type: 'array', items: User } } };
    const mock = await startMockWithPaths({
      '/users': {
        get: { responses: { 200: { description: 'Users', content: list } } },
        post: { requestBody: { content }, responses: { 201: { description: 'Created', content } } },
      },
    });
    const user = { id: 1, name: 'Ann', secretWord: 'hush-1', password: 'hush-2' };
    const body = stringifyJson({ ...user, profile: { accessToken: 'hush-3', city: 'Ulm' } });
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(`${mock.url}/users`, { method: 'POST', headers, body })).status).toBe(201);
    const { text, json } = await callControl(mock, '/state');
    expect(text).not.toContain('hush');
    expect(JSON.stringify(json)).toContain('"city":"Ulm"');
    expect((await putControl(mock, '/state', text)).status).toBe(204);
    expect((await callControl(mock, '/state')).json).toEqual(json);
  });
});

describe('a state that cannot be loaded', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    ['an unknown collection', '{"records":{"/weeds":[{}]},"rules":[]}', 'collection "/weeds": expected one of /books'],
    ['an invalid record', '{"records":{"/books":[{"title":5}]},"rules":[]}', '/books[0].title: expected string'],
    ['an invalid rule', '{"records":{},"rules":[{"when":{"operation":"x"},"then":{"status":503}}]}', 'when.operation'],
    ['no rules', '{"records":{}}', 'rules'],
    ['another file', '{"openapi":"3.1.0"}', 'body'],
    ['no JSON', 'records:', 'expected JSON'],
  ];

  it.each(wrong)('(%s) is reported, and nothing changes', async (_what, body, detail) => {
    const mock = await startMockOf(spec, { records: { '/books': [moss] }, rules: [rule] });
    await send(`${mock.url}/books`);
    const before = await callControl(mock, '/state');
    const response = await putControl(mock, '/state', body);
    expect([response.status, isJsonObject(response.json ?? null)]).toEqual([400, true]);
    expect(String(member(response.json, 'detail'))).toContain(detail);
    expect((await callControl(mock, '/state')).json).toEqual(before.json);
    expect(await mock.journal.count()).toBe(1);
  });
});
