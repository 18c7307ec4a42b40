/** Values that the contract describes as unique, and the state of a record in the error of an action. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths, type TestMock } from '../support.ts';

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const error = {
  description: 'no',
  ...json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
};

const customer = (description: string): JsonObject => ({
  type: 'object',
  required: ['email'],
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { type: 'string', format: 'email', description },
    name: { type: 'string' },
  },
});

const changed = { type: 'object', properties: { email: { type: 'string' }, name: { type: 'string' } } };
const changes = {
  ...json(changed).content,
  'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
};
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

function startCustomers(description: string, status = '409'): Promise<TestMock> {
  const one = { description: 'ok', ...json(customer(description)) };
  const rejected = { '404': error, [status]: error };
  return startMockWithPaths({
    '/customers': {
      get: { responses: { '200': { description: 'ok', ...json({ type: 'array', items: customer(description) }) } } },
      post: {
        requestBody: { required: true, ...json(customer(description)) },
        responses: { '201': one, [status]: error },
      },
    },
    '/customers/{id}': {
      parameters: [idParameter],
      get: { responses: { '200': one, '404': error } },
      put: { requestBody: { required: true, ...json(customer(description)) }, responses: { '200': one, ...rejected } },
      patch: { requestBody: { required: true, content: changes }, responses: { '200': one, ...rejected } },
    },
  });
}

async function sendJson(mock: TestMock, method: string, path: string, body: Json, type = 'application/json') {
  const headers = { 'Content-Type': type };
  return send(`${mock.url}${path}`, { method, headers, body: JSON.stringify(body) });
}

describe('a text that is described as unique', () => {
  it('is rejected for a second record, with the declared status, by each way to write it', async () => {
    const mock = await startCustomers('Must be unique.');
    const first = await sendJson(mock, 'POST', '/customers', { email: 'ada@example.com' });
    const second = await sendJson(mock, 'POST', '/customers', { email: 'bob@example.com' });
    const path = `/customers/${member(second.json, 'id')}`;
    const taken = { email: 'ada@example.com' };
    expect((await sendJson(mock, 'POST', '/customers', taken)).status).toBe(409);
    expect((await sendJson(mock, 'PUT', path, taken)).status).toBe(409);
    const patched = await sendJson(mock, 'PATCH', path, taken);
    expect(patched.status).toBe(409);
    expect(String(member(patched.json, 'message'))).toContain(
      'body.email: expected a value that no record in /customers has',
    );
    expect((await send(`${mock.url}${path}`)).json).toMatchObject({ email: 'bob@example.com' });
    expect((await sendJson(mock, 'PATCH', `/customers/${member(first.json, 'id')}`, taken)).status).toBe(200);
  });

  it('is rejected in a JSON Patch that sets it, but not in one that leaves it as it is', async () => {
    const mock = await startCustomers('Must be unique.');
    await sendJson(mock, 'POST', '/customers', { email: 'ada@example.com' });
    const second = await sendJson(mock, 'POST', '/customers', { email: 'bob@example.com' });
    const path = `/customers/${member(second.json, 'id')}`;
    const patch = (operations: Json) => sendJson(mock, 'PATCH', path, operations, 'application/json-patch+json');
    expect((await patch([{ op: 'replace', path: '/email', value: 'ada@example.com' }])).status).toBe(409);
    expect((await send(`${mock.url}${path}`)).json).toMatchObject({ email: 'bob@example.com' });
    expect((await patch([{ op: 'replace', path: '/email', value: 'bob@example.com' }])).status).toBe(200);
    expect((await patch([{ op: 'add', path: '/name', value: 'Bob' }])).status).toBe(200);
  });

  it('is compared without case where the description says so', async () => {
    for (const [description, status] of [
      ['Unique, case-insensitive.', 422],
      ['Unique.', 201],
    ] as const) {
      const mock = await startCustomers(description, '422');
      await sendJson(mock, 'POST', '/customers', { email: 'ada@example.com' });
      expect((await sendJson(mock, 'POST', '/customers', { email: 'ADA@example.com' })).status).toBe(status);
    }
  });

  it('may be repeated where the description limits it, or no status is declared for it', async () => {
    for (const [description, status] of [
      ['Unique within the tenant.', '409'],
      ['Must be unique.', '418'],
    ] as const) {
      const mock = await startCustomers(description, status);
      for (let n = 0; n < 2; n++)
        expect((await sendJson(mock, 'POST', '/customers', { email: 'ada@example.com' })).status).toBe(201);
    }
  });
});

it('the error of an action shows the state of the record', async () => {
  const status = { type: 'string', enum: ['draft', 'placed'] };
  const order = { type: 'object', required: ['id', 'status'], properties: { id: { type: 'integer' }, status } };
  const conflict = {
    type: 'object',
    required: ['title', 'orderStatus'],
    properties: { title: { type: 'string' }, orderStatus: status },
  };
  const one = { description: 'ok', ...json(order) };
  const mock = await startMockWithPaths({
    '/orders': { post: { responses: { '201': one } } },
    '/orders/{id}': { parameters: [idParameter], get: { responses: { '200': one, '404': error } } },
    '/orders/{id}/place': {
      parameters: [idParameter],
      post: {
        description: 'Only a draft can be placed.',
        responses: { '200': one, '404': error, '409': { description: 'no', ...json(conflict) } },
      },
    },
  });
  const created = await send(`${mock.url}/orders`, { method: 'POST' });
  const path = `${mock.url}/orders/${member(created.json, 'id')}/place`;
  expect((await send(path, { method: 'POST' })).json).toMatchObject({ status: 'placed' });
  const again = await send(path, { method: 'POST' });
  expect([again.status, member(again.json, 'orderStatus')]).toEqual([409, 'placed']);
});
