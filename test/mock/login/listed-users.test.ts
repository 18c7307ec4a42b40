/** Users of a collection that is only listed: no path has one of them. */
import { expect, it } from 'vitest';
import { member } from '../support.ts';
import { call, startShop, text } from './shops.ts';

const user = `{ $ref: '#/components/schemas/User' }`;
const ok = (schema: string) =>
  `'200': { description: ok, content: { application/json: { schema: ${schema} } } }, '401': { description: no }`;
const credentials = `{ type: object, required: [email, password], properties: { email: { type: string }, password: { type: string } } }`;

const shop = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
security: [{ bearer: [] }]
paths:
  /login:
    post:
      security: []
      requestBody: { required: true, content: { application/json: { schema: ${credentials} } } }
      responses: { ${ok(`{ type: object, required: [token, user], properties: { token: { type: string }, user: ${user} } }`)} }
  /me: { get: { responses: { ${ok(user)} } } }
  /users: { get: { responses: { ${ok(`{ type: array, items: ${user} }`)} } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    User:
      type: object
      required: [id, email, name]
      properties: { id: { type: integer }, email: { type: string }, name: { type: string } }
`;

const ann = { id: 5, email: 'ann@desk.test', name: 'Ann' };
const ben = { id: 6, email: 'ben@desk.test', name: 'Ben' };

it('are found by a login, and shown in /me', async () => {
  const mock = await startShop(shop, { records: { '/users': [ann, ben] } });
  const response = await call(mock, 'POST /login', { body: { email: ben.email, password: 'any' } });
  expect(response.json).toMatchObject({ user: ben });
  expect((await call(mock, 'GET /me', { token: text(response, 'token') })).json).toEqual(ben);
});

it('are others than those whom the list does not have', async () => {
  const mock = await startShop(shop, { records: { '/users': [ann, ben] } });
  const response = await call(mock, 'POST /login', { body: { email: 'cleo@desk.test', password: 'any' } });
  expect(response.json).toMatchObject({ user: { email: 'cleo@desk.test' } });
  expect([ann.id, ben.id]).not.toContain(Object(Object(response.json).user).id);
});

it('have a record after their first login', async () => {
  const mock = await startShop(shop);
  const response = await call(mock, 'POST /login', { body: { email: 'cleo@desk.test', password: 'any' } });
  const user: unknown = Object(response.json).user;
  expect((await call(mock, 'GET /me', { token: text(response, 'token') })).json).toEqual(user);
  expect((await call(mock, 'GET /users', { token: text(response, 'token') })).json).toContainEqual(user);
});

it('are those of the generated list', async () => {
  const mock = await startShop(shop);
  const [listed] = await mock.records.list('/users');
  const response = await call(mock, 'POST /login', { body: { email: member(listed, 'email') ?? '', password: 'any' } });
  expect(response.json).toMatchObject({ user: listed });
});
