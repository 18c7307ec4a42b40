import { request } from 'node:http';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type RecordingProxyOptions, startRecordingProxy } from '../../../contracts/pact/provider/recording-proxy.ts';
import { createSecretPlaceholders } from '../../../contracts/pact/provider/secret-placeholders.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { contract, startHttpServer } from '../support.ts';

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));

async function startProxy(baseUrl: string, options: Partial<RecordingProxyOptions> = {}) {
  const proxy = await startRecordingProxy({
    baseUrl: new URL(baseUrl),
    timeoutMs: 60_000,
    ca: undefined,
    placeholders: createSecretPlaceholders(),
    placementsOf: () => [],
    tagPrefix: 'pass',
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
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode, rawHeaders: reply.rawHeaders, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const tag = { 'x-plant-store-interaction': 'pass-1-3' };

test('forwards and records every byte in both directions', async () => {
  const received: { target: string | undefined; body: Buffer; raw: readonly string[] }[] = [];
  const url = await startHttpServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      received.push({ target: incoming.url, body: Buffer.concat(chunks), raw: incoming.rawHeaders });
      response.writeHead(299, ['X-Odd', 'a', 'X-Odd', 'b']).end(everyByte);
    });
  });
  const proxy = await startProxy(`${url}/base`);
  const reply = await call(proxy.port, '/a%2Fb/../c?q=%20', { ...tag, 'X-Case': 'kept' }, everyByte);
  expect(received[0]?.target).toBe('/base/a%2Fb/../c?q=%20');
  expect(received[0]?.body).toEqual(everyByte);
  expect(received[0]?.raw).toContain('X-Case');
  expect(received[0]?.raw.join()).not.toContain('plant-store');
  expect(reply).toMatchObject({ status: 299, body: everyByte });
  expect(reply.rawHeaders.join()).toContain('X-Odd,a,X-Odd,b');
  const outcome = { kind: 'response', response: { status: 299, body: everyByte } };
  expect(proxy.recorded).toMatchObject([
    { pact: 1, interaction: 3, exchange: { request: { body: everyByte }, outcome } },
  ]);
});

test('replaces placeholders with the secret: in headers, in the target and in the body', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((incoming, response) => {
    seen.push(incoming.headers.authorization, incoming.url);
    incoming.on('data', (chunk: Buffer) => seen.push(chunk.toString('utf8')));
    incoming.on('end', () => response.end());
  });
  const hidden = createSecretPlaceholders();
  const standIn = hidden.placeholderFor('the/"token"');
  const proxy = await startProxy(url, { placeholders: hidden });
  await call(
    proxy.port,
    `/plants?key=${standIn}`,
    { ...tag, authorization: `Bearer ${standIn}` },
    Buffer.from(`{"key":"${standIn}","é":1}`),
  );
  expect(seen).toEqual(['Bearer the/"token"', '/plants?key=the%2F%22token%22', '{"key":"the/\\"token\\"","é":1}']);
  const [recorded] = proxy.recorded;
  expect(recorded?.hasRealCredentials).toBe(true);
  expect(recorded?.exchange.request).toMatchObject({
    url: `${url}/plants?key=${hidden.recordedPlaceholder}`,
    body: Buffer.from(`{"key":"${hidden.recordedPlaceholder}","é":1}`),
  });
  expect(inspect(proxy.recorded, { depth: 9 })).not.toContain('the/');
});

test('writes a non-ASCII secret into a body with JSON escapes', async () => {
  const seen: string[] = [];
  const url = await startHttpServer((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => seen.push(chunk.toString('utf8')));
    incoming.on('end', () => response.end());
  });
  const hidden = createSecretPlaceholders();
  const proxy = await startProxy(url, { placeholders: hidden });
  await call(proxy.port, '/', tag, Buffer.from(`{"key":"${hidden.placeholderFor('pä€s')}"}`));
  expect(seen).toEqual(['{"key":"p\\u00e4\\u20acs"}']);
});

test('replaces an example with a credential and records none', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((incoming, response) => {
    seen.push(incoming.headers.authorization);
    response.end();
  });
  const scheme: SecurityScheme = {
    ...{ name: 'basicAuth', place: contract.place, type: 'http', scheme: 'basic' },
    ...{ in: undefined, parameterName: undefined },
  };
  const placement = { in: 'header', name: 'authorization', scheme, secret: 'ann:pass' } as const;
  const hidden = createSecretPlaceholders();
  const proxy = await startProxy(url, { placeholders: hidden, placementsOf: () => [placement] });
  await call(proxy.port, '/plants', { ...tag, authorization: 'Basic ZXhhbXBsZQ==' }, Buffer.alloc(0));
  expect(seen).toEqual(['Basic YW5uOnBhc3M=']);
  const [recorded] = proxy.recorded;
  expect(recorded?.hasRealCredentials).toBe(true);
  expect(recorded?.exchange.request.headers).toContainEqual(['authorization', `Basic ${hidden.recordedPlaceholder}`]);
});

