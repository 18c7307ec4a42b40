import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { describe, expect, test } from 'vitest';
import { createStoreClient } from '../../../contracts/pact/consumer/store-client.ts';
import { waitTicks } from '../../cpu-time.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { startHttpServer } from '../support.ts';

const plant = { id: 1n, name: 'Fern' };

type Reply = readonly [status: number, headers: Record<string, string>, body?: string];

const created: Reply = [200, { 'content-type': 'application/json' }, '{"name":"Fern"}'];
const atOnce = { 'retry-after': '0' };

/** Returns the responses in order, then repeats the last, and records the times of the requests. */
async function storeReplying(...replies: readonly Reply[]) {
  const calls: number[] = [];
  const baseUrl = await startHttpServer((_request, response) => {
    const [status, headers, body = ''] = replies[calls.length] ?? replies.at(-1) ?? created;
    calls.push(performance.now());
    response.writeHead(status, headers).end(body);
  });
  return { baseUrl, calls };
}

/** Milliseconds between two requests. */
function waits(calls: readonly number[]): readonly number[] {
  return calls.slice(1).map((at, i) => at - (calls[i] ?? 0));
}

test('nothing is retried by default', async () => {
  const { baseUrl, calls } = await storeReplying([429, atOnce], created);
  expect(await createStoreClient({ baseUrl }).createPlant(plant)).toEqual({
    kind: 'unexpected',
    status: 429,
    body: '',
    retryAfterMs: 0,
  });
  expect(calls).toHaveLength(1);
});

describe('is sent again', () => {
  test.each<[string, Reply]>([
    ['429 with Retry-After', [429, atOnce]],
    ['429 without Retry-After', [429, {}]],
    ['429 with a Retry-After date in the past', [429, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }]],
    ['503 with Retry-After', [503, atOnce]],
  ])('after a %s', async (_what, refusal) => {
    const { baseUrl, calls } = await storeReplying(refusal, created);
    const result = await createStoreClient({ baseUrl, retries: 1 }).createPlant(plant);
    expect(result).toEqual({ kind: 'created', plant: { name: 'Fern' } });
    expect(calls).toHaveLength(2);
    expect(waits(calls)).toEqual([expect.toSatisfy((ms: number) => ms > 48)]);
  });

  test('when no connection was made', async () => {
    const { baseUrl, calls } = await storeReplying(created);
    const { port } = new URL(UNUSED_URL);
    const connect = buildConnector({});
    let connections = 0;
    const dispatcher = new Agent({
      connect: (options, callback) => connect(connections++ === 0 ? { ...options, port } : options, callback),
    });
    const result = await createStoreClient({ baseUrl, retries: 1, dispatcher }).createPlant(plant);
    await dispatcher.close();
    expect(result).toMatchObject({ kind: 'created' });
    expect([connections, calls.length]).toEqual([2, 1]);
  });

  test('not before the time that the store requests', async () => {
    const { baseUrl, calls } = await storeReplying([429, { 'retry-after': '1' }], created);
    expect(await createStoreClient({ baseUrl, retries: 1 }).createPlant(plant)).toMatchObject({
      kind: 'created',
    });
    expect(waits(calls)[0]).toBeGreaterThan(995);
  });

  test('not more often than configured', async () => {
    const { baseUrl, calls } = await storeReplying([429, atOnce]);
    const result = await createStoreClient({ baseUrl, retries: 2 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'unexpected', status: 429 });
    expect(calls).toHaveLength(3);
    expect(waits(calls)[1]).toBeGreaterThan(98);
  });
});

describe('is never sent again', () => {
  test.each<[string, Reply]>([
    ['503 without Retry-After: a proxy may have lost the response', [503, {}]],
    ['500', [500, atOnce]],
    ['502', [502, atOnce]],
    ['504', [504, atOnce]],
    ['401', [401, atOnce]],
    ['400', [400, { ...atOnce, 'content-type': 'application/json' }, '{"error":1,"message":"no"}']],
  ])('after a %s', async (_what, reply) => {
    const { baseUrl, calls } = await storeReplying(reply, created);
    const result = await createStoreClient({ baseUrl, retries: 3 }).createPlant(plant);
    expect(result.kind).not.toBe('created');
    expect(calls).toHaveLength(1);
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['closed', ({ socket }) => socket?.destroy()],
    ['reset', ({ socket }) => socket?.resetAndDestroy()],
    [
      'closed within the response',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    ],
  ])('when the connection was %s: the store may have created the plant', async (_how, cut) => {
    let calls = 0;
    const baseUrl = await startHttpServer((_request, response) => {
      calls++;
      cut(response);
    });
    const result = await createStoreClient({ baseUrl, retries: 3 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'network', mayHaveCreated: true });
    expect(calls).toBe(1);
  });
});

