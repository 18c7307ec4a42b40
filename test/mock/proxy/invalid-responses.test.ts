import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gardenSpec, send, sendRaw } from '../support.ts';
import { plantRequest, respondWithPlant, startProxyTo, startUpstream } from './test-proxy.ts';

const json = { 'Content-Type': 'application/json' };

/** A response with this body, or these bytes. */
function respondWith(status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

test.each([
  {
    title: 'a status that is not declared',
    listener: respondWith(500, json, '{"error":1,"message":"no"}'),
    violations: ['response 1651 response.status: expected one of 200, 400, got 500'],
  },
  {
    title: 'a redirect, which is not followed',
    listener: respondWith(302, { Location: 'http://127.0.0.1:1/' }),
    violations: ['response 1651 response.status: expected one of 200, 400, got 302'],
  },
  {
    title: 'a property of a wrong type',
    listener: respondWith(200, json, '{"name":7}'),
    violations: ['response 1602 response.body.name: expected string, got integer 7'],
  },
  {
    title: 'a property that is missing',
    listener: respondWith(200, json, '{"tag":"fern"}'),
    violations: ['response 1601 response.body.name: expected a value (the property is required), got nothing'],
  },
  {
    title: 'an error that violates its schema',
    listener: respondWith(400, json, '{"error":2147483648,"message":"no"}'),
    violations: [
      'response 1605 response.body.error: expected an integer from -2147483648 to 2147483647 (int32), got integer 2147483648',
    ],
  },
  {
    title: 'HTML instead of JSON',
    listener: respondWith(200, { 'Content-Type': 'text/html' }, '<h1>Fern</h1>'),
    violations: ['response 1652 response.header.Content-Type: expected application/json, got "text/html"'],
  },
  {
    title: 'no media type',
    listener: respondWith(200, {}, '{"name":"Fern"}'),
    violations: ['response 1652 response.header.Content-Type: expected application/json, got none'],
  },
  {
    title: 'broken JSON',
    listener: respondWith(200, json, '{"name":'),
    violations: ['response 1653 response.body: expected JSON, got invalid JSON (Unexpected end of JSON input)'],
  },
  {
    title: 'a missing declared body',
    listener: respondWith(200, json),
    violations: ['response 1601 response.body: expected a value (the body is required), got nothing'],
  },
])('reports $title', async ({ listener, violations }) => {
  const mock = await startProxyTo(await startUpstream(listener));
  await send(`${mock.url}/plants`, { ...plantRequest, redirect: 'manual' });
  expect(await mock.violations()).toEqual(violations);
});

test('reports a body that is not in its declared coding, and forwards it', async () => {
  const headers = { ...json, 'Content-Encoding': 'gzip' };
  const mock = await startProxyTo(await startUpstream(respondWith(200, headers, '{"name":"Fern"}')), {
    contract: gardenSpec,
  });
  const request = 'PATCH /beds/1 HTTP/1.1\r\nHost: localhost\r\nX-Garden-Key: some-garden-key\r\n\r\n';
  expect(await sendRaw(mock, request)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"name":"Fern"\}$/);
  expect(await mock.violations()).toEqual([
    'response 1654 response.body: expected bytes in the coding gzip of Content-Encoding, got invalid bytes',
  ]);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
])('checks the decoded body in the coding %s, and forwards its bytes unchanged', async (coding, encode) => {
  const bytes = encode('{"name":7}');
  const mock = await startProxyTo(
    await startUpstream(respondWith(200, { ...json, 'Content-Encoding': coding }, bytes)),
  );
  const reply = await send(`${mock.url}/plants`, plantRequest);
  expect(reply.headers.get('content-encoding')).toBe(coding);
  expect(reply.text).toBe('{"name":7}');
  expect(await mock.violations()).toEqual(['response 1602 response.body.name: expected string, got integer 7']);
  expect((await mock.entries())[0]?.response?.body?.text).toBe('{"name":7}');
});

test('forwards a body that is too large after decoding, and reports that it is not checked', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000));
  const upstream = await startUpstream(respondWith(200, { ...json, 'Content-Encoding': 'gzip' }, bomb));
  const mock = await startProxyTo(upstream, { responseBytes: 10_000 });
  const reply = await send(`${mock.url}/plants`, plantRequest);
  expect(reply.text).toHaveLength(50_000);
  expect(await mock.violations()).toEqual([]);
  expect((await mock.entries())[0]?.why).toBe('the body is not checked: more than 10000 bytes after decoding');
});

test('forwards a body over the limit, and reports that it is not checked', async () => {
  const long = JSON.stringify({ name: 'f'.repeat(300_000) });
  const mock = await startProxyTo(await startUpstream(respondWith(200, json, long)), {
    responseBytes: 1_000,
  });
  const reply = await send(`${mock.url}/plants`, plantRequest);
  expect(reply.text).toBe(long);
  expect((await mock.entries())[0]).toMatchObject({
    why: 'the body is not checked: a stream, or more than 1000 bytes',
    response: { status: 200, body: null },
  });
});

