/** Records that are created below a parent, and read, changed and deleted at a shorter path. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MockOptions, startMock } from '../../../mock/index.ts';
import { createClient } from './json-client.ts';

const albums = [
  { id: 1, name: 'Alps' },
  { id: 2, name: 'Coast' },
];

async function start(records: MockOptions['records'] = { '/albums': albums, '/photos': [] }) {
  const mock = await startMock({ spec: 'test/fixtures/conformance/photo-albums.yaml', records });
  onTestFinished(() => mock.close());
  const client = createClient(mock);
  const titles = async (path: string) => {
    const { json } = await client.get(path);
    return Array.isArray(json) ? json.map((one) => Object(one).title) : json;
  };
  return { ...client, titles };
}

describe('a photo that is created in an album', () => {
  it('has the album, a Location at its own path, and an id of its own', async () => {
    const { post } = await start();
    const first = await post('/albums/1/photos', { title: 'Peak' });
    const second = await post('/albums/2/photos', { title: 'Beach' });
    expect(first.json).toMatchObject({ title: 'Peak', albumId: 1 });
    expect(second.json).toMatchObject({ title: 'Beach', albumId: 2 });
    const { id } = Object(first.json);
    expect(Object(second.json).id).not.toBe(id);
    expect(first.headers.get('location')).toBe(`/photos/${id}`);
  });

  it('is in the list of its album and in that of all, and in no other', async () => {
    const { post, titles } = await start();
    await post('/albums/1/photos', { title: 'Peak' });
    await post('/albums/2/photos', { title: 'Beach' });
    expect(await titles('/albums/1/photos')).toEqual(['Peak']);
    expect(await titles('/albums/2/photos')).toEqual(['Beach']);
    expect(await titles('/photos')).toEqual(['Peak', 'Beach']);
    expect(await titles('/photos?albumId=2')).toEqual(['Beach']);
  });

  it('is read, replaced and deleted at its own path', async () => {
    const { get, post, put, remove, titles } = await start();
    const { id } = Object((await post('/albums/1/photos', { title: 'Peak' })).json);
    expect((await get(`/photos/${id}`)).json).toEqual({ id, albumId: 1, title: 'Peak' });
    await put(`/photos/${id}`, { title: 'Summit' });
    expect(await titles('/albums/1/photos')).toEqual(['Summit']);
    expect((await remove(`/photos/${id}`)).status).toBe(204);
    expect((await get(`/photos/${id}`)).status).toBe(404);
    expect(await titles('/albums/1/photos')).toEqual([]);
  });

  it('is deleted with its album', async () => {
    const { get, post, remove } = await start();
    const { id } = Object((await post('/albums/1/photos', { title: 'Peak' })).json);
    await remove('/albums/1');
    expect((await get(`/photos/${id}`)).status).toBe(404);
  });

  it('does not get the id of one that was deleted in another album', async () => {
    const { post, remove } = await start();
    const { id } = Object((await post('/albums/1/photos', { title: 'Peak' })).json);
    await remove(`/photos/${id}`);
    expect(Object((await post('/albums/2/photos', { title: 'Beach' })).json).id).toBeGreaterThan(id);
  });

  it('needs an album that exists', async () => {
    const { post } = await start();
    expect((await post('/albums/77/photos', { title: 'Peak' })).status).toBe(404);
  });
});

describe('given photos', () => {
  it('are in the album that they name', async () => {
    const { titles } = await start({
      '/albums': albums,
      '/photos': [{ id: 5, albumId: 2, title: 'Beach' }],
      '/albums/1/photos': [],
    });
    expect(await titles('/albums/2/photos')).toEqual(['Beach']);
    expect(await titles('/albums/1/photos')).toEqual([]);
  });

  it('of an album are among all photos', async () => {
    const { titles, get } = await start({
      '/albums': albums,
      '/albums/1/photos': [{ id: 5, albumId: 1, title: 'Peak' }],
    });
    expect(await titles('/photos')).toEqual(['Peak']);
    expect((await get('/photos/5')).json).toEqual({ id: 5, albumId: 1, title: 'Peak' });
  });
});

describe('tags, which only their lists and a property connect to a record', () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const integer = { type: 'integer' };
  const text = { type: 'string' };
  const id = { name: 'id', in: 'path', required: true, schema: integer };
  const tag = { type: 'object', required: ['id', 'name'], properties: { id: integer, boxId: integer, name: text } };
  const box = { type: 'object', required: ['id'], properties: { id: integer } };
  const returns = (schema: object) => ({ responses: { 200: { description: 'd', ...json(schema) } } });
  const sends = (properties: object) => ({ requestBody: json({ type: 'object', properties }) });
  const paths = {
    '/boxes': { get: returns({ type: 'array', items: box }), post: { ...sends({ size: integer }), ...returns(box) } },
    '/boxes/{id}': { parameters: [id], get: returns(box), delete: { responses: { 204: { description: 'd' } } } },
    '/boxes/{id}/tags': {
      parameters: [id],
      get: returns({ type: 'array', items: { $ref: '#/components/schemas/Tag' } }),
      post: { ...sends({ name: text }), ...returns({ $ref: '#/components/schemas/Tag' }) },
    },
    '/tags/{id}': {
      parameters: [id],
      get: returns({ $ref: '#/components/schemas/Tag' }),
      patch: { ...sends({ boxId: integer }), ...returns({ $ref: '#/components/schemas/Tag' }) },
    },
  };

  async function startTags() {
    const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas: { Tag: tag } } };
    const mock = await startMock({ spec, records: { '/boxes': [{ id: 1 }, { id: 2 }], '/tags': [] } });
    onTestFinished(() => mock.close());
    return createClient(mock);
  }

  it('get the parent of their path, whatever its parameter is named', async () => {
    const { post } = await startTags();
    expect((await post('/boxes/2/tags', { name: 'old' })).json).toMatchObject({ boxId: 2, name: 'old' });
  });

  it('move to the list of the parent that a change names', async () => {
    const { get, patch, post, remove } = await startTags();
    const { id: tagId } = Object((await post('/boxes/2/tags', { name: 'old' })).json);
    await patch(`/tags/${tagId}`, { boxId: 1 });
    expect((await get('/boxes/2/tags')).json).toEqual([]);
    expect((await get('/boxes/1/tags')).json).toEqual([{ id: tagId, boxId: 1, name: 'old' }]);
    await remove('/boxes/2');
    expect((await get('/boxes/1/tags')).json).toEqual([{ id: tagId, boxId: 1, name: 'old' }]);
  });
});

it('made-up photos are in an album that exists, as many for each', async () => {
  const { get } = await start(3);
  const { json } = await get('/photos');
  const byAlbum = Map.groupBy(Array.isArray(json) ? json : [], (photo) => Object(photo).albumId);
  const known = (await get('/albums')).json;
  const ids = new Set((Array.isArray(known) ? known : []).map((album) => Object(album).id));
  expect(byAlbum.size).toBe(ids.size);
  // The first album also has the photo of the initial records.
  expect([...byAlbum.values()].map(({ length }) => length).toSorted()).toEqual([3, 3, 3, 4]);
  for (const [albumId, photos] of byAlbum) {
    expect(ids).toContain(albumId);
    expect((await get(`/albums/${albumId}/photos`)).json).toEqual(photos);
  }
});

describe('photos that have no GET of their own', () => {
  const start = async () => {
    const mock = await startMock({
      spec: [
        {
          prefix: '',
          spec: 'test/fixtures/conformance/photo-albums.yaml',
          overlays: ['test/fixtures/conformance/photos-without-read.overlay.yaml'],
        },
      ],
      records: { '/albums': albums, '/albums/1/photos': [] },
    });
    onTestFinished(() => mock.close());
    const client = createClient(mock);
    const { id } = Object((await client.post('/albums/1/photos', { title: 'Peak' })).json);
    await client.post('/albums/1/photos', { title: 'Lake' });
    const titles = async () =>
      Object((await client.get('/albums/1/photos')).json).map(({ title }: { title: string }) => title);
    return { ...client, id, titles };
  };

  it('are changed and deleted in the list of their album', async () => {
    const { id, patch, remove, titles } = await start();
    expect((await patch(`/photos/${id}`, { title: 'Summit' })).json).toEqual({ id, albumId: 1, title: 'Summit' });
    expect(await titles()).toEqual(['Summit', 'Lake']);
    expect((await remove(`/photos/${id}`)).status).toBe(204);
    expect(await titles()).toEqual(['Lake']);
  });

  it('are not found where the list of no album has them', async () => {
    const { id, patch, remove } = await start();
    await remove(`/photos/${id}`);
    expect((await patch(`/photos/${id}`, { title: 'Summit' })).status).toBe(404);
    expect((await remove(`/photos/${id}`)).status).toBe(404);
    expect((await remove('/photos/999')).status).toBe(404);
  });
});
