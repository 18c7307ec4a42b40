/** Endpoints of OAuth2 that a document names in a security scheme, without an operation for them. */
import { describe, expect, it } from 'vitest';
import { startupLines } from '../../../mock/start/startup-message/startup-message.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { undeclaredEndpoints } from '../../../spec/login/oauth-endpoints.ts';
import { call, startShop, text } from './shops.ts';

const ok = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      security: [{ oauth: ['orders:read'] }]
      responses: { '200': ${ok('{ type: array, items: { type: object } }')}, '401': { description: no }, '403': { description: no } }
  /me:
    get:
      operationId: me
      security: [{ oauth: [] }]
      responses: { '200': ${ok('{ type: object, required: [email], properties: { email: { type: string } } }')}, '401': { description: no } }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://id.example.com/authorize
          tokenUrl: https://id.example.com/oauth/token
          refreshUrl: /v1/refresh/
          scopes: { 'orders:read': read }
`;

type Shop = Awaited<ReturnType<typeof startShop>>;

function fetchToken(mock: Shop, fields: Record<string, string>, path = '/oauth/token') {
  return call(mock, `POST ${path}`, { form: { grant_type: 'password', ...fields } });
}

describe('the token endpoint', () => {
  it('issues tokens that the mock accepts, for the user who logged in', async () => {
    const mock = await startShop(shop);
    const response = await fetchToken(mock, { username: 'ada@example.com', password: 'any' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.json).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const token = text(response, 'access_token');
    expect((await call(mock, 'GET /me', { token })).json).toEqual({ email: 'ada@example.com' });
    expect((await call(mock, 'GET /v1/orders', { token })).status).toBe(200);
    expect((await call(mock, 'GET /me', { token: `${token}x` })).status).toBe(401);
  });

  it('grants the requested scopes', async () => {
    const mock = await startShop(shop);
    const token = text(await fetchToken(mock, { username: 'ada', password: 'any', scope: 'other' }), 'access_token');
    expect((await call(mock, 'GET /orders', { token })).status).toBe(403);
  });

  it('exchanges a refresh token once, at the refreshUrl too', async () => {
    const mock = await startShop(shop);
    const refresh_token = text(await fetchToken(mock, { username: 'ada', password: 'any' }), 'refresh_token');
    const refresh = () => fetchToken(mock, { grant_type: 'refresh_token', refresh_token }, '/v1/refresh/');
    expect((await refresh()).status).toBe(200);
    const again = await refresh();
    expect(again.status).toBe(400);
    expect(again.json).toMatchObject({ error: 'invalid_grant' });
  });

  it('rejects a request without a grant type as RFC 6749 says', async () => {
    const mock = await startShop(shop);
    const response = await call(mock, 'POST /oauth/token', { form: { username: 'ada' } });
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('grant_type'),
    });
  });
});

describe('the authorization endpoint', () => {
  const ask = (mock: Shop, query: Record<string, string>) =>
    fetch(`${mock.url}/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
  const page = 'http://localhost:5173/callback?from=login';

  it('redirects to the page of the app with a code and its state', async () => {
    const mock = await startShop(shop);
    const response = await ask(mock, { response_type: 'code', redirect_uri: page, state: 'a&b' });
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe('http://localhost:5173/callback');
    const { code = '', ...others } = Object.fromEntries(location.searchParams);
    expect(others).toEqual({ from: 'login', state: 'a&b' });
    const fields = { grant_type: 'authorization_code', code, redirect_uri: page };
    expect((await fetchToken(mock, fields)).status).toBe(200);
    expect(JSON.stringify(await mock.journal.list())).not.toContain(code);
  });

  it('says that it does not know other response types', async () => {
    const mock = await startShop(shop);
    const response = await ask(mock, { response_type: 'token', redirect_uri: page });
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('unsupported_response_type');
  });

  it.each(['https://elsewhere.example/', 'javascript:alert(1)', '//localhost', ''])(
    'does not redirect to %j',
    async (uri) => {
      const mock = await startShop(shop);
      const response = await ask(mock, { response_type: 'code', redirect_uri: uri });
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).toContain('redirect_uri');
    },
  );
});

it('are named at the start', async () => {
  const contract = await parseContract('https://contracts.example/shop.yaml', shop);
  const lines = startupLines([{ prefix: '/shop', contract }], {
    ...{ url: 'http://127.0.0.1:4010', token: 'x', isTokenSecret: false, auth: true, upstream: undefined },
    ...{ controlToken: undefined, isControlTokenSecret: false, fingerprint: undefined },
  });
  expect(lines.find((line) => line.startsWith('oauth2'))).toContain(
    'POST /shop/oauth/token, POST /shop/v1/refresh/, GET /shop/authorize (named by the document, not declared)',
  );
});

it('are those of the document where it declares them', async () => {
  const declared = shop.replace(
    'paths:',
    `paths:\n  /oauth/token: { post: { responses: { '204': { description: ok } } } }`,
  );
  const contract = await parseContract('https://contracts.example/shop.yaml', declared);
  expect(undeclaredEndpoints(contract)).toEqual({ tokens: ['/v1/refresh/'], authorizations: ['/authorize'] });
});

it('do not hide an operation with a parameter in its path', async () => {
  const pages = `paths:\n  /{page}: { get: { responses: { '204': { description: ok } } }, parameters: [{ name: page, in: path, required: true, schema: { type: string } }] }`;
  const mock = await startShop(shop.replace('paths:', pages));
  expect((await call(mock, 'GET /authorize')).status).toBe(204);
});

it('have names for rules and filters of the journal', async () => {
  const mock = await startShop(shop);
  await mock.scenario.next('POST /oauth/token', { status: 503 });
  expect((await fetchToken(mock, {})).status).toBe(503);
  expect((await fetchToken(mock, {})).status).toBe(200);
  expect(await mock.journal.count({ operation: 'POST /oauth/token' })).toBe(2);
});

it('are beside operations of the same path with another method', async () => {
  const page = `paths:\n  /oauth/token: { get: { responses: { '204': { description: ok } } } }`;
  const mock = await startShop(shop.replace('paths:', page));
  expect((await call(mock, 'GET /oauth/token')).status).toBe(204);
  expect((await fetchToken(mock, {})).status).toBe(200);
});