const bedRequest = { headers: { 'X-Garden-Key': 'some-garden-key' } };

test.each([
  {
    title: 'a required header that is missing',
    headers: json,
    violations: ['response 1601 response.header.X-Remaining: expected a value (the header is required), got nothing'],
  },
  {
    title: 'a declared header of a wrong type',
    headers: { ...json, 'X-Remaining': 'many' },
    violations: ['response 1602 response.header.X-Remaining: expected integer, got string "many"'],
  },
  { title: 'no violation for a valid header', headers: { ...json, 'X-Remaining': '3' }, violations: [] },
])('reports $title', async ({ headers, violations }) => {
  const mock = await startProxyTo(await startUpstream(respondWith(200, headers, '{"id":1}')), {
    contract: gardenSpec,
  });
  await send(`${mock.url}/beds/1`, bedRequest);
  expect(await mock.violations()).toEqual(violations);
});

test.each([
  { id: '9223372036854775807', violations: [] },
  {
    id: '9223372036854775808',
    violations: [
      'response 1605 response.body.id: expected an integer from -9223372036854775808 to 9223372036854775807 (int64), got integer 9223372036854775808',
    ],
  },
])('checks the integer $id exactly, and forwards its digits', async ({ id, violations }) => {
  const listener = respondWith(200, { ...json, 'X-Remaining': '3' }, `{"id":${id}}`);
  const mock = await startProxyTo(await startUpstream(listener), { contract: gardenSpec });
  const reply = await send(`${mock.url}/beds/1`, bedRequest);
  expect(reply.text).toBe(`{"id":${id}}`);
  expect(await mock.violations()).toEqual(violations);
});

test('reports neither a 304 to a conditional request nor a 401 for rejected credentials', async () => {
  const status = { value: 304 };
  const mock = await startProxyTo(await startUpstream((_request, response) => response.writeHead(status.value).end()), {
    contract: gardenSpec,
  });
  await send(`${mock.url}/beds/1`, { headers: { ...bedRequest.headers, 'If-None-Match': '"1"' } });
  status.value = 401;
  await send(`${mock.url}/beds/1`, bedRequest);
  expect(await mock.violations()).toEqual([]);
});

test('reports an unrequested 304', async () => {
  const mock = await startProxyTo(await startUpstream(respondWith(304, {})), { contract: gardenSpec });
  await send(`${mock.url}/beds/1`, bedRequest);
  expect(await mock.violations()).toEqual(['response 1651 response.status: expected one of 200, 404, got 304']);
});

test('forwards an invalid request, and reports its violations', async () => {
  const mock = await startProxyTo(await startUpstream(respondWithPlant));
  const reply = await send(`${mock.url}/plants`, { ...plantRequest, body: '{"id":"7","name":"Fern"}' });
  expect(reply.status).toBe(200);
  expect(await mock.violations()).toEqual(['request 1102 body.id: expected integer, got string "7"']);
});

test('checks the decoded body of a request', async () => {
  const received: (string | undefined)[] = [];
  const mock = await startProxyTo(
    await startUpstream((request, response) => {
      received.push(request.headers['content-encoding']);
      respondWithPlant(request, response);
    }),
  );
  const headers = { ...plantRequest.headers, 'Content-Encoding': 'gzip' };
  await send(`${mock.url}/plants`, { ...plantRequest, headers, body: gzipSync('{"id":7,"name":7}') });
  expect(received).toEqual(['gzip']);
  expect(await mock.violations()).toEqual(['request 1102 body.name: expected string, got integer 7']);
});

test('reports a request without credentials only if it is not rejected', async () => {
  const status = { value: 401 };
  const mock = await startProxyTo(
    await startUpstream((request, response) =>
      status.value === 401 ? response.writeHead(401).end() : respondWithPlant(request, response),
    ),
  );
  const anonymous = { ...plantRequest, headers: json };
  await send(`${mock.url}/plants`, anonymous);
  expect(await mock.violations()).toEqual([]);
  status.value = 200;
  await send(`${mock.url}/plants`, anonymous);
  expect(await mock.violations()).toEqual([
    'request 1201 credentials: expected a bearer token in Authorization, got none',
  ]);
});

test('forwards requests without an operation in the contract', async () => {
  const mock = await startProxyTo(await startUpstream(respondWith(204, {})));
  const reply = await send(`${mock.url}/ponds`);
  expect(reply.status).toBe(204);
  expect((await mock.entries())[0]).toMatchObject({ operation: null, valid: false });
});
