import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../cli/actions/mock/settings.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { enveloped } from './documents.ts';
import { call, claimsOf, startShop, text, tokenShop, userShop } from './shops.ts';

const ada = { email: 'ada@example.com', password: 'correct horse' };

async function logIn(mock: Awaited<ReturnType<typeof startShop>>, body = ada) {
  const response = await call(mock, 'POST /api/auth/login', { body });
  return { response, access: text(response, 'data', 'accessToken'), refresh: text(response, 'data', 'refreshToken') };
}

describe('a registration', () => {
  const conflicting = tokenShop.replace("responses: { '201':", "responses: { '409': { description: taken }, '201':");
  const register = (mock: Awaited<ReturnType<typeof startShop>>, password: string) =>
    call(mock, 'POST /api/auth/register', { body: { ...ada, password } });

  it('of a known name gets the declared 409, and the password stays', async () => {
    const mock = await startShop(conflicting);
    expect((await register(mock, 'first')).status).toBe(201);
    expect((await register(mock, 'second')).status).toBe(409);
    expect((await logIn(mock, { ...ada, password: 'first' })).response.status).toBe(200);
    expect((await logIn(mock, { ...ada, password: 'second' })).response.status).toBe(401);
  });

  it('of a known name replaces the password where the contract declares no conflict', async () => {
    const mock = await startShop(tokenShop);
    await register(mock, 'first');
    expect((await register(mock, 'second')).status).toBe(201);
    expect((await logIn(mock, { ...ada, password: 'second' })).response.status).toBe(200);
  });
});

it('a token does not repeat a name of any length', async () => {
  const mock = await startShop(tokenShop);
  const { access } = await logIn(mock, { ...ada, email: `${'a'.repeat(10_000)}@example.com` });
  expect(access.length).toBeLessThan(2_000);
});

