/** Users of whom the mock knows only the name: each has an identity of their own. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const text = { type: 'string' };
const agent = {
  type: 'object',
  required: ['id', 'email', 'displayName'],
  properties: { id: { type: 'string', format: 'uuid' }, email: text, displayName: text },
};
const session = { type: 'object', required: ['token', 'agent'], properties: { token: text, agent } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ '200': { description: 'ok', ...json(schema) } });
const credentials = { type: 'object', required: ['email', 'password'], properties: { email: text, password: text } };

const spec = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/login': { post: { security: [], requestBody: json(credentials), responses: ok(session) } },
    '/me': {
      get: { responses: ok(agent) },
      patch: { requestBody: json({ type: 'object', properties: { displayName: text } }), responses: ok(agent) },
    },
  },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};

async function start() {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  const send = async (method: string, path: string, body?: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return Object(await (await fetch(`${mock.url}${path}`, { method, headers, body: JSON.stringify(body) })).json());
  };
  return { send, logIn: (name: string) => send('POST', '/login', { email: `${name}@example.com`, password: 'any' }) };
}

it('two users have different identifiers and names, the same at each login and in /me', async () => {
  const { send, logIn } = await start();
  const [ada, bob] = [await logIn('ada'), await logIn('bob')];
  expect(ada.agent.email).toBe('ada@example.com');
  expect(bob.agent.id).not.toBe(ada.agent.id);
  expect(bob.agent.displayName).not.toBe(ada.agent.displayName);
  expect((await logIn('ada')).agent).toEqual(ada.agent);
  expect(await send('GET', '/me', undefined, ada.token)).toEqual(ada.agent);
});

it('what a user changes in /me is shown by the next login of this user', async () => {
  const { send, logIn } = await start();
  const [ada, bob] = [await logIn('ada'), await logIn('bob')];
  await send('PATCH', '/me', { displayName: 'Ada L.' }, ada.token);
  expect((await logIn('ada')).agent).toEqual({ ...ada.agent, displayName: 'Ada L.' });
  expect((await logIn('bob')).agent).toEqual(bob.agent);
});
