/** Callbacks name the record of their exchange also where they have another name for its identifier. */
import { expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { contractFromJson, send } from '../support.ts';
import { startReceiver } from './receiver.ts';

const integer = { type: 'integer' };
const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...integer, readOnly: true }, hook: { type: 'string' } },
};
const event = {
  type: 'object',
  required: ['orderId', 'order_id', 'userId'],
  properties: { orderId: integer, order_id: { type: 'string' }, userId: integer },
};
const callbacks = {
  changed: {
    '{$request.body#/hook}': {
      post: { requestBody: { content: json(event) }, responses: { '204': { description: 'ok' } } },
    },
  },
};
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const sends = { requestBody: { required: true, content: json(order) }, callbacks };
const created = { '201': { description: 'new', content: json(order) } };
const paths = {
  '/users/{userId}/orders': {
    get: {
      parameters: [parameter('userId')],
      responses: { '200': { description: 'all', content: json({ type: 'array', items: order }) } },
    },
    post: { operationId: 'order', parameters: [parameter('userId')], responses: created, ...sends },
  },
  '/orders/{id}/ship': {
    post: { operationId: 'ship', parameters: [parameter('id')], responses: { '204': { description: 'ok' } }, ...sends },
  },
};

async function call(path: string): Promise<unknown> {
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths };
  const mock = await serveMock(await contractFromJson(document), { callbacks: true, auth: false });
  onTestFinished(() => mock.close());
  const receiver = await startReceiver();
  await send(`${mock.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ hook: receiver.url }),
  });
  await mock.journal.waitFor({ operation: 'changed', timeout: 60_000 });
  return JSON.parse(receiver.calls[0]?.body ?? '');
}

it('by the path of the new record', async () => {
  // The first order of this user.
  expect(await call('/users/7/orders')).toMatchObject({ userId: 7, orderId: 1 });
});

it('by a parameter of the path, as a number or a text', async () => {
  expect(await call('/orders/41/ship')).toMatchObject({ orderId: 41, order_id: '41' });
});
