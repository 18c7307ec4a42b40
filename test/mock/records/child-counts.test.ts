/** Numbers of records agree with the collections beside them, also by state, and for the user who logged in. */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths } from '../support.ts';
import { contentOf } from './json-client.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const object = (properties: JsonObject) => ({ type: 'object', required: Object.keys(properties), properties });
const email = { ...text, format: 'email' };
const names = ['openTicketCount', 'numberOfTickets', 'totalTickets', 'urgentTicketsCount', 'loginCount'];
const counts = Object.fromEntries(names.map((name) => [name, integer]));
const user = object({ id: integer, email, ...counts });
const status = { type: 'string', enum: ['open', 'closed'] };
const ticket = object({ id: integer, title: text, status, urgent: { type: 'boolean' }, requesterId: integer });
const newTicket = object({ title: text, status, urgent: { type: 'boolean' } });
const id = { name: 'id', in: 'path', required: true, schema: integer };
const ok = (schema: JsonObject) => ({ 200: { description: 'ok', content: contentOf(schema) } });
const body = (schema: JsonObject) => ({ required: true, content: contentOf(schema) });
const security = [{}, { bearer: [] }];
const paths = {
  '/login': { post: { requestBody: body(object({ email })), responses: ok(object({ token: text, user })) } },
  '/me': { get: { security, responses: ok(user) } },
  '/users': { get: { responses: ok({ type: 'array', items: user }) } },
  '/users/{id}': { get: { parameters: [id], responses: ok(user) } },
  '/tickets': {
    get: { responses: ok({ type: 'array', items: ticket }) },
    post: {
      security,
      requestBody: body(newTicket),
      responses: { 201: { description: 'new', content: contentOf(ticket) } },
    },
  },
  '/tickets/{id}': {
    get: { parameters: [id], responses: ok(ticket) },
    delete: { parameters: [id], responses: { 204: { description: 'deleted' } } },
  },
};
const components = { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } };
const records = {
  '/users': [{ id: 5, email: 'ann@desk.test', ...Object.fromEntries(names.map((name) => [name, 99])) }],
  '/tickets': [{ id: 7, title: 'Lamp', status: 'open', urgent: true, requesterId: 5 }],
};

async function start() {
  const { url } = await startMockWithPaths(paths, { components }, { auth: true, records });
  return async (method: string, path: string, { sent, token }: { sent?: Json; token?: Json } = {}) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${String(token)}` } : {}),
    };
    const init = { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) };
    return (await send(`${url}${path}`, init)).json;
  };
}

it('a number counts the records in its state that refer to the person, and follows their creation and deletion', async () => {
  const call = await start();
  const first = { openTicketCount: 1, numberOfTickets: 1, totalTickets: 1, urgentTicketsCount: 1 };
  expect(await call('GET', '/users/5')).toMatchObject(first);
  await call('POST', '/tickets', { sent: { title: 'Desk', status: 'closed', urgent: false } });
  const second = { openTicketCount: 1, numberOfTickets: 2, totalTickets: 2, urgentTicketsCount: 1 };
  expect(await call('GET', '/users')).toMatchObject([second]);
  await call('DELETE', '/tickets/7');
  const third = { openTicketCount: 0, numberOfTickets: 1, totalTickets: 1, urgentTicketsCount: 0 };
  expect(await call('GET', '/users/5')).toMatchObject(third);
});

it('a number of something else stays as it is', async () => {
  expect(await (await start())('GET', '/users/5')).toMatchObject({ loginCount: 99 });
});

it.each(['ann@desk.test', 'jane.fox@desk.test'])(
  'the login and the profile of %s have the same numbers',
  async (name) => {
    const call = await start();
    const before = name.startsWith('ann') ? 1 : 0;
    const session = await call('POST', '/login', { sent: { email: name } });
    expect(member(session, 'user')).toMatchObject({ openTicketCount: before });
    const token = member(session, 'token') ?? '';
    await call('POST', '/tickets', { sent: { title: 'Desk', status: 'open', urgent: false }, token });
    expect(await call('GET', '/me', { token })).toMatchObject({
      openTicketCount: before + 1,
      numberOfTickets: before + 1,
    });
  },
);
