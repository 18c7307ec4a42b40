import { describe, expect, it } from 'vitest';
import { createPlant, errorMessage, gardenSpec, member, plantStoreSpec, send, startMockOf } from '../support.ts';

describe('an invalid plant', () => {
  it.each([
    ['{"id":"7","name":"a"}', 1102, 'body.id: expected integer, got string "7"'],
    ['{"id":7}', 1101, 'body.name: expected a value (the property is required), got nothing'],
    ['{"id":7.5,"name":"a"}', 1102, 'body.id: expected integer, got number 7.5'],
    ['{"id":7,"name":null}', 1102, 'body.name: expected string, got null'],
    ['{"id":7,"name":"a","tag":5}', 1102, 'body.tag: expected string, got integer 5'],
    ['[]', 1102, 'body: expected object, got array'],
    ['null', 1102, 'body: expected object, got null'],
    ['""', 1102, 'body: expected object, got string ""'],
    ['0', 1102, 'body: expected object, got integer 0'],
  ])('%s gets a 400 with code %i and the reason', async (body, code, reason) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(member(response.json, 'error')).toBe(code);
    expect(errorMessage(response)).toContain(reason);
    expect(Object.keys(Object(response.json)).toSorted()).toEqual(['error', 'message']);
  });

  it.each([49, 48])('a text is truncated between characters: %i before it', async (length) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(
      mock,
      JSON.stringify({ id: `${'x'.repeat(length)}${'🌵'.repeat(40)}`, name: 'a' }),
    );
    expect(errorMessage(response)).toContain('x... (');
    expect(errorMessage(response).isWellFormed()).toBe(true);
  });

  it.each(['9223372036854775808', '-9223372036854775809', '1e400'])(
    'with the id %s beyond int64 is rejected',
    async (id) => {
      const mock = await startMockOf(plantStoreSpec);
      const response = await createPlant(mock, `{"id":${id},"name":"a"}`);
      expect(response.status).toBe(400);
      expect(errorMessage(response)).toContain('int64');
    },
  );

  it('gets all its violations in one response', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const message = errorMessage(await createPlant(mock, '{"id":true,"name":5}'));
    expect(message).toContain('body.id: expected integer, got boolean true');
    expect(message).toContain('body.name: expected string, got integer 5');
  });
});

