/** The values of one person agree, also where a client gave some of them. */
import { expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { contentOf, createClient } from '../records/json-client.ts';
import { member, send, startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const properties = {
  id: { type: 'integer', readOnly: true },
  email: { type: 'string', format: 'email' },
  name: { ...text, readOnly: true },
  firstName: text,
  lastName: text,
  avatarUrl: { ...text, format: 'uri', readOnly: true },
};
const user = { type: 'object', required: Object.keys(properties), properties };
const credentials = { type: 'object', required: ['email'], properties: { email: text, password: text } };
const session = { type: 'object', required: ['token', 'user'], properties: { token: text, user } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const paths = {
  '/login': {
    post: {
      requestBody: { content: contentOf(credentials) },
      responses: { 200: { description: 'in', content: contentOf(session) } },
    },
  },
  '/users': {
    post: {
      requestBody: { content: contentOf(user) },
      responses: { 201: { description: 'new', content: contentOf(user) } },
    },
  },
  '/users/{id}': { get: { parameters: [id], responses: { 200: { description: 'one', content: contentOf(user) } } } },
};

async function logIn(email: string): Promise<Json | undefined> {
  const { json } = await createClient(await startMockWithPaths(paths)).post('/login', { email, password: 'x' });
  return member(json, 'user');
}

it.each([
  ['jane.fox@desk.test', { firstName: 'Jane', lastName: 'Fox', name: 'Jane Fox' }],
  ['Ann_van-dyk2@desk.test', { firstName: 'Ann', lastName: 'Van Dyk', name: 'Ann Van Dyk' }],
])('a user without a record who logs in as %s has the name in it', async (email, names) => {
  expect(await logIn(email)).toMatchObject({ email, ...names });
});

it.each(['admin@desk.test', 'x1@desk.test'])('%s names no person, so the name is made up', async (email) => {
  const { firstName, lastName, name } = Object(await logIn(email));
  expect(name).toBe(`${firstName} ${lastName}`);
  expect([firstName, lastName].join(' ')).not.toMatch(/admin|x1/i);
});

it('a user without a record gets one of their own', async () => {
  const mock = await startMockWithPaths(paths);
  const { json: others } = await send(`${mock.url}/users/1`);
  const { json } = await createClient(mock).post('/login', { email: 'jane.fox@desk.test' });
  const shown = member(member(json, 'user'), 'id');
  expect((await send(`${mock.url}/users/${shown}`)).json).toMatchObject({ id: shown, email: 'jane.fox@desk.test' });
  expect((await send(`${mock.url}/users/1`)).json).toEqual(others);
});

it('the name of a new user is made of the names that were sent', async () => {
  const sent = { email: 'z@desk.test', firstName: 'Ada', lastName: 'Byron' };
  const { json } = await createClient(await startMockWithPaths(paths)).post('/users', sent);
  expect(isJsonObject(json) && json['name']).toBe('Ada Byron');
});

it('initials of names outside the basic plane are whole characters', async () => {
  const sent = { email: 'z@desk.test', firstName: '\u{1f98a}x', lastName: 'Byron\ud83e' };
  const { status, json } = await createClient(await startMockWithPaths(paths)).post('/users', sent);
  expect(status).toBe(201);
  expect(member(json, 'avatarUrl')).toMatch(/\/%F0%9F%A6%8AB\.svg$/);
});