describe('a login', () => {
  it('returns a token that the mock accepts, without a user to create first', async () => {
    const mock = await startShop(tokenShop);
    const { response, access } = await logIn(mock);
    expect(response.status).toBe(200);
    expect((await call(mock, 'GET /api/orders', { token: access })).status).toBe(200);
    expect((await call(mock, 'GET /api/orders', { token: mock.token })).status).toBe(200);
    expect((await call(mock, 'GET /api/orders', { token: `${access}x` })).status).toBe(401);
  });

  it('returns a JWT with the user, the times and no password', async () => {
    const mock = await startShop(tokenShop, { now: () => 1_800_000_000_500 });
    const { access } = await logIn(mock);
    expect(claimsOf(access)).toMatchObject({ sub: 'ada@example.com', iat: 1_800_000_000, exp: 1_800_003_600 });
    expect(Buffer.from(access, 'base64url').toString()).not.toContain('horse');
    expect(JSON.parse(Buffer.from(access.split('.')[0] ?? '', 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    });
  });

  it('returns a different token each time, and the same ones in each run with a seed', async () => {
    const tokens = async () => {
      const mock = await startShop(tokenShop, { seed: 7, now: () => 1_800_000_000_000 });
      return [await logIn(mock), await logIn(mock)].flatMap(({ access, refresh }) => [access, refresh]);
    };
    const first = await tokens();
    expect(new Set(first).size).toBe(4);
    expect(await tokens()).toEqual(first);
  });

  it('returns texts that the declared schema allows', async () => {
    const mock = await startShop(tokenShop);
    const { refresh } = await logIn(mock);
    expect(refresh).toMatch(/^[0-9a-zA-Z_-]{20,30}$/);
  });

  it('describes the user who logged in, in its response and in that of the current user', async () => {
    const mock = await startShop(tokenShop);
    const { response, access } = await logIn(mock);
    expect(text(response, 'data', 'user', 'email')).toBe(ada.email);
    expect(text(await call(mock, 'GET /api/users/me', { token: access }), 'email')).toBe(ada.email);
    expect(text(await call(mock, 'GET /api/users/me', { token: mock.token }), 'email')).not.toBe(ada.email);
  });

  it('is invalid after a reset', async () => {
    const mock = await startShop(tokenShop);
    const { access } = await logIn(mock);
    await mock.reset();
    expect((await call(mock, 'GET /api/orders', { token: access })).status).toBe(401);
  });

  it('works with --stateless too', async () => {
    const mock = await startShop(tokenShop, { stateless: true });
    const { access } = await logIn(mock);
    expect((await call(mock, 'GET /api/orders', { token: access })).status).toBe(200);
  });

  it('is no login if the client requests an error', async () => {
    const mock = await startShop(tokenShop);
    const response = await call(mock, 'POST /api/auth/login', { body: ada, headers: { Prefer: 'code=401' } });
    expect(response.status).toBe(401);
  });
});

describe('the lifetime of a token', () => {
  it('ends as the response says: 401 with the declared error, and the reason in the challenge', async () => {
    let now = 1_800_000_000_000;
    const mock = await startShop(tokenShop, { tokenLifetime: '5s', now: () => now });
    const { response, access } = await logIn(mock);
    expect(text(response, 'data', 'expiresIn')).toBe('5');
    now += 4_900;
    expect((await call(mock, 'GET /api/orders', { token: access })).status).toBe(200);
    now += 200;
    const expired = await call(mock, 'GET /api/orders', { token: access });
    expect(expired.status).toBe(401);
    expect(expired.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(text(expired, 'message')).toContain('expired');
  });

  it.each(['5', '5 weeks', '0s', 'soon', -1])('is no %s', async (tokenLifetime) => {
    await expect(startShop(tokenShop, { tokenLifetime })).rejects.toThrow(/5s, 10m or 1h/);
  });
});

describe('a refresh token', () => {
  it('gets new tokens of the same user once', async () => {
    const mock = await startShop(tokenShop);
    const { refresh } = await logIn(mock);
    const renew = (refreshToken: string) => call(mock, 'POST /api/auth/refresh', { body: { refreshToken } });
    const renewed = await renew(refresh);
    expect(renewed.status).toBe(200);
    const token = text(renewed, 'data', 'accessToken');
    expect(text(await call(mock, 'GET /api/users/me', { token }), 'email')).toBe(ada.email);
    expect((await renew(refresh)).status).toBe(401);
    expect((await renew(text(renewed, 'data', 'refreshToken'))).status).toBe(200);
  });

  it('is rejected if the mock did not issue it, except for the example of the contract', async () => {
    const mock = await startShop(tokenShop);
    const renew = (refreshToken: string) => call(mock, 'POST /api/auth/refresh', { body: { refreshToken } });
    expect((await renew('stale')).status).toBe(401);
    expect((await renew('my-refresh-token')).status).toBe(200);
  });

  it('is no credential', async () => {
    const mock = await startShop(tokenShop);
    const { refresh } = await logIn(mock);
    expect((await call(mock, 'GET /api/orders', { token: refresh })).status).toBe(401);
  });
});

describe('a logout', () => {
  it('ends the session, with its refresh token, but not the development token', async () => {
    const mock = await startShop(tokenShop);
    const [{ access, refresh }, other] = [await logIn(mock), await logIn(mock)];
    expect((await call(mock, 'POST /api/auth/logout', { token: access })).status).toBe(204);
    expect((await call(mock, 'GET /api/orders', { token: access })).status).toBe(401);
    const body = { refreshToken: refresh };
    expect((await call(mock, 'POST /api/auth/refresh', { body })).status).toBe(401);
    expect((await call(mock, 'GET /api/orders', { token: other.access })).status).toBe(200);
    await call(mock, 'POST /api/auth/logout', { token: mock.token });
    expect((await call(mock, 'GET /api/orders', { token: mock.token })).status).toBe(200);
  });
});

describe('a registration', () => {
  it('logs in, and the login then knows the password and the user', async () => {
    const mock = await startShop(tokenShop);
    const registered = await call(mock, 'POST /api/auth/register', { body: { ...ada, name: 'Ada' } });
    expect(registered.status).toBe(201);
    const token = text(registered, 'data', 'accessToken');
    expect((await call(mock, 'GET /api/users/me', { token })).json).toMatchObject({ email: ada.email, name: 'Ada' });
    const { response, access } = await logIn(mock);
    expect(text(response, 'data', 'user', 'name')).toBe('Ada');
    expect((await call(mock, 'GET /api/users/me', { token: access })).json).toMatchObject({ name: 'Ada' });
    const wrong = await logIn(mock, { ...ada, password: 'battery' });
    expect(wrong.response.status).toBe(401);
    expect(text(wrong.response, 'message')).not.toContain('battery');
    expect((await logIn(mock, { ...ada, email: 'bob@example.com' })).response.status).toBe(200);
  });
});

describe('the data of the current user', () => {
  it('is changed for this user alone', async () => {
    const mock = await startShop(tokenShop);
    const first = await logIn(mock);
    const second = await logIn(mock, { email: 'bob@example.com', password: 'x' });
    await call(mock, 'PATCH /api/users/me', { body: { name: 'Countess' }, token: first.access });
    const nameOf = async (token: string) => text(await call(mock, 'GET /api/users/me', { token }), 'name');
    expect(await nameOf(first.access)).toBe('Countess');
    expect(await nameOf(second.access)).not.toBe('Countess');
    expect(text(await call(mock, 'GET /api/users/me', { token: first.access }), 'email')).toBe(ada.email);
  });
});

describe('a token endpoint of OAuth2', () => {
  const password = { grant_type: 'password', username: 'ada', password: 'horse' };
  const exchange = (mock: { readonly url: string }, form: Readonly<Record<string, string>>) =>
    call(mock, 'POST /oauth/token', { form });

  it('knows the passwords of users that are records, once they are registered', async () => {
    const mock = await startShop(userShop);
    expect((await exchange(mock, password)).status).toBe(200);
    const created = await call(mock, 'POST /users', { body: { username: 'ada', password: 'horse', city: 'London' } });
    expect(created.status).toBe(201);
    expect((await exchange(mock, { ...password, password: 'wrong' })).status).toBe(400);
    const token = text(await exchange(mock, password), 'access_token');
    expect(claimsOf(token)).toMatchObject({ sub: text(created, 'id'), scope: 'prices:write stock:read' });
    expect((await call(mock, 'GET /me', { token })).json).toEqual(created.json);
  });

  it('shows a change of the current user in the record', async () => {
    const mock = await startShop(userShop);
    const created = await call(mock, 'POST /users', { body: { username: 'ada', password: 'horse', city: 'London' } });
    const token = text(await exchange(mock, password), 'access_token');
    await call(mock, 'PATCH /me', { body: { city: 'Paris' }, token });
    expect(text(await call(mock, 'GET /me', { token }), 'city')).toBe('Paris');
    expect(text(await call(mock, `GET /users/${text(created, 'id')}`), 'city')).toBe('Paris');
  });

  it('accepts any password of an initial record, unless the records have passwords', async () => {
    const records = { '/users': [{ id: 1, username: 'ada', password: 'horse' }] };
    const mock = await startShop(userShop, { records });
    expect((await exchange(mock, password)).status).toBe(200);
    expect((await exchange(mock, { ...password, password: 'wrong' })).status).toBe(400);
    expect((await exchange(mock, { ...password, username: 'bob' })).status).toBe(400);
    const open = await startShop(userShop, { records: { '/users': [{ id: 1, username: 'ada' }] } });
    expect((await exchange(open, password)).status).toBe(200);
    expect((await exchange(open, { ...password, username: 'bob' })).status).toBe(200);
  });

  it('grants the requested scopes; without another one an operation returns the declared 403, or else 401', async () => {
    const mock = await startShop(userShop);
    const put = (token: string) => call(mock, 'PUT /prices', { body: { all: 1 }, token });
    const all = text(await exchange(mock, password), 'access_token');
    expect((await put(all)).status).toBe(204);
    const response = await exchange(mock, { ...password, scope: 'stock:read' });
    const token = text(response, 'access_token');
    const denied = await put(token);
    expect(denied.status).toBe(403);
    expect(denied.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    expect((await call(mock, 'GET /stock', { token })).status).toBe(200);
    const other = text(await exchange(mock, { ...password, scope: 'prices:write' }), 'access_token');
    expect((await call(mock, 'GET /stock', { token: other })).status).toBe(401);
  });

  it('exchanges refresh tokens with their scopes', async () => {
    const mock = await startShop(userShop);
    const first = await exchange(mock, { ...password, scope: 'stock:read' });
    const form = { grant_type: 'refresh_token', refresh_token: text(first, 'refresh_token') };
    const second = await exchange(mock, form);
    expect(second.status).toBe(200);
    const token = text(second, 'access_token');
    expect((await call(mock, 'PUT /prices', { body: { all: 1 }, token })).status).toBe(403);
    expect((await exchange(mock, form)).status).toBe(400);
  });
});

describe('several processes that share a storage', () => {
  it('accept the tokens of each other, and end sessions together', async () => {
    const storage = createMemoryStorage();
    const [first, second] = [await startShop(tokenShop, { storage }), await startShop(tokenShop, { storage })];
    const { access } = await logIn(first);
    expect((await call(second, 'GET /api/orders', { token: access })).status).toBe(200);
    await call(second, 'POST /api/auth/logout', { token: access });
    expect((await call(first, 'GET /api/orders', { token: access })).status).toBe(401);
  });
});

describe('a user in an envelope', () => {
  it('is registered, logs in with an API key in Authorization, and changes', async () => {
    const mock = await startShop(enveloped);
    const user = { username: 'ada', email: ada.email, password: 'horse' };
    const registered = await call(mock, 'POST /users', { body: { user } });
    expect(text(registered, 'user', 'username')).toBe('ada');
    const login = (password: string) =>
      call(mock, 'POST /users/login', { body: { user: { email: ada.email, password } } });
    expect((await login('wrong')).status).toBe(401);
    const response = await login('horse');
    expect(text(response, 'user', 'username')).toBe('ada');
    const headers = { Authorization: `Token ${text(response, 'user', 'token')}` };
    const read = async () => (await call(mock, 'GET /user', { headers })).json;
    expect(await read()).toMatchObject({ user: { username: 'ada', token: text(response, 'user', 'token') } });
    await call(mock, 'PUT /user', { headers, body: { user: { bio: 'countess' } } });
    expect(await read()).toMatchObject({ user: { username: 'ada', email: ada.email, bio: 'countess' } });
  });
});

describe('--token-lifetime', () => {
  it('is passed to the mock in milliseconds, and named in the error', () => {
    const given = (text: string) => readSettings({ options: { 'token-lifetime': text }, positionals: [] });
    expect(given('1.5h').options.tokenLifetime).toBe(5_400_000);
    expect(() => given('5')).toThrow('--token-lifetime "5": expected a duration such as 5s, 10m or 1h');
  });
});
