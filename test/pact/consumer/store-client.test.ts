import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createStoreClient } from '../../../contracts/pact/consumer/store-client.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { startHttpServer } from '../support.ts';

const plant = { id: 1n, name: 'Fern' };

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** Returns the same response to every request and records the requests. */
async function startStoreResponding(status: number, body: string, headers: Record<string, string> = json) {
  const seen: Seen[] = [];
  const url = await startHttpServer((request, response) => {
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
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
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
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url }).createPlant(plant);
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
});

test('sends the largest id exactly and omits a missing tag', async () => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url }).createPlant({ id: 9223372036854775807n, name: 'Fern' });
  expect(seen[0]?.body).toBe('{"id":9223372036854775807,"name":"Fern"}');
});

test('sends strings unchanged and only declared properties', async () => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  const more = { id: 1n, name: '  Fougère\n', tag: ' ', price: 5 };
  await createStoreClient({ baseUrl: url }).createPlant(more);
  expect(seen[0]?.body).toBe('{"id":1,"name":"  Fougère\\n","tag":" "}');
});

test('sends an empty tag', async () => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url }).createPlant({ id: 1n, name: '', tag: '' });
  expect(seen[0]?.body).toBe('{"id":1,"name":"","tag":""}');
});

test.each([2 ** 53, 1.5, Number.NaN])('rejects the number %d as an id before sending anything', async (id) => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await expect(createStoreClient({ baseUrl: url }).createPlant({ id, name: 'Fern' })).rejects.toThrow(
    new RangeError(`id: received the number ${id}; expected an integer, beyond 2^53 as a bigint`),
  );
  expect(seen).toEqual([]);
});

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
  ['a plant without a name', 200, '{"tag":"green"}', { kind: 'unexpected', status: 200, body: '{"tag":"green"}' }],
  [
    'a tag that is a number',
    200,
    '{"name":"F","tag":1}',
    { kind: 'unexpected', status: 200, body: '{"name":"F","tag":1}' },
  ],
  [
    'an Error whose code is a string',
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
  [
    'a tag that is null',
    200,
    '{"name":"F","tag":null}',
    { kind: 'unexpected', status: 200, body: '{"name":"F","tag":null}' },
  ],
  ['a list', 200, '["Fern"]', { kind: 'unexpected', status: 200, body: '["Fern"]' }],
  ['an empty tag', 200, '{"name":"","tag":""}', { kind: 'created', plant: { name: '', tag: '' } }],
  [
    'the largest code of an Error',
    400,
    '{"error":2147483647,"message":"no"}',
    { kind: 'invalid', error: { error: 2147483647, message: 'no' } },
  ],
  [
    'an Error below int32',
    400,
    '{"error":-2147483649,"message":"no"}',
    { kind: 'unexpected', status: 400, body: '{"error":-2147483649,"message":"no"}' },
  ],
  [
    'an Error whose code is a fraction',
    400,
    '{"error":1.5,"message":"no"}',
    { kind: 'unexpected', status: 400, body: '{"error":1.5,"message":"no"}' },
  ],
  ['an Error without a message', 400, '{"error":1}', { kind: 'unexpected', status: 400, body: '{"error":1}' }],
  ['null', 400, 'null', { kind: 'unexpected', status: 400, body: 'null' }],
  [
    'an Error with additional properties',
    400,
    '{"error":1,"message":"","code":2}',
    {
      kind: 'invalid',
      error: { error: 1, message: '' },
    },
  ],
  [
    'an Error that comes with 200',
    200,
    '{"error":1,"message":"no"}',
    {
      kind: 'unexpected',
      status: 200,
      body: '{"error":1,"message":"no"}',
    },
  ],
  [
    'a plant that comes with 400',
    400,
    '{"name":"Fern"}',
    {
      kind: 'unexpected',
      status: 400,
      body: '{"name":"Fern"}',
    },
  ],
  ['broken JSON', 200, '{"name":', { kind: 'unexpected', status: 200, body: '{"name":' }],
  ['another success', 201, '{"name":"Fern"}', { kind: 'unexpected', status: 201, body: '{"name":"Fern"}' }],
  ['404', 404, '', { kind: 'unexpected', status: 404, body: '' }],
  [
    'an Error that comes with 422',
    422,
    '{"error":1,"message":"no"}',
    { kind: 'unexpected', status: 422, body: '{"error":1,"message":"no"}' },
  ],
  ['500', 500, 'oops', { kind: 'unexpected', status: 500, body: 'oops' }],
])('recognizes %s', async (_what, status, body, expected) => {
  const { url } = await startStoreResponding(status, body);
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toEqual(expected);
});

