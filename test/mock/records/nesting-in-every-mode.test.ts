/** Records below a parent that are read at a shorter path, in memory and in a file, for each user, and through the control API. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MockOptions, startMock } from '../../../mock/index.ts';
import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { call } from '../login/shops.ts';
import { freshFileUrl } from '../storage/storages.ts';
import { send } from '../support.ts';
import { createClient } from './json-client.ts';

const spec = 'test/fixtures/conformance/photo-albums.yaml';
const albums = [
  { id: 1, name: 'Alps' },
  { id: 2, name: 'Coast' },
];
const records = { '/albums': albums, '/photos': [] };

async function start(options: MockOptions = {}) {
  const mock = await startMock({ spec, records, ...options });
  onTestFinished(() => mock.close());
  const client = createClient(mock);
  return { mock, ...client, titles: async (path: string) => titlesIn((await client.get(path)).json) };
}

function titlesIn(list: Json | undefined): readonly Json[] {
  return list !== undefined && isJsonArray(list) ? list.map((one) => Object(one).title) : [];
}

const stores = [
  ['in memory', () => ({})],
  ['in a file', () => ({ store: freshFileUrl() })],
] as const;

describe.each(stores)('photos of albums %s', (_name, storage) => {
  it('are listed, changed, moved and deleted at both paths', async () => {
    const { get, post, put, remove, titles } = await start(storage());
    const { id } = Object((await post('/albums/1/photos', { title: 'Peak' })).json);
    await post('/albums/2/photos', { title: 'Beach' });
    expect(await titles('/photos')).toEqual(['Peak', 'Beach']);
    await put(`/photos/${id}`, { title: 'Summit' });
    expect(await titles('/albums/1/photos')).toEqual(['Summit']);
    await remove('/albums/2');
    expect(await titles('/photos')).toEqual(['Summit']);
    await remove(`/photos/${id}`);
    expect(await titles('/albums/1/photos')).toEqual([]);
    expect((await get(`/photos/${id}`)).status).toBe(404);
  });
});

it('photos of an album in a file are there after a restart, and new ones get another id', async () => {
  const store = freshFileUrl();
  const first = await start({ store });
  const { id } = Object((await first.post('/albums/1/photos', { title: 'Peak' })).json);
  await first.mock.close();
  const second = await start({ store });
  expect(await second.titles('/albums/1/photos')).toEqual(['Peak']);
  expect(await second.titles('/photos')).toEqual(['Peak']);
  expect(Object((await second.post('/albums/2/photos', { title: 'Beach' })).json).id).toBeGreaterThan(id);
});

describe('the API of the mock', () => {
  it('lists the photos of all albums, those of one, and each once where all collections are listed', async () => {
    const { mock, get, post } = await start();
    await post('/albums/1/photos', { title: 'Peak' });
    await post('/albums/2/photos', { title: 'Beach' });
    expect(titlesIn([...(await mock.records.list('/photos'))])).toEqual(['Peak', 'Beach']);
    expect(titlesIn([...(await mock.records.list('/albums/2/photos'))])).toEqual(['Beach']);
    expect((await get('/__store/records?collection=/photos')).json).toMatchObject({
      '/photos': [{ id: 1 }, { id: 2 }],
    });
    expect(await mock.records.collections()).toEqual([
      { name: '/albums', count: 2 },
      { name: '/albums/1/photos', count: 1 },
      { name: '/albums/2/photos', count: 1 },
    ]);
  });

  it('moves a photo of the console to the album that it names, whether it is added or replaced', async () => {
    const { mock, titles } = await start();
    await mock.records.add('/albums/1/photos', { id: 7, title: 'Peak', albumId: 2 });
    expect([await titles('/albums/1/photos'), await titles('/albums/2/photos')]).toEqual([[], ['Peak']]);
    await mock.records.add('/photos', { id: 7, title: 'Peak', albumId: 1 });
    expect([await titles('/albums/1/photos'), await titles('/albums/2/photos')]).toEqual([['Peak'], []]);
  });

  it('clears the photos of all albums, or those of one', async () => {
    const { mock, post, titles } = await start();
    await post('/albums/1/photos', { title: 'Peak' });
    await post('/albums/2/photos', { title: 'Beach' });
    await mock.records.clear('/albums/1/photos');
    expect(await titles('/photos')).toEqual(['Beach']);
    await mock.records.clear('/photos');
    expect(await titles('/albums/2/photos')).toEqual([]);
  });

  it('adds a photo to an album, and to the album that it names', async () => {
    const { mock, titles } = await start();
    await mock.records.add('/albums/1/photos', { title: 'Peak' });
    await mock.records.add('/photos', { title: 'Beach', albumId: 2 });
    expect(await titles('/albums/1/photos')).toEqual(['Peak']);
    expect(await titles('/albums/2/photos')).toEqual(['Beach']);
    expect(await titles('/photos')).toEqual(['Peak', 'Beach']);
  });
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const properties = { id: { type: 'integer', readOnly: true }, title: text };
const item = { type: 'object', required: ['id'], properties };
const album = { $ref: '#/components/schemas/Album' };
const photo = { $ref: '#/components/schemas/Photo' };
const schemas = { Album: item, Photo: item };
const returns = (schema: object) => ({ responses: { 200: { description: 'd', ...json(schema) } } });
/** No property of a photo names its album. */
const paths = {
  '/albums': { get: returns({ type: 'array', items: album }), post: { requestBody: json(album), ...returns(album) } },
  '/albums/{id}': { parameters: [id], get: returns(album), delete: { responses: { 204: { description: 'd' } } } },
  '/albums/{id}/photos': {
    parameters: [id],
    get: returns({ type: 'array', items: photo }),
    post: { requestBody: json(photo), ...returns(photo) },
  },
  '/photos': { get: returns({ type: 'array', items: photo }) },
  '/photos/{id}': { parameters: [id], get: returns(photo), put: { requestBody: json(photo), ...returns(photo) } },
};
const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };

