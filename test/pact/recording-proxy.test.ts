import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type ProxyOptions, startRecordingProxy } from '../../contracts/pact/provider/recording-proxy.ts';
import { nobody, serve } from './support.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));

async function startProxy(baseUrl: string, options: Partial<ProxyOptions> = {}) {
  const proxy = await startRecordingProxy({
    baseUrl: new URL(baseUrl),
    timeoutMs: 500,
    ca: undefined,
    standIn: 'stand-in',
    token: 'the/token',
    pass: 'pass',
    ...options,
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

interface Answer {
  readonly status: number | undefined;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

function call(port: number, path: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, rawHeaders: answer.rawHeaders, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const tag = { 'x-plant-store-interaction': 'pass-3' };

test('passes every byte on, both ways, and keeps it', async () => {
  const received: { target: string | undefined; body: Buffer; raw: readonly string[] }[] = [];
  const url = await serve((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      received.push({ target: incoming.url, body: Buffer.concat(chunks), raw: incoming.rawHeaders });
      response.writeHead(299, ['X-Odd', 'a', 'X-Odd', 'b']).end(everyByte);
    });
  });
  const proxy = await startProxy(`${url}/base`);
  const answer = await call(proxy.port, '/a%2Fb/../c?q=%20', { ...tag, 'X-Case': 'kept' }, everyByte);
  expect(received[0]?.target).toBe('/base/a%2Fb/../c?q=%20');
  expect(received[0]?.body).toEqual(everyByte);
  expect(received[0]?.raw).toContain('X-Case');
  expect(received[0]?.raw.join()).not.toContain('plant-store');
  expect(answer).toMatchObject({ status: 299, body: everyByte });
  expect(answer.rawHeaders.join()).toContain('X-Odd,a,X-Odd,b');
  expect(proxy.exchanges).toMatchObject([
    { interaction: 3, requestBody: everyByte, outcome: { kind: 'answer', status: 299, body: everyByte } },
  ]);
});

test('puts the token in the place of its stand-in, in headers and in the target', async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve((incoming, response) => {
    seen.push(incoming.headers.authorization, incoming.url);
    response.end();
  });
  const proxy = await startProxy(url);
  await call(
    proxy.port,
    '/plants?key=stand-in',
    { ...tag, authorization: 'Bearer stand-in' },
    Buffer.alloc(0),
  );
  expect(seen).toEqual(['Bearer the/token', '/plants?key=the%2Ftoken']);
  expect(JSON.stringify(proxy.exchanges)).not.toContain('the/token');
});

test.each([{}, { 'x-plant-store-interaction': '3' }, { 'x-plant-store-interaction': 'other-3' }])(
  'calls nothing for a stranger with %j',
  async (headers) => {
    let calls = 0;
    const url = await serve((_incoming, response) => {
      calls += 1;
      response.end();
    });
    const proxy = await startProxy(url);
    const answer = await call(
      proxy.port,
      '/',
      { ...headers, authorization: 'Bearer stand-in' },
      Buffer.alloc(0),
    );
    expect([answer.status, calls, proxy.exchanges]).toEqual([502, 0, []]);
  },
);

test('tells what went wrong when no answer comes', async () => {
  const silent = await startProxy(await serve(() => {}));
  const cutting = await startProxy(await serve((incoming) => incoming.socket.destroy()));
  const halfway = await startProxy(
    await serve((_incoming, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    }),
  );
  const absent = await startProxy(await nobody());
  for (const { port } of [silent, cutting, halfway, absent]) await call(port, '/', tag, Buffer.alloc(0));
  const outcomes = [silent, cutting, halfway, absent].map(({ exchanges }) => exchanges[0]?.outcome.kind);
  expect(outcomes).toEqual(['timeout', 'broken', 'broken', 'unreachable']);
});