test('a plant that is not declared as JSON is unexpected', async () => {
  const { url } = await startStoreResponding(200, '{"name":"Fern"}', { 'content-type': 'text/html' });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({ kind: 'unexpected' });
});

test.each([
  ['a byte order mark', '\ufeff{"name":"Fern"}'],
  ['bytes that are not UTF-8', Buffer.from('{"name":"F\xe9rn"}', 'latin1')],
])('a plant with %s is unexpected', async (_what, body) => {
  const url = await startHttpServer((_request, response) => response.writeHead(200, json).end(body));
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    kind: 'unexpected',
    status: 200,
  });
});

test('a response without a media type is unexpected', async () => {
  const { url } = await startStoreResponding(200, '{"name":"Fern"}', {});
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({ kind: 'unexpected' });
});

test('a redirect is unexpected and not followed', async () => {
  const elsewhere = await startStoreResponding(200, '{"name":"Fern"}');
  const { url } = await startStoreResponding(307, '', { location: `${elsewhere.url}/plants` });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    kind: 'unexpected',
    status: 307,
  });
  expect(elsewhere.seen).toEqual([]);
});

test('keeps all challenges of a 401', async () => {
  const url = await startHttpServer((_request, response) => {
    response.writeHead(401, ['www-authenticate', 'Negotiate', 'www-authenticate', 'Bearer']).end();
  });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    challenge: 'Negotiate, Bearer',
  });
});

test('keeps the challenge of a 401', async () => {
  const { url } = await startStoreResponding(401, '', { 'www-authenticate': 'Bearer realm="plants"' });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    challenge: 'Bearer realm="plants"',
  });
});

test('an unreachable store is a network failure', async () => {
  const result = await createStoreClient({ baseUrl: UNUSED_URL }).createPlant(plant);
  expect(result).toMatchObject({
    kind: 'network',
    cause: { code: 'ECONNREFUSED' },
    mayHaveCreated: false,
  });
});

test('a broken connection is a network failure, and nothing is sent twice', async () => {
  let calls = 0;
  const url = await startHttpServer((request) => {
    calls += 1;
    request.socket.destroy();
  });
  expect(await createStoreClient({ baseUrl: url }).createPlant(plant)).toMatchObject({
    kind: 'network',
    mayHaveCreated: true,
  });
  expect(calls).toBe(1);
});

test.each(['', 'ftp://plants.example', 'plants.example', 'xhttp://plants.example', 'httpsx://plants.example'])(
  'rejects the base URL %j',
  (baseUrl) => {
    expect(() => createStoreClient({ baseUrl })).toThrow(
      new TypeError(`baseUrl: received ${JSON.stringify(baseUrl)}; expected an http or https URL`),
    );
  },
);

test.each(['http://user:pa%40ss@plants.example', 'http://user@plants.example', 'http://:pa@plants.example'])(
  'rejects the credentials of %j without repeating them',
  (baseUrl) => {
    expect(() => createStoreClient({ baseUrl })).toThrow(
      new TypeError('baseUrl: received "http://***@plants.example"; credentials in the URL are not sent'),
    );
  },
);

test('quotes no password of a base URL that is rejected for another reason', () => {
  expect(() => createStoreClient({ baseUrl: 'ftp://user:pass@plants.example' })).toThrow(
    'baseUrl: received "ftp://***@plants.example"; expected an http or https URL',
  );
});

