import { describe, expect, it } from 'vitest';
import { createPlant, errorMessage, gardenSpec, plantStoreSpec, send, startMockOf } from './support.ts';

const plant = '{"id":7,"name":"a"}';

describe('a bearer token', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted under the scheme %s', async (scheme) => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await createPlant(mock, plant, { Authorization: `${scheme} ${mock.token}` })).status).toBe(200);
  });

  it.each([
    ['none', ''],
    ['no token', 'Bearer'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic cGxhbnQtc3RvcmUtZGV2LXRva2Vu'],
    ['an invalid token', 'Bearer wrong'],
    ['a truncated token', 'Bearer plant-store-dev-toke'],
    ['an extended token', 'Bearer plant-store-dev-token1'],
    ['the bare token', 'plant-store-dev-token'],
    ['a token in another case', 'Bearer PLANT-STORE-DEV-TOKEN'],
  ])('(%s) gets a 401 with a challenge and an Error', async (_what, authorization) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, plant, { Authorization: authorization });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.json).toEqual({
      error: expect.any(Number),
      message: expect.stringContaining('bearer token'),
    });
  });

  it('in the query string is ignored', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const url = `${mock.url}/plants?access_token=${mock.token}&token=${mock.token}`;
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: plant };
    expect((await send(url, init)).status).toBe(401);
  });

  it('is checked before the body', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await createPlant(mock, '{', { Authorization: '' })).status).toBe(401);
  });

  it('can be any of the configured ones, but not the default one', async () => {
    const mock = await startMockOf(plantStoreSpec, { tokens: ['one', 'two'] });
    const statuses = ['one', 'two', 'plant-store-dev-token'].map(
      async (token) => (await createPlant(mock, plant, { Authorization: `Bearer ${token}` })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  });

  it('is not needed with auth switched off', async () => {
    const mock = await startMockOf(plantStoreSpec, { auth: false });
    expect((await createPlant(mock, plant, { Authorization: '' })).status).toBe(200);
  });
});

describe('other security schemes', () => {
  const bed = async (headers: Record<string, string>, method: string, query = '') => {
    const mock = await startMockOf(gardenSpec, { tokens: ['mock:a:b'] });
    return send(`${mock.url}/beds/1${query}`, { method, headers });
  };

  it('accept an API key in the named header', async () => {
    expect((await bed({ 'x-garden-key': 'mock:a:b' }, 'GET')).status).toBe(200);
    expect((await bed({ 'x-garden-keys': 'mock:a:b' }, 'GET')).status).toBe(401);
    expect((await bed({ 'x-garden-key': 'mock:a:c' }, 'GET')).status).toBe(401);
  });

  it('accept an API key in the cookie of exactly that name', async () => {
    expect((await bed({ Cookie: 'a=1; sid=mock:a:b' }, 'DELETE')).status).toBe(204);
    expect((await bed({ Cookie: 'xsid=mock:a:b' }, 'DELETE')).status).toBe(401);
    expect((await bed({ Cookie: 'SID=mock:a:b' }, 'DELETE')).status).toBe(401);
  });

  it('accept a basic password that contains colons', async () => {
    expect((await bed({ Authorization: `basic ${btoa('mock:a:b')}` }, 'PUT')).status).toBe(200);
    const wrong = await bed({ Authorization: `Basic ${btoa('mock:a')}` }, 'PUT');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });

  it('reject the correct user and password without Base64', async () => {
    expect((await bed({ Authorization: 'Basic mock:a:b' }, 'PUT')).status).toBe(401);
  });

  it('require all schemes of one requirement', async () => {
    expect((await bed({ 'X-Garden-Key': 'mock:a:b' }, 'PUT', '?garden_key=mock%3Aa%3Ab')).status).toBe(200);
    expect((await bed({ 'X-Garden-Key': 'mock:a:b' }, 'PUT')).status).toBe(401);
    expect((await bed({}, 'PUT', '?garden_key=mock:a:b')).status).toBe(401);
  });

  it('accept every request if one requirement is empty', async () => {
    const mock = await startMockOf(gardenSpec);
    expect(
      (await send(`${mock.url}/codes`, { method: 'POST', body: new URLSearchParams({ count: '1' }) })).status,
    ).toBe(201);
  });

  it('are listed by the running mock, each with its valid credential', async () => {
    const mock = await startMockOf(gardenSpec);
    expect(mock.credentials).toMatchObject({ headerKey: mock.token, basicAuth: `mock:${mock.token}` });
  });
});

