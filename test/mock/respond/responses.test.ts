import { describe, expect, it } from 'vitest';
import { createPlant, gardenSpec, member, plantStoreSpec, send, sendRaw, startMockOf } from '../support.ts';

describe('a valid request', () => {
  it('gets a 200 with the sent name and tag', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, '{"id":7,"name":"Lady fern","tag":"shade"}');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.json).toEqual({ name: 'Lady fern', tag: 'shade' });
  });

  it('gets no tag back if it sent none', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, '{"id":7,"name":"Lady fern"}');
    expect(response.json).toEqual({ name: 'Lady fern' });
  });

  it('gets its text back unchanged, with any characters', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const name = 'Öd "fern" \u0000 \u2028 <b>🌿';
    const response = await createPlant(mock, JSON.stringify({ id: 7, name }));
    expect(member(response.json, 'name')).toBe(name);
  });

  it('may contain names such as __proto__ without effect', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const body = '{"id":7,"name":"a","__proto__":{"tag":"evil"},"constructor":1}';
    const response = await createPlant(mock, body);
    expect(response.text).toBe('{"name":"a"}');
  });

  it.each(['-9223372036854775808', '-1', '0', '9007199254740993', '9223372036854775807', '1.0', '1e3'])(
    'is accepted with the int64 id %s',
    async (id) => {
      const mock = await startMockOf(plantStoreSpec);
      expect((await createPlant(mock, `{"id":${id},"name":"a"}`)).status).toBe(200);
    },
  );

  it('is accepted with a byte order mark before the JSON', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect((await createPlant(mock, '\uFEFF{"id":7,"name":"a"}')).status).toBe(200);
  });

  it('is accepted if it waits for 100 Continue', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const body = '{"id":7,"name":"a"}';
    const head = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    expect(await sendRaw(mock, head)).toMatch(/^HTTP\/1\.1 100 Continue/);
    expect(await sendRaw(mock, head + body)).toContain('HTTP/1.1 200 OK');
  });
});

describe('the echo', () => {
  const put = (url: string, token: string, body: string, method = 'PUT') =>
    send(`${url}/beds/1?garden_key=${token}`, {
      method,
      headers: { 'X-Garden-Key': token, 'Content-Type': 'application/json' },
      body,
    });

  it('omits values that violate the response schema, and keeps the rest', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await put(mock.url, mock.token, '{"soil":"clay","note":"wet"}');
    expect(response.status).toBe(200);
    expect(member(response.json, 'soil')).not.toBe('clay');
    expect(member(response.json, 'note')).toBe('wet');
  });

  it('never returns a writeOnly property, and ignores a readOnly one', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await put(mock.url, mock.token, '{"soil":"sand","secret":"s3","id":99}');
    expect(response.text).not.toContain('s3');
    expect(member(response.json, 'id')).not.toBe(99);
  });

  it('keeps properties that a PATCH omits', async () => {
    const mock = await startMockOf(gardenSpec, { stateless: true });
    const response = await put(mock.url, mock.token, '{"soil":"sand"}', 'PATCH');
    expect(response.json).toEqual({ id: 7, soil: 'sand', note: 'old' });
  });
});

describe('generated responses', () => {
  const read = (url: string, token: string, headers: Record<string, string> = {}) =>
    send(`${url}/beds/1`, { headers: { 'X-Garden-Key': token, ...headers } });

  it('contain integers beyond 2^53 of a declared example exactly', async () => {
    const mock = await startMockOf(gardenSpec, { stateless: true });
    expect((await read(mock.url, mock.token)).text).toBe('{"id":9223372036854775807,"soil":"loam"}');
  });

  it('are valid if the declared example is not', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await read(mock.url, mock.token, { Prefer: 'example=wrong' });
    expect(response.status).toBe(200);
    expect(member(response.json, 'id')).toBeTypeOf('number');
  });

  it('are valid if Prism cannot satisfy a pattern or a multipleOf', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/codes`, {
      method: 'POST',
      body: new URLSearchParams({ count: '1' }),
    });
    expect(response.status).toBe(201);
    expect(member(response.json, 'code')).toMatch(/^[A-Z]{3}-[0-9]{4}$/);
    expect([21, 28]).toContain(member(response.json, 'count'));
  });

  it('contain a small integer if no example is declared, not the lowest double', async () => {
    const mock = await startMockOf(gardenSpec, { stateless: true });
    const response = await send(`${mock.url}/beds/1`, {
      method: 'PUT',
      headers: {
        Authorization: `Basic ${btoa(`mock:${mock.token}`)}`,
        'Content-Type': 'application/json',
      },
      body: '{"soil":"sand"}',
    });
    expect(member(response.json, 'id')).toBe(1);
  });

  it('have the declared headers', async () => {
    const mock = await startMockOf(gardenSpec);
    expect((await read(mock.url, mock.token)).headers.get('x-remaining')).toBe('41');
  });

  it('have the media type that Accept requests', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await read(mock.url, mock.token, { Accept: 'text/*, application/json;q=0.1' });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.text).toBe('a bed of loam');
  });

  it('are a 406 if Accept covers no declared media type', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await read(mock.url, mock.token, { Accept: 'image/png' });
    expect(response.status).toBe(406);
    expect(response.text).toContain('application/json or text/plain');
  });

  it.each(['foo', 'text/html; x, */*', 'a/b,,*/*', ';;;', '*/*;q=9'])(
    'exist for the Accept header %j',
    async (accept) => {
      const mock = await startMockOf(gardenSpec);
      expect((await read(mock.url, mock.token, { Accept: accept })).status).toBe(200);
    },
  );

  it('have no body for 204', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/beds/1`, {
      method: 'DELETE',
      headers: { Cookie: `sid=${mock.token}` },
    });
    expect([response.status, response.text]).toEqual([204, '']);
  });
});

describe('dynamic responses', () => {
  const dynamic = (url: string, prefer: string) =>
    send(`${url}/codes`, {
      method: 'POST',
      headers: { Prefer: prefer },
      body: new URLSearchParams({ count: '1' }),
    });

  it('are the same for the same seed, regardless of earlier requests', async () => {
    const mock = await startMockOf(gardenSpec);
    const first = await dynamic(mock.url, 'dynamic=true, seed=4');
    await dynamic(mock.url, 'dynamic=true, seed=5');
    await dynamic(mock.url, 'dynamic=true');
    const again = await dynamic(mock.url, 'dynamic=true, seed=4');
    expect(again.text).toBe(first.text);
    expect((await dynamic(mock.url, 'dynamic=true, seed=5')).text).not.toBe(first.text);
  });

  it('differ without a seed, also after a seeded one', async () => {
    const mock = await startMockOf(gardenSpec, { dynamic: true });
    const afterSeed = async () => {
      await dynamic(mock.url, 'seed=4');
      return (await dynamic(mock.url, '')).text;
    };
    expect(await afterSeed()).not.toBe(await afterSeed());
  });

  it('are the same in two mocks with the same seed', async () => {
    const [one, two] = [
      await startMockOf(gardenSpec, { dynamic: true, seed: 9 }),
      await startMockOf(gardenSpec, { dynamic: true, seed: 9 }),
    ];
    expect((await dynamic(one.url, '')).text).toBe((await dynamic(two.url, '')).text);
  });
});
