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

it('made-up photos are in an album that exists, as many for each', async () => {
  const { get } = await start(3);
  const { json } = await get('/photos');
  const byAlbum = Map.groupBy(Array.isArray(json) ? json : [], (photo) => Object(photo).albumId);
  const known = (await get('/albums')).json;
  const ids = new Set((Array.isArray(known) ? known : []).map((album) => Object(album).id));
  expect(byAlbum.size).toBeGreaterThan(0);
  for (const [albumId, photos] of byAlbum) {
    expect(ids).toContain(albumId);
    expect((await get(`/albums/${albumId}/photos`)).json).toEqual(photos);
  }
});