describe('a malformed body', () => {
  it.each([
    ['broken JSON', '{"id":7,', 1002],
    ['white space', '  \n', 1002],
    ['two values', '{} {}', 1002],
    ['JSON nested 100000 deep', '['.repeat(100_000), 1002],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 1004],
    ['UTF-16', Buffer.from('{"id":7,"name":"a"}', 'utf16le'), 1002],
    ['nothing', '', 1001],
  ])('(%s) immediately gets a 400', async (_what, body, code) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, body);
    expect(response.status).toBe(400);
    expect(member(response.json, 'error')).toBe(code);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'garbage', 'application/jsonx', ''])(
    '(media type %j) gets a 400 with the expected media type',
    async (type) => {
      const mock = await startMockOf(plantStoreSpec);
      const response = await createPlant(mock, '{"id":7,"name":"a"}', { 'Content-Type': type });
      expect(response.status).toBe(400);
      expect(errorMessage(response)).toMatch(/^header\.Content-Type: expected application\/json, got "/);
    },
  );

  it('(compressed) gets a 400', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, 'x', { 'Content-Encoding': 'gzip' });
    expect(errorMessage(response)).toBe('header.Content-Encoding: expected none, got "gzip"');
  });

  it('(over the limit) gets a 413 with the declared error schema', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, Buffer.alloc(10_000_001, ' '));
    expect(response.status).toBe(413);
    expect(response.json).toEqual({
      error: 1005,
      message: expect.stringContaining('at most 10000000 bytes'),
    });
  });

  it('(bad multipart) gets a 400, and the mock keeps running', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/codes`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--',
    });
    expect(response.json).toEqual({ status: 400, text: expect.stringContaining('multipart/form-data') });
    expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
  });

  it('(a form with invalid percent-encoding) gets a 400', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/codes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'count=1&%E0%A4%A=2',
    });
    expect(response.status).toBe(400);
  });
});

describe('forms', () => {
  const post = (url: string, body: URLSearchParams | FormData) => send(`${url}/codes`, { method: 'POST', body });

  it('are validated field by field, urlencoded', async () => {
    const mock = await startMockOf(gardenSpec);
    expect((await post(mock.url, new URLSearchParams({ count: '5' }))).status).toBe(201);
    const response = await post(mock.url, new URLSearchParams({ count: 'many' }));
    expect(member(response.json, 'text')).toBe('body.count: expected integer, got string "many"');
  });

  it('are validated field by field, multipart', async () => {
    const mock = await startMockOf(gardenSpec);
    const form = new FormData();
    form.set('photo', new Blob(['x']), 'fern.png');
    expect(member((await post(mock.url, form)).json, 'text')).toContain('body.count');
    form.set('count', '5');
    expect((await post(mock.url, form)).status).toBe(201);
  });
});

describe('the schema of an error', () => {
  const put = async (body: string) => {
    const mock = await startMockOf(gardenSpec);
    const headers = {
      Authorization: `Basic ${btoa(`mock:${mock.token}`)}`,
      'Content-Type': 'application/json',
    };
    return send(`${mock.url}/beds/1`, { method: 'PUT', headers, body });
  };

  it('is that of a declared 422, with its properties filled', async () => {
    const response = await put('{"soil":5}');
    expect(response.status).toBe(422);
    expect(response.json).toEqual({
      errors: [{ code: 1102, message: 'body.soil: expected string, got integer 5' }],
    });
  });

  it('respects the maxLength of the message', async () => {
    const response = await put(`{"soil":5,"note":6,"secret":7}`);
    const [first] = Object(member(response.json, 'errors'));
    expect(first.message).toHaveLength(80);
  });

  it('is that of "default", with the status in its code', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await send(`${mock.url}/codes`, { method: 'POST', body: new URLSearchParams() });
    expect(response.json).toEqual({ status: 400, text: expect.stringContaining('body') });
  });

  it('is application/problem+json if no client error is declared', async () => {
    const mock = await startMockOf(gardenSpec);
    const headers = { 'Content-Type': 'application/json' };
    const response = await send(`${mock.url}/silent`, { method: 'POST', headers, body: '{}' });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.json).toMatchObject({ type: 'about:blank', status: 400, code: 1101 });
    expect(errorMessage(response)).toContain('body.a');
  });
});

describe('parameters', () => {
  const read = async (target: string, headers: Record<string, string> = {}) => {
    const mock = await startMockOf(gardenSpec);
    return send(`${mock.url}/beds/${target}`, { headers: { 'X-Garden-Key': mock.token, ...headers } });
  };

  it.each([
    '9223372036854775807',
    '1?limit=100',
    '1?kinds=fern,moss',
    '1?tags=a&tags=b%2Cc',
    '1?dry=true',
    '1?level=2',
    '1?size[width]=4',
    '1?filter=%7B%22by%22%3A1%7D',
    '1?unknown=x',
  ])('of %s are accepted', async (target) => {
    expect((await read(target)).status).toBe(200);
  });

  it.each([
    ['9223372036854775808', 'path.bedId: expected'],
    ['x', 'path.bedId: expected integer, got string "x"'],
    ['0', 'path.bedId: expected at least 1, got integer 0'],
    ['1?limit=', 'query.limit: expected integer, got string ""'],
    ['1?limit=101', 'query.limit: expected at most 100, got integer 101'],
    ['1?limit=1&limit=2', 'query.limit: expected integer, got array'],
    ['1?kinds=fern,oak', 'query.kinds[1]: expected one of "fern", "moss", got string "oak"'],
    ['1?tags=a&tags=b&tags=c', 'query.tags: expected an array of at most 2 items, got 3'],
    ['1?dry=yes', 'query.dry: expected boolean, got string "yes"'],
    ['1?size[width]=w', 'query.size.width: expected integer, got string "w"'],
    ['1?filter=%7B%7D', 'query.filter.by: expected'],
  ])('of %s are rejected: %s', async (target, reason) => {
    const response = await read(target);
    expect(response.status).toBe(400);
    expect(errorMessage(response)).toContain(reason);
  });

  it('in headers and cookies are validated too', async () => {
    expect((await read('1', { 'x-depth': '4', Cookie: 'a=b; lamp=on-duty' })).status).toBe(200);
    expect(errorMessage(await read('1', { 'X-Depth': 'deep' }))).toContain('header.X-Depth: expected integer');
    expect(errorMessage(await read('1', { Cookie: 'lamp=bright' }))).toContain('cookie.lamp: expected one of');
  });
});
