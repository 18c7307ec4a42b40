import { expect, it, onTestFinished } from 'vitest';
import { type MockOptions, startMock } from '../../../mock/index.ts';
import { send } from '../support.ts';

const text = { type: 'string' };
const key = { name: 'Idempotency-Key', in: 'header', schema: text };
const order = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: text },
};
const content = { 'application/json': { schema: order } };

const shop = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        responses: {
          200: { description: 'all', content: { 'application/json': { schema: { type: 'array', items: order } } } },
        },
      },
      post: {
        description,
        operationId: 'createOrder',
        parameters: [key],
        requestBody: { required: true, content },
        responses: {
          201: { description: 'made', content },
          409: { description: 'conflict' },
          422: { description: 'wrong' },
        },
      },
    },
    '/orders/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'one', content } },
      },
    },
  },
});

async function startKeyed({ description = '', ...options }: MockOptions & { description?: string } = {}) {
  const mock = await startMock({ spec: shop(description), records: { '/orders': [] }, ...options });
  onTestFinished(() => mock.close());
  const create = async (name: string, sentKey?: string, prefer?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(sentKey === undefined ? {} : { 'Idempotency-Key': sentKey }),
      ...(prefer === undefined ? {} : { Prefer: prefer }),
    };
    const { status, text: body } = await send(`${mock.url}/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    return [status, body];
  };
  const count = async () => (await mock.records.list('/orders')).length;
  return { mock, create, count };
}

it('a repeated request with the same key returns the first response and creates nothing', async () => {
  const { mock, create, count } = await startKeyed();
  const first = await create('lamp', 'key-1');
  expect([await create('lamp', 'key-1'), await count()]).toEqual([first, 1]);
  expect([await create('lamp', 'key-2'), await count()]).not.toEqual([first, 1]);
  expect([(await create('lamp'))[0], (await create('lamp'))[0], await count()]).toEqual([201, 201, 4]);
  await mock.reset();
  await create('chair', 'key-1');
  expect(await mock.records.list('/orders')).toMatchObject([{ name: 'chair' }]);
});

it('requests with the same key at the same time create one record', async () => {
  const { create, count } = await startKeyed();
  const all = await Promise.all([1, 2, 3].map(() => create('lamp', 'key-1')));
  expect([new Set(all.map(String)).size, await count()]).toEqual([1, 1]);
});

it('a key with another body gets the status that the contract names, else the first response', async () => {
  const strict = await startKeyed({ description: 'The same key with another body is rejected with 409.' });
  const made = await strict.create('lamp', 'key-1');
  expect(await strict.create('lamp', 'key-1')).toEqual(made);
  expect([(await strict.create('chair', 'key-1'))[0], await strict.count()]).toEqual([409, 1]);
  const silent = await startKeyed();
  const first = await silent.create('lamp', 'key-1');
  expect(await silent.create('chair', 'key-1')).toEqual(first);
});

it('a request that failed may be repeated with its key', async () => {
  const { create, count } = await startKeyed();
  expect((await create('lamp', 'key-1', 'code=422'))[0]).toBe(422);
  expect([(await create('lamp', 'key-1'))[0], await count()]).toEqual([201, 1]);
});

it('a handler runs once for a key', async () => {
  let calls = 0;
  const createOrder = () => {
    calls += 1;
    return { id: calls, name: 'from the handler' };
  };
  const { create } = await startKeyed({ handlers: { createOrder } });
  expect(await create('lamp', 'key-1')).toEqual(await create('lamp', 'key-1'));
  expect(calls).toBe(1);
});
