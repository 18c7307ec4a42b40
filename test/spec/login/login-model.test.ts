import { describe, expect, it } from 'vitest';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { findLogins } from '../../../spec/login/login-model.ts';
import { tokenPropertyNames } from '../../../spec/login/token-names.ts';

interface Described {
  readonly sent?: readonly string[];
  readonly returned?: readonly string[];
  readonly more?: string;
}

const object = (names: readonly string[]) =>
  `{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(', ')} } }`;

async function contractOf(target: string, { sent, returned, more = '' }: Described) {
  const [method = '', path = ''] = target.split(' ');
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );
  const body = (names: readonly string[]) => `content: { application/json: { schema: ${object(names)} } }`;
  const text = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example/v1 }]
paths:
  ${path}:
    ${method.toLowerCase()}:
      parameters: [${parameters.join(', ')}]
      ${sent === undefined ? '' : `requestBody: { required: true, ${body(sent)} }`}
      responses: { '200': { description: ok${returned === undefined ? '' : `, ${body(returned)}`} } }
${more}`;
  const contract = await parseContract('https://test.example/shop.yaml', text);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return { contract, operation, ...findLogins(contract) };
}

describe('a login is', () => {
  it.each([
    ['POST /auth/login', ['email', 'password'], ['token'], 'login'],
    ['POST /sign-in', ['phone'], ['accessToken'], 'login'],
    ['POST /session', ['user'], ['sessionToken'], 'login'],
    ['POST /oauth/token', ['grant_type'], ['access_token', 'id_token'], 'login'],
    ['POST /enter', ['name', 'password'], ['jwt'], 'login'],
    ['POST /jwt/create', ['username', 'password'], ['access', 'refresh'], 'login'],
    ['POST /signup', ['email', 'password'], ['token'], 'registration'],
    ['POST /register', ['email', 'password'], ['id'], 'registration'],
    ['POST /token/refresh', ['refresh_token'], ['access_token', 'refresh_token'], 'refresh'],
  ])('%s (%j → %j): %s', async (target, sent, returned, purpose) => {
    const { logins, operation } = await contractOf(target, { sent, returned });
    expect(logins.get(operation)?.purpose).toBe(purpose);
  });

  it.each([
    ['POST /login', ['username', 'password'], ['username', 'access_token']],
    ['POST /refresh', ['refresh_token'], ['access_token', 'refresh_token']],
  ])('%s, which creates no record that has its tokens', async (target, sent, returned) => {
    const { logins, operation } = await contractOf(target, { sent, returned });
    expect(logins.get(operation)?.isOnlyLogin).toBe(true);
  });

  it.each(['/v1/exchange', 'https://shop.example/v1/exchange', 'exchange'])(
    'the tokenUrl %s of a flow',
    async (tokenUrl) => {
      const flows = `{ clientCredentials: { tokenUrl: ${tokenUrl}, scopes: {} } }`;
      const more = `components: { securitySchemes: { oauth: { type: oauth2, flows: ${flows} } } }`;
      const { logins, operation } = await contractOf('POST /exchange', { sent: ['code'], returned: ['token'], more });
      expect(logins.get(operation)?.purpose).toBe('login');
    },
  );

  it.each([
    ['POST /devices', ['name'], ['token']],
    ['POST /auth/check', ['token'], ['token']],
    ['POST /pages', ['query'], ['nextToken']],
    ['POST /cache/refresh', [], ['status']],
    ['GET /auth/token', undefined, ['token']],
    ['POST /roles', ['name'], ['access']],
    ['POST /auth/roles', ['name'], ['access']],
  ])('not %s (%j → %j)', async (target, sent, returned) => {
    const { logins } = await contractOf(target, { ...(sent && { sent }), returned });
    expect(logins.size).toBe(0);
  });
});

describe('a logout is', () => {
  it.each(['POST /logout', 'GET /user/logout', 'DELETE /session', 'DELETE /auth/tokens', 'POST /oauth/revoke'])(
    '%s',
    async (target) => expect((await contractOf(target, {})).logouts.size).toBe(1),
  );

  it.each(['DELETE /sessions/{id}', 'POST /certificates/revoke', 'DELETE /carts', 'POST /users/{id}/logout'])(
    'not %s',
    async (target) => expect((await contractOf(target, {})).logouts.size).toBe(0),
  );
});

describe('the user who logged in is', () => {
  it.each(['/me', '/users/me', '/profile', '/account', '/user', '/whoami', '/auth/currentUser', '/oauth/userinfo'])(
    'GET %s',
    async (path) => expect((await contractOf(`GET ${path}`, { returned: ['email'] })).profiles.size).toBe(1),
  );

  it('not what describes no user, or another one', async () => {
    expect((await contractOf('GET /account', { returned: ['balance'] })).profiles.size).toBe(0);
    expect((await contractOf('GET /users/{id}/profile', { returned: ['email'] })).profiles.size).toBe(0);
    expect((await contractOf('GET /users', { returned: ['email'] })).profiles.size).toBe(0);
  });
});

describe('the secret names of an operation', () => {
  it('are those of tokens in logins, and not the mark of a page', async () => {
    const login = await contractOf('POST /login', { sent: ['email', 'password'], returned: ['token', 'user'] });
    expect(tokenPropertyNames(login.operation)).toEqual(['token']);
    const refresh = await contractOf('POST /auth/refresh', { sent: ['refreshJwt'], returned: ['accessJwt'] });
    expect(tokenPropertyNames(refresh.operation)).toEqual(['accessJwt', 'refreshJwt']);
    const page = await contractOf('POST /search', { sent: ['query'], returned: ['token'] });
    expect(tokenPropertyNames(page.operation)).toEqual([]);
  });
});