describe('paths and methods', () => {
  it('are found below the base path of the server and without it', async () => {
    const mock = await startMockOf(gardenSpec);
    const headers = { 'X-Garden-Key': mock.token };
    expect((await send(`${mock.url}/api/v3/beds/1`, { headers })).status).toBe(200);
    expect((await send(`${mock.url}/beds/1`, { headers })).status).toBe(200);
    expect((await send(`${mock.url}/api/beds/1`, { headers })).status).toBe(404);
  });

  it('prefer a concrete path over a templated one', async () => {
    const mock = await startMockOf(gardenSpec);
    expect((await send(`${mock.url}/beds/mine`)).text).toBe('{"own":true}');
  });

  it('that do not exist get a 404 with the existing routes', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await send(`${mock.url}/plant`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(errorMessage(response)).toContain('POST /plants');
  });

  it('with an undeclared method get a 405 with Allow', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await send(`${mock.url}/plants`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('respond to HEAD without a body if GET is declared', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/beds/mine`, { method: 'HEAD' });
    expect([response.status, response.text, response.headers.get('content-length')]).toEqual([200, '', '12']);
  });

  it('respond to OPTIONS with Allow', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/beds/mine`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toContain('GET');
    expect(response.headers.get('allow')).toContain('PATCH');
  });
});

describe('a page on another port', () => {
  const origin = 'http://localhost:5173';

  it('may send Authorization, Prefer and JSON', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await send(`${mock.url}/plants`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,prefer',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,content-type,prefer');
  });

  it('can read the response and its headers, also of a rejection', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, plant, { Origin: origin, Authorization: '' });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });
});

describe('Prefer', () => {
  const create = async (prefer: string) => createPlant(await startMockOf(plantStoreSpec), plant, { Prefer: prefer });

  it('code=400 returns the declared example of the error', async () => {
    const response = await create('code=400');
    expect([response.status, response.json]).toEqual([400, { error: 1, message: 'The plant has no name' }]);
  });

  it('code=503 returns that undeclared status as a problem document', async () => {
    const response = await create('code=503');
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.json).toMatchObject({ status: 503, title: 'Service Unavailable' });
  });

  it('example=untagged returns that example unchanged', async () => {
    expect((await create('example=untagged')).json).toEqual({ name: 'Snake plant' });
  });

  it('example=nope is rejected with the existing names', async () => {
    const response = await create('example=nope');
    expect(response.status).toBe(400);
    expect(errorMessage(response)).toBe('Prefer: example: expected one of "tagged", "untagged", got "nope"');
  });

  it('code=404 without an example says "Not Found" instead of "string"', async () => {
    const mock = await startMockOf(gardenSpec);
    const headers = { 'X-Garden-Key': mock.token, Prefer: 'code=404' };
    const response = await send(`${mock.url}/beds/1`, { headers });
    expect(response.json).toMatchObject({ title: 'Not Found', status: 404 });
  });

  it('does not disable the query field __code, and takes precedence over it', async () => {
    const mock = await startMockOf(gardenSpec);
    const read = (headers: Record<string, string>) =>
      send(`${mock.url}/beds/1?__code=404`, { headers: { 'X-Garden-Key': mock.token, ...headers } });
    expect((await read({ Prefer: 'return=minimal' })).status).toBe(404);
    expect((await read({ Prefer: 'code=200' })).status).toBe(200);
  });

  it.each(['code=abc', 'code=99', 'code=600', 'code=', 'dynamic=maybe', 'code="4'])(
    '%s is rejected with 400',
    async (prefer) => {
      const response = await create(prefer);
      expect(response.status).toBe(400);
      expect(errorMessage(response)).toMatch(/^Prefer: (code|dynamic): expected/);
    },
  );

  it.each([',,;;==', 'return=minimal; foo="a,b"', 'respond-async, wait=5', '"', '__proto__=1', 'x'.repeat(8_000)])(
    '%s is ignored',
    async (prefer) => {
      expect((await create(prefer)).status).toBe(200);
    },
  );
});