test.each([
  ['/', '/plants'],
  ['/a//', '/a/plants'],
  ['/a/b?key=1', '/a/b/plants?key=1'],
])('with the base path %s, it calls %s', async (path, called) => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: `${url}${path}` }).createPlant(plant);
  expect(seen.map((one) => one.url)).toEqual([called]);
});

const { MAX_SAFE_INTEGER } = Number;

test.each([
  [{ timeoutMs: 0 }, 'timeoutMs: received 0; expected an integer from 1 to 2147483647'],
  [{ timeoutMs: 2 ** 31 }, 'timeoutMs: received 2147483648; expected an integer from 1 to 2147483647'],
  [{ timeoutMs: 1.5 }, 'timeoutMs: received 1.5; expected an integer from 1 to 2147483647'],
  [{ retries: -1 }, `retries: received -1; expected an integer from 0 to ${MAX_SAFE_INTEGER}`],
  [{ retries: Number.NaN }, `retries: received NaN; expected an integer from 0 to ${MAX_SAFE_INTEGER}`],
])('rejects %j', (options, message) => {
  const create = () => createStoreClient({ baseUrl: 'http://127.0.0.1', ...options });
  expect(create).toThrow(RangeError);
  expect(create).toThrow(message);
});

test.each([{ timeoutMs: 1 }, { timeoutMs: 2 ** 31 - 1 }, { retries: MAX_SAFE_INTEGER }])('accepts %j', (options) => {
  expect(() => createStoreClient({ baseUrl: 'http://127.0.0.1', ...options })).not.toThrow();
});

test.each(['', 'a b', 'a\x7f', 'ü', ' a', 'a\n'])('rejects the token %j', (token) => {
  expect(() => createStoreClient({ baseUrl: 'http://127.0.0.1', token })).toThrow(
    new TypeError(
      'token: received characters that are not allowed in a header; expected only visible ASCII characters',
    ),
  );
});

test('accepts all visible characters in a token', async () => {
  const { url, seen } = await startStoreResponding(200, '{"name":"Fern"}');
  await createStoreClient({ baseUrl: url, token: '!a~' }).createPlant(plant);
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer !a~' });
});

test('the token is in no error and no result', async () => {
  const token = 'seeded-secret';
  expect(() => createStoreClient({ baseUrl: 'http://127.0.0.1', token: `${token}\r\nX: y` })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining(token) }),
  );
  const cut = await startHttpServer((request) => request.socket.destroy());
  const client = createStoreClient({ baseUrl: cut, token });
  const results = [
    client,
    await client.createPlant(plant),
    await client.createPlant(plant, { signal: AbortSignal.abort() }),
  ];
  expect(inspect(results, { depth: 20, showHidden: true })).not.toContain(token);
});

test.each([
  ['a body', 500, { 'content-type': 'text/plain' }, 'unexpected'],
  ['a challenge', 401, { 'www-authenticate': 'Bearer realm="seeded-secret"' }, 'unauthorised'],
  ['a message', 400, json, 'invalid'],
])('a token that the store repeats in %s is not exposed', async (_where, status, headers, kind) => {
  const token = 'seeded-secret';
  const { url } = await startStoreResponding(status, `{"error":1,"message":"no ${token} here"}`, headers);
  const result = await createStoreClient({ baseUrl: url, token }).createPlant(plant);
  expect(result.kind).toBe(kind);
  expect(inspect(result)).not.toContain(token);
  expect(inspect(result)).toContain('***');
});

test('a token in an invalid HTTP response is not exposed', async () => {
  const token = 'seeded-secret';
  const server = createServer((socket) => socket.once('data', () => socket.end(`no HTTP: ${token}`)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const client = createStoreClient({ baseUrl: `http://127.0.0.1:${port}`, token });
  const result = await client.createPlant(plant);
  expect(result).toMatchObject({
    kind: 'network',
    cause: { name: 'HTTPParserError', message: expect.stringMatching(/./) },
  });
  expect(inspect(result, { depth: 20, showHidden: true })).not.toContain(token);
});
