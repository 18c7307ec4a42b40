/** Records in the shapes of well-known APIs. */
import { describe, expect, it } from 'vitest';
import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { member, send, startMockOf } from '../support.ts';
import { createClient, type JsonClient, pets } from './json-client.ts';

const shapes = 'test/fixtures/mock/shapes.yaml';

async function app(): Promise<JsonClient> {
  return createClient(await startMockOf(shapes));
}

function names(json: Json | undefined): readonly Json[] {
  return isJsonArray(json) ? json.map((one) => member(one, 'name') ?? null) : [];
}

describe('an envelope', () => {
  it('is unwrapped for a new record without an id', async () => {
    const { post, get } = await app();
    const made = await post('/articles', { article: { title: 'Moss', text: 'Grows.' } });
    expect(made.json).toEqual({ article: { slug: '1', title: 'Moss', text: 'Grows.' } });
    expect((await get('/articles/1')).json).toEqual(made.json);
  });

  it('returns the sent content, also if nothing is stored', async () => {
    const { post } = createClient(await startMockOf(shapes, { stateless: true }));
    const { json } = await post('/articles', { article: { title: 'Moss', text: 'Grows.' } });
    expect(member(json, 'article')).toMatchObject({ title: 'Moss', text: 'Grows.' });
  });
});

it('a PUT keeps optional properties that every response has', async () => {
  const { post, put, get } = await app();
  await post('/articles', { article: { title: 'Moss', text: 'Grows.' } });
  await put('/articles/1', { article: { title: 'Fern' } });
  expect((await get('/articles/1')).json).toEqual({ article: { slug: '1', title: 'Fern', text: 'Grows.' } });
});

it('a count that is named after the list counts it', async () => {
  const { post, get } = await app();
  await post('/articles', { article: { title: 'Moss', text: 'Grows.' } });
  const { json } = await get('/articles');
  expect([member(json, 'articlesCount'), member(json, 'articles')]).toEqual([
    2,
    [expect.anything(), expect.objectContaining({ title: 'Moss' })],
  ]);
});

describe('a finder', () => {
  const rex = { id: 7, name: 'Rex', status: 'sold', tags: [{ id: 1, name: 'old' }] };
  const zoe = { id: 8, name: 'Zoe', status: 'here' };

  it.each([
    ['/pet/findByStatus?status=sold', ['Rex']],
    ['/pet/findByTags?tags=old&tags=new', ['Rex']],
    ['/pet/findByTags?tags=new', []],
  ])('%s finds %j', async (path, found) => {
    const { get } = createClient(await startMockOf(shapes, { records: { '/pet': [rex, zoe] } }));
    expect(names((await get(path)).json)).toEqual(found);
  });

  it('a filter value "all" matches all if the property cannot be "all"', async () => {
    const { get } = createClient(await startMockOf(shapes, { records: { '/pet': [rex, zoe] } }));
    expect(names((await get('/pet/findByStatus?status=all')).json)).toEqual(['Rex', 'Zoe']);
  });

  it('is not one if a parameter is not a property: the response is generated', async () => {
    const { get } = createClient(await startMockOf(shapes, { records: { '/pet': [rex, zoe] } }));
    const { json } = await get('/pet/search?q=x');
    expect(names(json)).not.toContain('Rex');
    expect(names(json)).toHaveLength(1);
  });
});

describe('a DELETE that declares no success', () => {
  it('responds as declared, and deletes nothing', async () => {
    const { remove, get } = await app();
    expect((await remove('/pet/1')).status).toBe(400);
    expect((await get('/pet/1')).status).toBe(200);
  });

  it('deletes if a success is requested, by the request or by a rule', async () => {
    const mock = await startMockOf(shapes);
    const { get, remove, post } = createClient(mock);
    const deleteRequest = { method: 'DELETE', headers: { Prefer: 'code=204' } };
    expect((await send(`${mock.url}/pet/1`, deleteRequest)).status).toBe(204);
    expect((await get('/pet/1')).status).toBe(404);
    await post('/pet', { id: 2, name: 'Rex' });
    await mock.scenario.add({ when: { operation: 'deletePet' }, then: { status: 204 } });
    expect((await remove('/pet/2')).status).toBe(204);
    expect((await get('/pet/2')).status).toBe(404);
  });
});

it('a record is named within its metadata', async () => {
  const { post, get, patch } = await app();
  const web = { metadata: { name: 'web', labels: { tier: 'front' } }, size: 2 };
  expect((await post('/configs', web)).json).toEqual(web);
  expect((await get('/configs/web')).json).toEqual(web);
  const step = [{ op: 'replace', path: '/size', value: 3 }];
  expect((await patch('/configs/web', step, 'application/json-patch+json')).json).toEqual({
    ...web,
    size: 3,
  });
});

it('the fields of a form are stored', async () => {
  const mock = await startMockOf(shapes);
  const body = new URLSearchParams({ email: 'ann@example.com' });
  const made = await send(`${mock.url}/customers`, { method: 'POST', body });
  const { json } = await createClient(mock).get('/customers');
  expect(member(json, 'data')).toContainEqual(made.json);
  expect(made.json).toMatchObject({ email: 'ann@example.com' });
});

it('a PATCH that is a command changes no property', async () => {
  const { post, patch, get } = await app();
  await post('/users', { schemas: ['user'] });
  expect((await patch('/users/1', { schemas: ['patch'], Operations: [{}] })).status).toBe(204);
  expect((await get('/users/1')).json).toEqual({ id: '1', schemas: ['user'] });
});

it('a list of entries has one record in each entry', async () => {
  const { post, get } = await app();
  await post('/users', { schemas: ['user'] });
  const { json } = await get('/users');
  expect(member(json, 'entry')).toContainEqual({ resource: expect.objectContaining({ schemas: ['user'] }) });
});

it('a command for a record that does not exist is rejected', async () => {
  const { patch } = await app();
  const command = { schemas: ['patch'], Operations: [{}] };
  expect((await patch('/users/unheard-of', command)).status).toBe(404);
});

it('an array body with an array response is returned item by item', async () => {
  const { put } = await app();
  const measures = [{ length: 2, unit: 'cm' }, { length: 3 }];
  expect((await put('/measures?low=1', measures)).json).toEqual(measures);
});

it('a cleared collection forgets its deleted records', async () => {
  const mock = await startMockOf(pets);
  const { remove } = createClient(mock);
  expect([(await remove('/pet/1')).status, (await remove('/pet/1')).status]).toEqual([200, 404]);
  await mock.records.clear('/pet');
  expect((await remove('/pet/1')).status).toBe(200);
});
