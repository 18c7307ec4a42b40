import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';
import { member, send } from '../support.ts';
import { createClient } from './json-client.ts';

const number = { type: 'integer' };
const path = (name: string) => ({ name, in: 'path', required: true, schema: number });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...body(schema) });
const none = { description: 'none' };

/** `extra` are further operations below one order. */
const shop = (created: object, links?: object) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: { requestBody: { required: true, ...body(ref('Order')) }, responses: { 201: ok(ref('Order')) } },
    },
    '/orders/{orderId}': {
      get: { operationId: 'readOrder', parameters: [path('orderId')], responses: { 200: ok(ref('Order')), 404: none } },
    },
    '/orders/{orderId}/refunds': {
      post: {
        parameters: [path('orderId')],
        requestBody: { required: true, ...body({ type: 'object', properties: { amount: number } }) },
        responses: { 201: { ...ok(created), ...(links === undefined ? {} : { links }) }, 404: none },
      },
    },
    '/refunds/{code}': {
      get: { operationId: 'readRefund', parameters: [path('code')], responses: { 200: ok(ref('Refund')), 404: none } },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id'],
        properties: { id: { ...number, readOnly: true }, note: { type: 'string' } },
      },
      Refund: {
        type: 'object',
        required: ['code', 'amount'],
        properties: { code: { ...number, readOnly: true }, amount: number },
      },
    },
  },
});

const readLink = { read: { operationId: 'readRefund', parameters: { code: '$response.body#/code' } } };

async function startRefunds(created: object = ref('Refund'), links?: object) {
  const mock = await startMock({ spec: shop(created, links), records: { '/orders': [{ id: 7 }] } });
  onTestFinished(() => mock.close());
  const call = async (method: string, target: string, sent?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await send(`${mock.url}${target}`, {
      method,
      headers,
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: response.text === '' ? undefined : JSON.parse(response.text) };
  };
  return { mock, call };
}

it('a record that is created below another one is read at the path of its component', async () => {
  const { call } = await startRefunds();
  const first = await call('POST', '/orders/7/refunds', { amount: 5 });
  const second = await call('POST', '/orders/7/refunds', { amount: 6 });
  expect([first.status, second.status, first.body.amount]).toEqual([201, 201, 5]);
  expect(second.body.code).not.toBe(first.body.code);
  expect((await call('GET', `/refunds/${second.body.code}`)).body).toEqual(second.body);
});

it('a link names the path, also if what is read does not show the identifier', async () => {
  const receipt = { type: 'object', required: ['code'], properties: { code: number, amount: number } };
  const { call } = await startRefunds(receipt, readLink);
  const { body: made } = await call('POST', '/orders/7/refunds', { amount: 5 });
  expect((await call('GET', `/refunds/${made.code}`)).body).toMatchObject({ amount: 5 });
});

it('a record that is read without its identifier is found by that of the response to its creation', async () => {
  const spec = shop({ type: 'object', required: ['code'], properties: { code: number, amount: number } }, readLink);
  const refund = { type: 'object', required: ['amount'], properties: { amount: number } };
  const components = { schemas: { ...spec.components.schemas, Refund: refund } };
  const mock = await startMock({ spec: { ...spec, components }, records: { '/orders': [{ id: 7 }] } });
  onTestFinished(() => mock.close());
  const app = createClient(mock);
  const codes = [];
  for (const amount of [5, 6]) codes.push(member((await app.post('/orders/7/refunds', { amount })).json, 'code'));
  const read = await Promise.all(codes.map((code) => app.get(`/refunds/${String(code)}`)));
  expect(read.map(({ json }) => json)).toEqual([{ amount: 5 }, { amount: 6 }]);
});

it('the record above must exist', async () => {
  const { call } = await startRefunds();
  expect((await call('POST', '/orders/8/refunds', { amount: 5 })).status).toBe(404);
});

it('an operation that returns the record above it is an action, not a creation', async () => {
  const links = { read: { operationId: 'readOrder', parameters: { orderId: '$response.body#/id' } } };
  const { mock, call } = await startRefunds(ref('Order'), links);
  await call('POST', '/orders/7/refunds', { amount: 5 });
  expect(await mock.records.list('/orders')).toHaveLength(1);
});

it('a component that another operation creates names no path', async () => {
  const spec = shop(ref('Refund'));
  const post = { requestBody: { required: true, ...body(ref('Refund')) }, responses: { 201: ok(ref('Refund')) } };
  const mock = await startMock({ spec: { ...spec, paths: { ...spec.paths, '/refunds': { post } } } });
  onTestFinished(() => mock.close());
  const before = await mock.records.list('/refunds');
  const [{ id } = { id: 0 }] = JSON.parse(JSON.stringify(await mock.records.list('/orders')));
  const headers = { 'Content-Type': 'application/json' };
  const response = await send(`${mock.url}/orders/${id}/refunds`, { method: 'POST', headers, body: '{"amount":5}' });
  expect(response.status).toBe(201);
  expect(await mock.records.list('/refunds')).toEqual(before);
});