describe('that no connection was made is certain', () => {
  test('if all addresses of a name refuse the connection', async () => {
    const lookup: LookupFunction = (_name, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]);
    const result = await called({ lookup, autoSelectFamily: true });
    expect(result).toMatchObject({
      kind: 'network',
      cause: expect.any(AggregateError),
      mayHaveCreated: false,
    });
  });

  test('if the name is unknown', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { syscall: 'getaddrinfo' });
    const result = await called({ lookup: (_name, _options, found) => found(unknown, []) });
    expect(result).toMatchObject({ kind: 'network', cause: unknown, mayHaveCreated: false });
  });

  test('if connecting takes too long', async () => {
    const result = await called({ lookup: () => undefined, timeout: 50 });
    expect(result).toMatchObject({ cause: { code: 'UND_ERR_CONNECT_TIMEOUT' }, mayHaveCreated: false });
  });

  test('and not if one address may have been reached', async () => {
    const rejected = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    const reset = Object.assign(new Error('read ECONNRESET'), { syscall: 'read' });
    const dispatcher = new Agent({
      connect: (_options, callback) => callback(new AggregateError([rejected, reset]), null),
    });
    const client = createStoreClient({ baseUrl: 'http://plants.example', dispatcher });
    expect(await client.createPlant(plant)).toMatchObject({ kind: 'network', mayHaveCreated: true });
    await dispatcher.destroy();
  });

  test('and not after another error', async () => {
    const { baseUrl } = await storeReplying(created);
    const client = createStoreClient({ baseUrl: baseUrl.replace('http', 'https') });
    expect(await client.createPlant(plant)).toMatchObject({ kind: 'network', mayHaveCreated: true });
  });

  async function called(connect: buildConnector.BuildOptions & { readonly lookup: LookupFunction }) {
    const { port } = new URL(UNUSED_URL);
    const dispatcher = new Agent({ connect });
    const client = createStoreClient({ baseUrl: `http://plants.example:${port}`, dispatcher });
    const result = await client.createPlant(plant);
    await dispatcher.destroy();
    return result;
  }
});

describe('all attempts have one deadline', () => {
  test('so a longer Retry-After is not awaited', async () => {
    const { baseUrl, calls } = await storeReplying([429, { 'retry-after': '60' }]);
    const result = await createStoreClient({ baseUrl, retries: 3, timeoutMs: 5_000 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'unexpected', status: 429, retryAfterMs: 60_000 });
    expect(calls).toHaveLength(1);
  });

  test('so the remaining time counts', async () => {
    let calls = 0;
    const baseUrl = await startHttpServer((_request, response) => {
      calls++;
      setTimeout(() => response.writeHead(429, { 'retry-after': '59' }).end(), 1_500);
    });
    const result = await createStoreClient({ baseUrl, retries: 1, timeoutMs: 60_000 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'unexpected', status: 429 });
    expect(calls).toBe(1);
  });

  test('so they end although many retries are left', async () => {
    const { baseUrl, calls } = await storeReplying([429, atOnce]);
    const result = await createStoreClient({ baseUrl, retries: 1_000, timeoutMs: 3_000 }).createPlant(plant);
    // The end may come between two attempts or within one.
    expect(['unexpected', 'network']).toContain(result.kind);
    expect(calls.length).toBeGreaterThan(1);
    // All of them would take most of a minute.
    expect(calls.length).toBeLessThan(100);
  });

  test('which also ends a later one', async () => {
    let calls = 0;
    const baseUrl = await startHttpServer((_request, response) => {
      if (calls++ === 0) response.writeHead(429, atOnce).end();
    });
    const result = await createStoreClient({ baseUrl, retries: 1, timeoutMs: 5_000 }).createPlant(plant);
    expect(result).toMatchObject({ kind: 'network', cause: { name: 'TimeoutError' }, mayHaveCreated: true });
    expect(calls).toBe(2);
  });
});

test('the caller can abort between two attempts', async () => {
  const controller = new AbortController();
  let calls = 0;
  const baseUrl = await startHttpServer((_request, response) => {
    calls++;
    response.writeHead(429, { 'retry-after': '3000' }).end();
    void waitTicks(10).then(() => controller.abort());
  });
  const client = createStoreClient({ baseUrl, retries: 1, timeoutMs: 4_000_000 });
  const result = await client.createPlant(plant, { signal: controller.signal });
  expect(result).toMatchObject({ kind: 'network', cause: { name: 'AbortError' }, mayHaveCreated: false });
  expect(calls).toBe(1);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('aborting during the first attempt prevents a retry', async () => {
  const client = createStoreClient({ baseUrl: UNUSED_URL, retries: 3 });
  expect(await client.createPlant(plant, { signal: AbortSignal.abort() })).toMatchObject({
    kind: 'network',
    cause: { name: 'AbortError' },
  });
});
