import { describe, expect, it } from 'vitest';
import { isJsonArray, type Json } from '../../../spec/json/exact-json.ts';
import { errorMessage, member, send, startMockOf } from '../support.ts';
import { createClient, gallery } from './json-client.ts';

describe('addresses', () => {
  it('are absolute if the contract declares a URI, with the host of the request', async () => {
    const mock = await startMockOf(gallery);
    const app = createClient(mock);
    const made = await app.post('/pictures', { title: 'Moss' });
    const location = made.headers.get('location') ?? '';
    expect(location).toBe(`${mock.url}/pictures/${member(made.json, 'id')}`);
    expect((await send(location)).json).toEqual(made.json);
    const first = await app.get('/pictures?limit=1');
    expect(member(first.json, 'next')).toBe(`${mock.url}/pictures?offset=1&limit=1`);
    expect(titlesOf((await send(String(member(first.json, 'next')))).json)).toEqual(['Moss']);
  });

  it('are absolute also if a rule sets the status', async () => {
    const mock = await startMockOf(gallery);
    await mock.scenario.next('hangPicture', { status: 201 });
    const made = await createClient(mock).post('/pictures', { title: 'Moss' });
    expect(made.headers.get('location')).toBe(`${mock.url}/pictures/${member(made.json, 'id')}`);
  });

  it('of other pages serialize an array as the contract declares', async () => {
    const mock = await startMockOf(gallery);
    const app = createClient(mock);
    for (const [title, color] of [
      ['Fern', 'green'],
      ['Sky', 'blue'],
      ['Moss', 'green'],
    ])
      await app.post('/pictures', { title: title ?? '', colour: color ?? '' });
    const first = await app.get('/pictures?colour=green,blue&limit=2');
    expect(first.headers.get('link')).toContain('</pictures?colour=green,blue&offset=2&limit=2>; rel="next"');
    expect(titlesOf((await send(String(member(first.json, 'next')))).json)).toEqual(['Moss']);
  });
});

describe('a record that is created', () => {
  it('has the readOnly properties, and nothing else that was not sent', async () => {
    const app = createClient(await startMockOf(gallery));
    const made = await app.post('/pictures', { title: 'Moss' });
    expect(Object.keys(Object(made.json))).toEqual(['id', 'title', 'hungAt']);
    expect((await app.get(`/pictures/${member(made.json, 'id')}`)).json).toEqual(made.json);
  });
});

describe('the initial records', () => {
  it('exclude examples of errors', async () => {
    const app = createClient(await startMockOf(gallery));
    expect((await app.get('/pictures/5')).status).toBe(200);
    expect((await app.get('/pictures/77')).status).toBe(404);
    expect(JSON.stringify((await app.get('/pictures')).json)).not.toContain('77');
  });
});

describe('a part of a multipart body that is declared as an object', () => {
  it.each([
    ['as a string', '{"x":7}', 204],
    ['as a JSON file', new Blob(['{"x":7}'], { type: 'application/json' }), 204],
    ['as an invalid string', '{"x":"far"}', 400],
    ['as invalid JSON', 'far', 400],
  ])('is read as JSON (%s)', async (_case, crop, status) => {
    const mock = await startMockOf(gallery);
    const body = new FormData();
    body.set('file', new Blob(['png']), 'a.png');
    if (typeof crop === 'string') body.set('crop', crop);
    else body.set('crop', crop);
    expect((await send(`${mock.url}/uploads`, { method: 'POST', body })).status).toBe(status);
  });

  it('is validated property by property', async () => {
    const mock = await startMockOf(gallery);
    const body = new FormData();
    body.set('file', new Blob(['png']), 'a.png');
    body.set('crop', '{"x":"far"}');
    const rejected = await send(`${mock.url}/uploads`, { method: 'POST', body });
    expect(errorMessage({ ...rejected, json: member(rejected.json, 'error') })).toBe(
      'body.crop.x: expected integer, got string "far"',
    );
  });
});

describe('the kind of an error, if the contract declares an enum for it,', () => {
  it.each([
    ['/pictures/99', '', 'not_found'],
    ['/pictures/many', '', 'invalid'],
    ['/pictures/99', 'code=429', 'RATE_LIMITED'],
    ['/pictures/99', 'code=500', 'internal_error'],
  ])('of %s %s is %s', async (path, prefer, code) => {
    const mock = await startMockOf(gallery);
    const { json } = await send(`${mock.url}${path}`, { headers: { Prefer: prefer } });
    expect(member(member(json, 'error'), 'code')).toBe(code);
  });
});

describe('the violation of each field', () => {
  const wrong = { sizes: [1, 'big'] };
  const wood = 'expected a value (the property is required), got nothing';
  const size = 'expected integer, got string "big"';

  it('is in the array that the contract declares for it', async () => {
    const { json } = await createClient(await startMockOf(gallery)).post('/frames', wrong);
    expect(member(json, 'errors')).toEqual([
      { field: 'wood', message: wood, code: 'required' },
      { field: 'sizes[1]', message: size, code: 'type' },
    ]);
  });

  it('is under the field name if the contract declares a map', async () => {
    const { json } = await createClient(await startMockOf(gallery)).post('/mounts', wrong);
    expect(member(json, 'errors')).toEqual({ wood: [wood], 'sizes[1]': [size] });
  });

  it('is not a sample in a requested error', async () => {
    const mock = await startMockOf(gallery);
    const headers = { Prefer: 'code=422', 'Content-Type': 'application/json' };
    const sendRequest = (path: string) =>
      send(`${mock.url}${path}`, { method: 'POST', headers, body: '{"wood":"oak"}' });
    expect(member((await sendRequest('/frames')).json, 'errors')).toEqual([
      { field: 'request', message: 'The status 422 was requested.', code: 'asked-for' },
    ]);
    expect((await sendRequest('/mounts')).json).toEqual({ message: 'The status 422 was requested.' });
  });
});

function titlesOf(json: Json | undefined): readonly (Json | undefined)[] {
  const results = member(json, 'results');
  return isJsonArray(results) ? results.map((one) => member(one, 'title')) : [];
}
