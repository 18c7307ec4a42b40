import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { type MockHandlersOptions, mockHandlers } from '../../../mock/integrations/msw.ts';
import { shop } from './shop.ts';

const base = 'https://api.shop.test';

async function startHandlers(options: MockHandlersOptions = {}) {
  const mock = await mockHandlers(http, { spec: shop, baseUrl: base, ...options });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(async () => {
    server.close();
    await mock.close();
  });
  return { mock, server };
}

const json = { 'Content-Type': 'application/json' };
const create = (name: unknown, url = base) =>
  fetch(`${url}/orders`, { method: 'POST', headers: json, body: JSON.stringify({ name }) });

it('a record that the app creates is read again, until a reset', async () => {
  const { mock } = await startHandlers();
  const created = await (await create('lamp')).json();
  expect(created).toMatchObject({ name: 'lamp' });
  expect(await (await fetch(`${base}/orders`)).json()).toContainEqual(created);
  expect(await mock.records.list('/orders')).toContainEqual(created);
  await mock.reset();
  expect(await (await fetch(`${base}/orders`)).json()).not.toContainEqual(created);
});

it('violations are answered as by the mock server, and are in the journal', async () => {
  const { mock } = await startHandlers();
  const response = await create(7);
  expect([400, 422]).toContain(response.status);
  expect(response.headers.get('content-type')).toContain('json');
  expect(await mock.journal.list({ valid: false })).toMatchObject([{ request: { method: 'POST', path: '/orders' } }]);
  expect((await fetch(`${base}/ordres`)).status).toBe(404);
});
