import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createStoreClient } from '../../../contracts/pact/consumer/store-client.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { startHttpServer } from '../support.ts';

const plant = { id: 1n, name: 'Fern' };
const json = { 'content-type': 'application/json' };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a missing or endless response is a TimeoutError', async () => {
  const silent = await startHttpServer(() => {});
  const endless = await startHttpServer((_request, response) => response.writeHead(200, json).write('{'));
  for (const baseUrl of [silent, endless]) {
    const result = await createStoreClient({ baseUrl, timeoutMs: 100 }).createPlant(plant);
    expect(result).toMatchObject({
      kind: 'network',
      cause: { name: 'TimeoutError', message: 'no complete response within 100 ms' },
      mayHaveCreated: true,
    });
  }
});

test('the default timeout is ten seconds', async () => {
  const arrived = Promise.withResolvers<void>();
  const baseUrl = await startHttpServer(() => arrived.resolve());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let ended = false;
  const call = createStoreClient({ baseUrl })
    .createPlant(plant)
    .finally(() => {
      ended = true;
    });
  await arrived.promise;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toMatchObject({ cause: { name: 'TimeoutError' } });
});

test('the caller can abort while the store responds, and gets the reason back', async () => {
  const controller = new AbortController();
  const reason = new Error('the user has left');
  const baseUrl = await startHttpServer(() => controller.abort(reason));
  const result = await createStoreClient({ baseUrl }).createPlant(plant, { signal: controller.signal });
  expect(result).toEqual({ kind: 'network', cause: reason, mayHaveCreated: true });
  expect(result.kind === 'network' && result.cause).toBe(reason);
});

test('sends nothing if the signal is already aborted', async () => {
  let calls = 0;
  const baseUrl = await startHttpServer((_request, response) => {
    calls++;
    response.end();
  });
  const result = await createStoreClient({ baseUrl }).createPlant(plant, { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ kind: 'network', cause: { name: 'AbortError' }, mayHaveCreated: false });
  expect(calls).toBe(0);
});

test('a reason that is not an Error becomes one', async () => {
  const reason = Symbol('enough');
  const result = await createStoreClient({ baseUrl: UNUSED_URL }).createPlant(plant, {
    signal: AbortSignal.abort(reason),
  });
  expect(result).toMatchObject({ cause: expect.any(Error) });
  expect(result).toMatchObject({ cause: { message: 'Symbol(enough)', cause: reason } });
});

test.each([
  ['its message', (token: string) => new Error(`no luck with ${token} today`)],
  ['a nested value', (token: string) => Object.assign(new Error('no luck'), { a: { b: { c: { token } } } })],
  ['a hidden property', (token: string) => Object.defineProperty(new Error('no luck'), 'token', { value: token })],
])('a reason with the token in %s does not expose it', async (_where, reasonWith) => {
  const token = 'seeded-secret';
  const result = await createStoreClient({ baseUrl: UNUSED_URL, token }).createPlant(plant, {
    signal: AbortSignal.abort(reasonWith(token)),
  });
  expect(result).toMatchObject({ cause: { name: 'Error', message: expect.stringMatching(/^no luck/) } });
  expect(inspect(result, { depth: 20, showHidden: true })).not.toContain(token);
});

test('leaves no listener on the signal and no timer', async () => {
  const { signal } = new AbortController();
  const timeoutMs = 61_234;
  const started = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  const answering = await startHttpServer((_request, response) => response.writeHead(200, json).end('{"name":"Fern"}'));
  const cutting = await startHttpServer((request) => request.socket.destroy());
  for (const baseUrl of [answering, cutting, UNUSED_URL])
    await createStoreClient({ baseUrl, timeoutMs }).createPlant(plant, { signal });
  const timers = started.mock.results.filter((_result, i) => started.mock.calls[i]?.[1] === timeoutMs);
  expect(timers).toHaveLength(3);
  for (const { value } of timers) expect(cleared).toHaveBeenCalledWith(value);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
