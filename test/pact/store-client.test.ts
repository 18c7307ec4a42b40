import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createStoreClient } from '../../contracts/pact/consumer/store-client.ts';
import { nobody, serve } from './support.ts';

const plant = { id: 1n, name: 'Fern' };

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** Answers every call alike and keeps what it was sent. */
async function storeAnswering(status: number, body: string, headers: Record<string, string> = json) {
  const seen: Seen[] = [];
  const url = await serve((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: text });
      response.writeHead(status, headers).end(body);
    });
  });
  return { url, seen };
}

const json = { 'content-type': 'application/json' };

test('sends one POST with both media types, the token and the plant', async () => {
  const { url, seen } = await storeAnswering(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: `${url}/api/v1/`, token: 'T' }).createPlant({ ...plant, tag: 'green' });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: '/api/v1/plants',
    headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer T' },
    body: '{"id":1,"name":"Fern","tag":"green"}',
  });
});

test('sends no Authorization header without a token', async () => {
  const { url, seen } = await storeAnswering(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url }).createPlant(plant);
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
});

test('sends the largest id digit by digit and leaves out a tag that is not there', async () => {
  const { url, seen } = await storeAnswering(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url }).createPlant({ id: 9223372036854775807n, name: 'Fern' });
  expect(seen[0]?.body).toBe('{"id":9223372036854775807,"name":"Fern"}');
});

test.each([2 ** 53, 1.5, Number.NaN])(
  'refuses the number %d as an id before sending anything',
  async (id) => {
    const { url, seen } = await storeAnswering(200, '{"name":"Fern"}');
    await expect(createStoreClient({ baseUrl: url }).createPlant({ id, name: 'Fern' })).rejects.toThrow(
      RangeError,
    );
    expect(seen).toEqual([]);
  },
);

test.each([
  [
    'a plant',
    200,
    '{"name":"Fern","tag":"green","extra":1}',
    { kind: 'created', plant: { name: 'Fern', tag: 'green' } },
  ],
  ['an Error', 400, '{"error":7,"message":"no"}', { kind: 'invalid', error: { error: 7, message: 'no' } }],
  ['401', 401, '', { kind: 'unauthorised', status: 401, challenge: undefined }],
  ['403', 403, '', { kind: 'unauthorised', status: 403, challenge: undefined }],
  [
    'a plant without a name',
    200,
    '{"tag":"green"}',
    { kind: 'unexpected', status: 200, body: '{"tag":"green"}' },
  ],
  [
    'a tag that is a number',
    200,
    '{"name":"F","tag":1}',
    { kind: 'unexpected', status: 200, body: '{"name":"F","tag":1}' },
  ],
  [
    'an Error whose code is text',
    400,
    '{"error":"7","message":"no"}',
    { kind: 'unexpected', status: 400, body: '{"error":"7","message":"no"}' },
  ],
  [
    'an Error beyond int32',
    400,
    '{"error":2147483648,"message":"no"}',
    { kind: 'unexpected', status: 400, body: '{"error":2147483648,"message":"no"}' },
  ],
  ['broken JSON', 200, '{"name":', { kind: 'unexpected', status: 200, body: '{"name":' }],
  ['another success', 201, '{"name":"Fern"}', { kind: 'unexpected', status: 201, body: '{"name":"Fern"}' }],
  ['500', 500, 'oops', { kind: 'unexpected', status: 500, body: 'oops' }],
])('tells %s for what it is', async (_what, status, body, expected) => {
  const { url } = await storeAnswering(status, body);
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toEqual(expected);
});

test('a plant that is not declared as JSON is unexpected', async () => {
  const { url } = await storeAnswering(200, '{"name":"Fern"}', { 'content-type': 'text/html' });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({ kind: 'unexpected' });
});

test('keeps the challenge of a 401', async () => {
  const { url } = await storeAnswering(401, '', { 'www-authenticate': 'Bearer realm="plants"' });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    challenge: 'Bearer realm="plants"',
  });
});

test('a store that is not there is a failure of the network', async () => {
  const result = await createStoreClient({ baseUrl: await nobody() }).createPlant(plant);
  expect(result).toMatchObject({ kind: 'network', cause: { code: 'ECONNREFUSED' } });
});

test('a connection that is cut is a failure of the network, and nothing is sent twice', async () => {
  let calls = 0;
  const url = await serve((request) => {
    calls += 1;
    request.socket.destroy();
  });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({ kind: 'network' });
  expect(calls).toBe(1);
});

test('an answer that does not come, or does not end, is a TimeoutError', async () => {
  const silent = await serve(() => {});
  const endless = await serve((_request, response) => response.writeHead(200, json).write('{'));
  for (const baseUrl of [silent, endless]) {
    const result = await createStoreClient({ baseUrl, timeoutMs: 100 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'network', cause: { name: 'TimeoutError' } });
  }
});

test('the caller can give up', async () => {
  const url = await serve(() => {});
  const result = await createStoreClient({ baseUrl: url }).createPlant(plant, {
    signal: AbortSignal.timeout(50),
  });
  expect(result).toMatchObject({ kind: 'network', cause: { name: 'TimeoutError' } });
  const aborted = await createStoreClient({ baseUrl: url }).createPlant(plant, {
    signal: AbortSignal.abort(),
  });
  expect(aborted).toMatchObject({ kind: 'network', cause: { name: 'AbortError' } });
});

test.each(['', 'ftp://plants.example', 'plants.example'])('refuses the base URL %j', (baseUrl) => {
  expect(() => createStoreClient({ baseUrl })).toThrow(TypeError);
});

test('the token is in no error and no result', async () => {
  const token = 'seeded-secret';
  expect(() => createStoreClient({ baseUrl: 'http://127.0.0.1', token: `${token}\r\nX: y` })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining(token) }),
  );
  const cut = await serve((request) => request.socket.destroy());
  const client = createStoreClient({ baseUrl: cut, token });
  const results = [
    client,
    await client.createPlant(plant),
    await client.createPlant(plant, { signal: AbortSignal.abort() }),
  ];
  expect(inspect(results, { depth: 20, showHidden: true })).not.toContain(token);
});
