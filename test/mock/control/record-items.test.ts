import { describe, expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { member, send, startMockOf, startMockWithPaths } from '../support.ts';
import { callControl, postControl, putControl } from './control-client.ts';

const spec = 'test/fixtures/mock/editing.yaml';
const books = '/records/items?collection=/books';

const startLibrary = (records: readonly Json[] = [{ id: 7, title: 'Ferns', genre: 'science' }]) =>
  startMockOf(spec, { records: { '/books': records } });

describe('the records with their keys', () => {
  it('are listed by collection, with exact numbers', async () => {
    const mock = await startLibrary([{ id: 9007199254740993n, title: 'Ferns', genre: 'science' }]);
    const response = await callControl(mock, '/records/items');
    expect(response.json).toEqual({
      collections: {
        '/books': [{ key: '9007199254740993', value: { id: 9007199254740993n, title: 'Ferns', genre: 'science' } }],
      },
    });
  });

  it('contain an object of its own once it was given', async () => {
    const schema: Json = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const content = { 'application/json': { schema } };
    const mock = await startMockWithPaths({ '/me': { get: { responses: { 200: { description: 'Me', content } } } } });
    expect((await callControl(mock, '/records/items')).json).toEqual({ collections: { '/me': [] } });
    expect((await postControl(mock, '/records/items?collection=/me', '{"name":5}')).status).toBe(422);
    expect((await postControl(mock, '/records/items?collection=/me', '{"name":"Ann"}')).status).toBe(201);
    expect((await putControl(mock, '/records/items?collection=/me&key=value', '{"name":"Ben"}')).status).toBe(200);
    expect((await send(`${mock.url}/me`)).json).toEqual({ name: 'Ben' });
    expect((await callControl(mock, '/records/items')).json).toEqual({
      collections: { '/me': [{ key: 'value', value: { name: 'Ben' } }] },
    });
    await callControl(mock, '/records/items?collection=/me&key=value', { method: 'DELETE' });
    expect((await send(`${mock.url}/me`)).json).not.toEqual({ name: 'Ben' });
  });
});

describe('a record that is created', () => {
  it('gets an identifier, is returned with its key and is read by requests', async () => {
    const mock = await startLibrary();
    const created = await postControl(mock, books, '{"title":"Moss","genre":"poetry"}');
    expect(created.status).toBe(201);
    const key = String(member(created.json, 'key'));
    const read = await send(`${mock.url}/books/${key}`);
    expect(read.json).toEqual(member(created.json, 'value'));
    expect(read.json).toMatchObject({ title: 'Moss' });
  });

  it('is rejected with the pointer of each violation', async () => {
    const mock = await startLibrary();
    const body = '{"title":"M","genre":"x","chapters":[{"heading":"a","parts":[{"heading":5}]}]}';
    const response = await postControl(mock, books, body);
    expect(response.status).toBe(422);
    expect(pointersIn(response.json)).toEqual(['/title', '/genre', '/chapters/0/parts/0/heading']);
    expect(JSON.stringify(response.json)).toContain('expected a string of at least 2 characters');
    expect((await callControl(mock, '/records')).json).toMatchObject({ '/books': [{ id: 7 }] });
  });

  it('with an identifier that exists is a violation of the identifier', async () => {
    const response = await postControl(await startLibrary(), books, '{"id":7,"title":"Moss","genre":"poetry"}');
    expect([response.status, pointersIn(response.json)]).toEqual([422, ['/id']]);
  });

  it('that is no object is a violation of the whole', async () => {
    const response = await postControl(await startLibrary(), books, '[]');
    expect([response.status, pointersIn(response.json)]).toEqual([422, ['']]);
  });
});

describe('a record that is replaced', () => {
  it('keeps its identifier and its position', async () => {
    const mock = await startLibrary([
      { id: 7, title: 'Ferns', genre: 'science', isbn: 5 },
      { id: 8, title: 'Moss', genre: 'poetry' },
    ]);
    const response = await putControl(mock, `${books}&key=7`, '{"title":"Palms","genre":"novel"}');
    expect(response.json).toEqual({ key: '7', value: { id: 7, title: 'Palms', genre: 'novel' } });
    expect((await callControl(mock, '/records')).json).toMatchObject({ '/books': [{ id: 7 }, { id: 8 }] });
  });

  it('with another identifier is rejected', async () => {
    const response = await putControl(
      await startLibrary(),
      `${books}&key=7`,
      '{"id":9,"title":"Palms","genre":"novel"}',
    );
    expect([response.status, pointersIn(response.json)]).toEqual([422, ['/id']]);
  });
});

it('a record that is deleted does not exist for requests', async () => {
  const mock = await startLibrary();
  expect((await callControl(mock, `${books}&key=7`, { method: 'DELETE' })).status).toBe(204);
  expect((await send(`${mock.url}/books/7`, { headers: { Authorization: `Bearer ${mock.token}` } })).status).toBe(404);
});

function pointersIn(problem: Json | undefined): readonly Json[] {
  const violations = member(problem, 'violations');
  if (violations === undefined || !isJsonArray(violations)) return [];
  return violations.map((one) => (isJsonObject(one) ? (one['pointer'] ?? null) : null));
}
