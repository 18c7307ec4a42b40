/** The record of a user who logs in and whom the records do not know. */
import { expect, it } from 'vitest';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { isJsonArray } from '../../../spec/json/exact-json.ts';
import { call, claimsOf, startShop, text } from './shops.ts';

const ok = (schema: string, status = 200) =>
  `'${status}': { description: ok, content: { application/json: { schema: ${schema} } } }`;
const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const credentials = `{ type: object, required: [email, password], properties: { email: { type: string }, password: { type: string }, firstName: { type: string } } }`;
const session = `{ type: object, required: [token, user], properties: { token: { type: string }, user: { $ref: '#/components/schemas/User' } } }`;
const user = `{ $ref: '#/components/schemas/User' }`;

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
security: [{ bearer: [] }]
paths:
  /auth/login: { post: { security: [], ${body(credentials)}, responses: { ${ok(session)}, '401': { description: no } } } }
  /auth/register: { post: { security: [], ${body(credentials)}, responses: { ${ok(session, 201)} } } }
  /auth/token: { post: { security: [], ${body('{ type: object, required: [grant_type], properties: { grant_type: { type: string }, client_id: { type: string } } }')}, responses: { ${ok('{ type: object, required: [access_token], properties: { access_token: { type: string } } }')} } } }
  /me:
    get: { responses: { ${ok(user)} } }
    patch: { ${body('{ type: object, properties: { firstName: { type: string } } }')}, responses: { ${ok(user)} } }
  /users: { get: { security: [], responses: { ${ok(`{ type: array, items: ${user} }`)} } } }
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { security: [], responses: { ${ok(user)}, '404': { description: no } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer, bearerFormat: JWT } }
  schemas:
    User:
      type: object
      required: [id, email, firstName, lastName, fullName]
      properties: { id: { type: integer, readOnly: true }, email: { type: string, format: email }, firstName: { type: string }, lastName: { type: string }, fullName: { type: string, readOnly: true }, updatedAt: { type: string, format: date-time, readOnly: true } }
`;

const known = { id: 4, email: 'ben@example.com', firstName: 'Ben', lastName: 'Bell', fullName: 'Ben Bell' };
const jane = { email: 'jane.fox@example.com', password: 'any' };

const start = (options: ServeOptions = {}) => startShop(shop, { records: { '/users': [known] }, ...options });
type Shop = Awaited<ReturnType<typeof start>>;

const logIn = (mock: Shop, sent: Record<string, string> = jane) => call(mock, 'POST /auth/login', { body: sent });

async function countUsers(mock: Shop): Promise<number> {
  const { json } = await call(mock, 'GET /users');
  return json !== undefined && isJsonArray(json) ? json.length : 0;
}

it('is the same in the login, in /me and in /users/{id}, and that of the next login', async () => {
  const mock = await start();
  const response = await logIn(mock);
  const token = text(response, 'token');
  const shown = (await call(mock, 'GET /me', { token })).json;
  expect(shown).toMatchObject({ id: 5, email: jane.email, firstName: 'Jane', lastName: 'Fox', fullName: 'Jane Fox' });
  expect(response.json).toMatchObject({ user: shown });
  expect((await call(mock, 'GET /users/5')).json).toEqual(shown);
  expect(claimsOf(token)).toMatchObject({ sub: '5' });
  expect((await logIn(mock)).json).toMatchObject({ user: shown });
  expect(await countUsers(mock)).toBe(2);
});

it('is one for several first logins at the same time', async () => {
  const storage = createMemoryStorage();
  const { records } = storage;
  const [all, count] = [Promise.withResolvers<void>(), 3];
  let waiting: number | undefined;
  // Each login looks for the user before the others have created the record.
  const list: typeof records.list = async (name) => {
    if (waiting === undefined) return records.list(name);
    waiting += 1;
    if (waiting === count) all.resolve();
    await all.promise;
    return records.list(name);
  };
  const mock = await start({ storage: { ...storage, records: { ...records, list } } });
  waiting = 0;
  await Promise.all(Array.from({ length: count }, () => logIn(mock)));
  expect(await countUsers(mock)).toBe(2);
});

it('shows what a PATCH of /me changes, at once and everywhere', async () => {
  const mock = await start({ seed: 1 });
  const token = text(await logIn(mock), 'token');
  const changed = await call(mock, 'PATCH /me', { token, body: { firstName: 'Joan' } });
  expect(changed.json).toMatchObject({ firstName: 'Joan', lastName: 'Fox', fullName: 'Joan Fox' });
  expect((await call(mock, 'GET /me', { token })).json).toEqual(changed.json);
  expect((await call(mock, 'GET /users/5')).json).toEqual(changed.json);
});

it('is created by a registration, whose password the login needs', async () => {
  const mock = await start();
  const registered = await call(mock, 'POST /auth/register', { body: { ...jane, firstName: 'Joan' } });
  expect(registered.json).toMatchObject({ user: { id: 5, email: jane.email, firstName: 'Joan' } });
  expect((await logIn(mock, { ...jane, password: 'other' })).status).toBe(401);
  const response = await logIn(mock);
  expect((await call(mock, 'GET /me', { token: text(response, 'token') })).json).toEqual(
    (await call(mock, 'GET /users/5')).json,
  );
});

it('is not created for a client that logs in as itself', async () => {
  const mock = await start();
  const sent = { grant_type: 'client_credentials', client_id: 'robot' };
  expect((await call(mock, 'POST /auth/token', { body: sent })).status).toBe(200);
  expect(await countUsers(mock)).toBe(1);
});
