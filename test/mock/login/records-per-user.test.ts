import { expect, it } from 'vitest';
import type { HandlerContext } from '../../../mock/handlers/config-types.ts';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { send } from '../support.ts';
import { call, startShop, text } from './shops.ts';

const ok = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const sent = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

const shop = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/login': {
      post: {
        operationId: 'login',
        security: [],
        requestBody: sent({
          type: 'object',
          required: ['email', 'password'],
          properties: { email: { type: 'string' }, password: { type: 'string' } },
        }),
        responses: { 200: ok({ type: 'object', required: ['token'], properties: { token: { type: 'string' } } }) },
      },
    },
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: ok({ type: 'array', items: ref('Order') }) } },
      post: { operationId: 'createOrder', requestBody: sent(ref('Order')), responses: { 201: ok(ref('Order')) } },
    },
    '/orders/{id}': {
      parameters: [id],
      get: { operationId: 'readOrder', responses: { 200: ok(ref('Order')), 404: { description: 'none' } } },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Order: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
      },
    },
  },
});

const records = { '/orders': [{ id: 1, name: 'lamp' }] };

async function startForTwo(options: ServeOptions = {}) {
  const mock = await startShop(shop, { records, recordsPerUser: true, ...options });
  const logIn = async (email: string) =>
    text(await call(mock, 'POST /login', { body: { email, password: 'any' } }), 'token');
  const namesOf = async (token: string) =>
    JSON.stringify((await call(mock, 'GET /orders', { token })).json).match(/(?<="name":")\w+/g);
  return { mock, logIn, namesOf };
}

it('each user has own records, which begin as the initial ones', async () => {
  const { mock, logIn, namesOf } = await startForTwo();
  const [ada, grace] = [await logIn('ada@example.com'), await logIn('grace@example.com')];
  const created = await call(mock, 'POST /orders', { token: ada, body: { name: 'chair' } });
  expect(text(created, 'id')).toBe('2');
  expect((await call(mock, 'DELETE /orders/1', { token: grace })).status).toBe(204);
  expect([await namesOf(ada), await namesOf(grace), await namesOf(mock.token)]).toEqual([
    ['lamp', 'chair'],
    null,
    ['lamp'],
  ]);
});

it('a user finds the records again after another login, and the initial ones after a reset', async () => {
  const { mock, logIn, namesOf } = await startForTwo();
  await call(mock, 'POST /orders', { token: await logIn('ada@example.com'), body: { name: 'chair' } });
  expect(await namesOf(await logIn('ADA@example.com'))).toEqual(['lamp', 'chair']);
  await mock.reset();
  expect(await namesOf(await logIn('ada@example.com'))).toEqual(['lamp']);
});

it('requests of one user at the same time begin with one copy of the initial records', async () => {
  const { mock, logIn, namesOf } = await startForTwo();
  const token = await logIn('ada@example.com');
  await Promise.all(['a', 'b', 'c'].map((name) => call(mock, 'POST /orders', { token, body: { name } })));
  expect((await namesOf(token))?.toSorted()).toEqual(['a', 'b', 'c', 'lamp']);
});

it.each([true, false])(
  'the control API reports whether users have records of their own: %j',
  async (recordsPerUser) => {
    const { mock } = await startForTwo({ recordsPerUser });
    const { json } = await send(`${mock.url}/__store/info`);
    expect(json).toMatchObject({ contracts: [{ recordsPerUser }] });
  },
);

it('all users share the records without the option', async () => {
  const { mock, logIn, namesOf } = await startForTwo({ recordsPerUser: false });
  await call(mock, 'POST /orders', { token: await logIn('ada@example.com'), body: { name: 'chair' } });
  expect(await namesOf(await logIn('grace@example.com'))).toEqual(['lamp', 'chair']);
});

it('a handler gets the user who logged in, and the records of this user', async () => {
  const handlers = {
    listOrders: async ({ user, store }: HandlerContext) => [
      ...(await store.list('/orders')),
      { id: 99, name: `${user?.['email']}`.replace(/@.*/, '') },
    ],
  };
  const { mock, logIn, namesOf } = await startForTwo({ handlers: { handlers, source: { file: undefined, text: '' } } });
  const token = await logIn('ada@example.com');
  await call(mock, 'DELETE /orders/1', { token });
  expect([await namesOf(token), await namesOf(mock.token)]).toEqual([['ada'], ['lamp', 'undefined']]);
});