test.each([{}, { 'x-plant-store-interaction': '3' }, { 'x-plant-store-interaction': 'other-3' }])(
  'rejects a foreign request with %j',
  async (headers) => {
    let calls = 0;
    const url = await startHttpServer((_incoming, response) => {
      calls += 1;
      response.end();
    });
    const proxy = await startProxy(url);
    const reply = await call(proxy.port, '/', { ...headers, authorization: 'Bearer stand-in' }, Buffer.alloc(0));
    expect([reply.status, calls, proxy.recorded]).toEqual([502, 0, []]);
  },
);

test('adds no date to a response without one', async () => {
  const url = await startHttpServer((_incoming, response) => {
    response.sendDate = false;
    response.end();
  });
  const proxy = await startProxy(url);
  const { rawHeaders } = await call(proxy.port, '/', tag, Buffer.alloc(0));
  expect(rawHeaders).not.toContain('Date');
});

test('reports the reason for a missing response', async () => {
  const silent = await startProxy(await startHttpServer(() => {}), { timeoutMs: 500 });
  const cutting = await startProxy(await startHttpServer((incoming) => incoming.socket.destroy()));
  const halfway = await startProxy(
    await startHttpServer((_incoming, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    }),
  );
  const absent = await startProxy(UNUSED_URL);
  for (const { port } of [silent, cutting, halfway, absent]) await call(port, '/', tag, Buffer.alloc(0));
  const outcomes = [silent, cutting, halfway, absent].map(({ recorded: [one] }) => {
    return one?.exchange.outcome.kind === 'failure' ? one.exchange.outcome.failure.kind : 'answered';
  });
  expect(outcomes).toEqual(['timeout', 'broken', 'broken', 'unreachable']);
});

test('renews rejected credentials once, and sends the request again', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((incoming, response) => {
    seen.push(incoming.headers.authorization);
    response.writeHead(incoming.headers.authorization === 'Bearer new' ? 200 : 401).end();
  });
  const [bearer] = contract.securitySchemes;
  if (bearer === undefined) throw new Error('the contract has no scheme');
  let [secret, version] = ['old', 1];
  const placementsOf = () => [{ in: 'header', name: 'authorization', scheme: bearer, secret } as const];
  const renewal = {
    get version() {
      return version;
    },
    schemes: new Set<string>(),
    secrets: () => [],
    failure: () => undefined,
    renewIfDue: () => undefined,
    async renewRejected() {
      [secret, version] = [secret === 'old' ? 'newer' : 'new', version + 1];
      return true;
    },
  };
  const proxy = await startProxy(url, { placementsOf, renewal });
  const statuses: (number | undefined)[] = [];
  for (const _time of [1, 2]) {
    const { status } = await call(proxy.port, '/plants', { ...tag, authorization: 'Bearer x' }, Buffer.from(''));
    statuses.push(status);
  }
  expect(seen).toEqual(['Bearer old', 'Bearer newer', 'Bearer newer', 'Bearer new']);
  expect(statuses).toEqual([401, 200]);
  expect(inspect(proxy.recorded, { depth: 9 })).not.toMatch(/Bearer (?:old|new)/);
});

test('sends headers of the user in addition, and does not record them', async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((incoming, response) => {
    seen.push(incoming.headers.cookie, [incoming.headers['x-key'] ?? ''].flat().join(), incoming.headers.accept);
    response.end();
  });
  const customHeaders = [
    { name: 'X-Key', value: 'hush', isSecret: true },
    { name: 'Cookie', value: 'gate=hush', isSecret: true },
    { name: 'Accept', value: 'text/plain', isSecret: false },
  ];
  const proxy = await startProxy(url, { connection: { headers: customHeaders } });
  await call(proxy.port, '/plants', { ...tag, cookie: 'a=1', accept: '*/*' }, Buffer.from(''));
  expect(seen).toEqual(['a=1; gate=hush', 'hush', '*/*']);
  expect(inspect(proxy.recorded, { depth: 9 })).not.toContain('hush');
});
