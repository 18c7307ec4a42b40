/** The customer of an order is the user of the token, unless customers have records of their own. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const person = {
  type: 'object',
  required: ['id', 'email', 'name'],
  properties: { id: integer, email: text, name: text },
};
const order = {
  type: 'object',
  required: ['id', 'note', 'customerId', 'customer'],
  properties: {
    id: { ...integer, readOnly: true },
    note: text,
    customerId: { ...integer, readOnly: true },
    customer: { type: 'object', readOnly: true, properties: { id: integer, name: text } },
  },
};
const ok = (schema: JsonObject) => ({ 200: { description: 'ok', content: contentOf(schema) } });
const login = { type: 'object', required: ['email'], properties: { email: text } };
const session = { type: 'object', required: ['token'], properties: { token: text } };
const id = { name: 'id', in: 'path', required: true, schema: integer };
const list = (items: JsonObject) => ok({ type: 'array', items });
const paths = {
  '/login': { post: { security: [], requestBody: { content: contentOf(login) }, responses: ok(session) } },
  '/users': { get: { responses: list(person) } },
  '/orders': {
    get: { responses: list(order) },
    post: {
      requestBody: { required: true, content: contentOf(order) },
      responses: { 201: { description: 'new', content: contentOf(order) } },
    },
  },
  '/orders/{id}': { get: { parameters: [id], responses: ok(order) } },
};
const customers = {
  '/customers': { get: { responses: list(person) } },
  '/customers/{id}': { get: { parameters: [id], responses: ok(person) } },
};
const options = {
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  security: [{ bearer: [] }],
};
const ann = { id: 5, email: 'ann@desk.test', name: 'Ann' };
const shopper = { id: 5, email: 'cleo@desk.test', name: 'Cleo' };

async function start(more: JsonObject, records: Readonly<Record<string, readonly Json[]>>) {
  const { url } = await startMockWithPaths({ ...paths, ...more }, options, { auth: true, records });
  const request = (path: string, token: Json | undefined, body?: Json) =>
    send(`${url}${path}`, {
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${String(token)}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const token = member((await request('/login', '', { email: ann.email })).json, 'token');
  return (path: string, body?: Json) => request(path, token, body);
}

it('is the user of the token', async () => {
  const app = await start({}, { '/users': [{ id: 4, email: 'x@desk.test', name: 'Ben' }, ann] });
  expect((await app('/orders', { note: 'a' })).json).toMatchObject({ customerId: 5, customer: { id: 5, name: 'Ann' } });
});

it('is a user in initial records too', async () => {
  const app = await start({}, { '/users': [ann] });
  expect((await app('/orders/1')).json).toMatchObject({ customerId: 5, customer: { id: 5, name: 'Ann' } });
});

it('is another record where the contract has customers', async () => {
  const app = await start(customers, { '/users': [ann], '/customers': [shopper] });
  expect(member((await app('/orders/1')).json, 'customerId')).toBe(5);
  expect(member(member((await app('/orders/1')).json, 'customer'), 'name')).not.toBe('Ann');
  expect(member(member((await app('/orders', { note: 'a' })).json, 'customer'), 'name')).not.toBe('Ann');
});
