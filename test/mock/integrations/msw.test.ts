import { setTimeout as sleep } from 'node:timers/promises';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, it, onTestFinished } from 'vitest';
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

it('the response to a violation is that of the mock server, and the journal has it', async () => {
  const { mock } = await startHandlers();
  const response = await create(7);
  expect([400, 422]).toContain(response.status);
  expect(response.headers.get('content-type')).toContain('json');
  expect(await mock.journal.list({ valid: false })).toMatchObject([
    { kind: 'request', request: { method: 'POST' }, response: { status: response.status } },
  ]);
  expect((await fetch(`${base}/ordres`)).status).toBe(404);
});

it('handlers of a test precede those of the mock', async () => {
  const { server } = await startHandlers();
  server.use(http.get(`${base}/orders`, () => HttpResponse.json({ message: 'closed' }, { status: 503 })));
  expect((await fetch(`${base}/orders`)).status).toBe(503);
  server.resetHandlers();
  expect((await fetch(`${base}/orders`)).status).toBe(200);
});

it('rules, delays and connection faults apply, and a closed mock breaks the connection', async () => {
  const { mock } = await startHandlers({ delay: 1 });
  await mock.scenario.next('listOrders', { status: 503 });
  expect((await fetch(`${base}/orders`)).status).toBe(503);
  await mock.scenario.next('listOrders', { fault: 'reset' });
  await expect(fetch(`${base}/orders`)).rejects.toThrow();
  expect((await fetch(`${base}/orders`)).status).toBe(200);
  await mock.scenario.next('listOrders', { delay: 600_000 });
  const delayed = fetch(`${base}/orders`).catch(() => 'broken');
  expect((await fetch(`${base}/orders`)).status).toBe(200);
  await sleep(50);
  await mock.close();
  expect(await delayed).toBe('broken');
  await expect(fetch(`${base}/orders`)).rejects.toThrow();
});

const document = {
  type: 'object',
  required: ['id', 'fileUrl', 'avatarUrl'],
  properties: { id: { type: 'integer' }, fileUrl: { type: 'string' }, avatarUrl: { type: 'string' } },
};
const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
const library = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  servers: [{ url: 'https://library.test/v1' }],
  paths: {
    '/documents': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: file } } },
        responses: { 201: { description: 'Stored', content: { 'application/json': { schema: document } } } },
      },
    },
  },
};

it.each([
  ['at the addresses of the contract', 'https://library.test/v1', {}],
  ['below another base address', 'https://app.test/api', { baseUrl: 'https://app.test/api' }],
])('the addresses of files and images in a response lead to the mock %s', async (_case, url, options) => {
  const mock = await mockHandlers(http, { spec: library, ...options });
  const server = setupServer(...mock.handlers);
  server.listen();
  onTestFinished(() => server.close());
  onTestFinished(() => mock.close());
  const body = new FormData();
  body.append('file', new File(['hello'], 'hello.txt', { type: 'text/plain' }));
  const { fileUrl, avatarUrl } = Object(await (await fetch(`${url}/documents`, { method: 'POST', body })).json());
  expect(await (await fetch(fileUrl)).text()).toBe('hello');
  const image = await fetch(avatarUrl);
  expect([image.headers.get('content-type'), (await image.text()).slice(0, 4)]).toEqual(['image/svg+xml', '<svg']);
});

it('a base address with another path is the prefix of paths and links', async () => {
  await startHandlers({ baseUrl: 'https://app.shop.test/api' });
  expect(await (await create('lamp', 'https://app.shop.test/api')).json()).toMatchObject({ name: 'lamp' });
  expect((await fetch('https://app.shop.test/api/orders')).status).toBe(200);
});

it('without a base address, only paths of the contract are mocked, at the address of its servers', async () => {
  const servers = [
    { url: 'https://{region}.shop.test/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ];
  const mock = await mockHandlers(http, { spec: { ...shop, servers } });
  onTestFinished(() => mock.close());
  const server = setupServer(
    ...mock.handlers,
    http.all('*', () => new HttpResponse('not mocked', { status: 418 })),
  );
  server.listen();
  onTestFinished(() => server.close());
  const statuses = [
    'https://us.shop.test/v1/orders',
    'https://us.shop.test/v1/other',
    'https://other.test/v1/orders',
  ].map(async (url) => (await fetch(url)).status);
  expect(await Promise.all(statuses)).toEqual([200, 418, 418]);
});

it.each([
  ['no namespace', {}, {}, 'http'],
  ['no address', http, { baseUrl: '/api' }, 'baseUrl'],
  ['an option of the server', http, { port: 4010 }, 'port'],
])('%s is an error that names the fix', async (_what, namespace, options, named) => {
  await expect(Reflect.apply(mockHandlers, undefined, [namespace, options])).rejects.toThrow(named);
});
