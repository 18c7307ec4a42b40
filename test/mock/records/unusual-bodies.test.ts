/** Bodies and lists of third-party documents: see the same operations in the documents of the corpus. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockOf, startMockWithPaths } from '../support.ts';
import { createClient, type JsonClient } from './json-client.ts';

const found = 'test/evals/corpus/features/found-in-the-corpus.yaml';

async function app(): Promise<JsonClient> {
  return createClient(await startMockOf(found));
}

it('a list from the example of the document is paged as requested', async () => {
  const { get } = await app();
  expect((await get('/parcels')).json).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
  expect((await get('/parcels?pageSize=2')).json).toEqual({
    items: [
      { id: 'a', weight: 1 },
      { id: 'b', weight: 2 },
    ],
  });
  expect((await get('/parcels?pageSize=2&page=2')).json).toEqual({ items: [{ id: 'c', weight: 3 }] });
  expect((await get('/parcels?pageSize=2&page=3')).json).toEqual({ items: [] });
});

it('a part of the record in a response is not an envelope', async () => {
  const { post, get } = await app();
  const item = { id: '77', type: 'file' };
  const { json } = await post('/comments', { item });
  expect(member(json, 'item')).toEqual(item);
  expect((await get(`/comments/${String(member(json, 'id'))}`)).json).toEqual(json);
});

it('a part without properties of every response is completed and stored', async () => {
  const { post } = await app();
  const { json } = await post('/links', { shared: { name: 'mine' } });
  expect(json).toMatchObject({ shared: { name: 'mine', url: expect.stringMatching(/^http/) } });
});

it('a name with another spelling in responses is the same name', async () => {
  const { url } = await startMockOf(found);
  const made = await send(`${url}/services`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'UniqueName=moss',
  });
  expect(made.json).toMatchObject({ unique_name: 'moss' });
  expect((await send(`${url}/services/moss`)).json).toEqual(made.json);
  const { json } = await send(`${url}/services`);
  expect(member(json, 'services')).toContainEqual(made.json);
});

it('a string whose schema is an object is handled by its media type', async () => {
  const { url } = await startMockOf(found);
  const body = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'Water the fern' };
  expect((await send(`${url}/notes`, body)).status).toBe(201);
});

it('without ids in responses, any record may exist', async () => {
  const { put } = await app();
  const path = '/invites/0b8a4a52-0f3d-4a61-8c2e-d15a7f60b384';
  expect(await put(path, { email: 'a@example.com' })).toMatchObject({
    status: 200,
    json: { email: 'a@example.com' },
  });
});

it('a PUT of a collection with its own arrays is not a record', async () => {
  const { put } = await app();
  expect((await put('/devices', { op: 'assign', mac_list: ['a', 'b'] })).status).toBe(200);
});

it.each([
  ['has arrays that records do not have', { labels: ['fern', 'moss'] }, 200],
  ['is empty', {}, 400],
])(
  'a PUT of a collection that cannot name a record and %s is only checked by its body',
  async (_name, body, status) => {
    const json = (schema: JsonObject) => ({ 'application/json': { schema } });
    const label = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const labels = {
      type: 'object',
      required: ['labels'],
      properties: { labels: { type: 'array', items: { type: 'string' } } },
    };
    const all = { type: 'object', properties: { labels: { type: 'array', items: label } } };
    const ok = { description: 'All', content: json(all) };
    const responses = {
      '200': ok,
      '400': { description: 'Not understood' },
      '404': { description: 'Not found' },
    };
    const mock = await startMockWithPaths({
      '/labels': {
        get: { responses: { '200': ok } },
        post: {
          requestBody: { content: json(label) },
          responses: { '201': { description: 'Made', content: json(label) } },
        },
        put: { requestBody: { required: true, content: json(labels) }, responses },
      },
      '/labels/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { responses: { '204': { description: 'Gone' }, '404': { description: 'Not found' } } },
      },
    });
    const { put, post, remove } = createClient(mock);
    expect((await put('/labels', body)).status).toBe(status);
    expect((await post('/labels', { name: 'moss' })).status).toBe(201);
    expect([(await remove('/labels/moss')).status, (await remove('/labels/moss')).status]).toEqual([204, 404]);
  },
);

it('of two matching paths, the one with valid parameters is selected', async () => {
  const { get } = await app();
  expect((await get('/zones/count')).status).toBe(200);
  expect((await get('/zones/counts')).status).toBe(400);
});

it('if every name is in use, the oldest record is evicted for a new one', async () => {
  const { post, get } = createClient(await startMockOf('test/fixtures/mock/slots.yaml'));
  for (let kind = 0; kind < 12; kind++) await post('/slots', { label: `${kind}` });
  const { json } = await get('/slots');
  expect(json).toHaveLength(3);
  expect(json).toContainEqual({ id: expect.any(Number), label: '11' });
});