it('photos that only their albums know stay in them when the state is saved and loaded', async () => {
  const options = { spec: document, records: { '/albums': [{ id: 1 }, { id: 2 }], '/photos': [] } };
  const { get, mock, post, put, titles } = await start(options);
  await post('/albums/2/photos', { title: 'Beach' });
  await post('/albums/1/photos', { title: 'Peak' });
  const { json: state } = await get('/__store/state');
  expect(Object.keys(Object(state).records)).toEqual(['/albums', '/albums/1/photos', '/albums/2/photos']);
  await mock.reset();
  expect((await put('/__store/state', state ?? null)).status).toBe(204);
  expect(await titles('/albums/1/photos')).toEqual(['Peak']);
  expect(await titles('/albums/2/photos')).toEqual(['Beach']);
  expect(await titles('/photos')).toEqual(['Beach', 'Peak']);
});

it('photos of each user are in the albums of that user', async () => {
  const login = {
    security: [],
    requestBody: json({ type: 'object', required: ['email', 'password'], properties: { email: text, password: text } }),
    ...returns({ type: 'object', required: ['token'], properties: { token: text } }),
  };
  const { mock } = await start({
    spec: {
      ...document,
      security: [{ token: [] }],
      paths: { ...paths, '/login': { post: login } },
      components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    records: { '/albums': [{ id: 1 }, { id: 2 }], '/albums/1/photos': [{ id: 5, title: 'Peak' }] },
    recordsPerUser: true,
  });
  const userOf = async (email: string) => {
    const { json: session } = await call(mock, 'POST /login', { body: { email, password: 'any' } });
    const token = String(Object(session).token);
    const send = async (route: string, body?: Json) =>
      (await call(mock, route, { token, ...(body !== undefined && { body }) })).json;
    return { send, titles: async (path: string) => titlesIn(await send(`GET ${path}`)) };
  };
  const [ada, grace] = [await userOf('ada@example.com'), await userOf('grace@example.com')];
  await ada.send('POST /albums/2/photos', { title: 'Beach' });
  await grace.send('DELETE /albums/1');
  expect(await ada.titles('/photos')).toEqual(['Peak', 'Beach']);
  expect(await ada.titles('/albums/1/photos')).toEqual(['Peak']);
  expect(await grace.titles('/photos')).toEqual([]);
});

it('seeds of an album are among all photos, and get the album of their path', async () => {
  const seeds = { '/albums': albums, '/albums/1/photos': [], '/albums/2/photos': [{ title: 'Beach' }] };
  const { get } = await start({ records: {}, seeds });
  expect((await get('/photos')).json).toEqual([{ id: 1, albumId: 2, title: 'Beach' }]);
});

it('records of the console are edited and removed at both paths', async () => {
  const { mock, post, titles } = await start();
  await post('/albums/1/photos', { title: 'Peak' });
  await post('/albums/2/photos', { title: 'Beach' });
  const items = `${mock.url}/__store/records/items`;
  const body = JSON.stringify({ id: 1, albumId: 1, title: 'Summit' });
  const headers = { 'Content-Type': 'application/json' };
  await send(`${items}?collection=/photos&key=1`, { method: 'PUT', headers, body });
  await send(`${items}?collection=/albums/2/photos&key=2`, { method: 'DELETE' });
  expect(await titles('/albums/1/photos')).toEqual(['Summit']);
  expect(await titles('/photos')).toEqual(['Summit']);
});
