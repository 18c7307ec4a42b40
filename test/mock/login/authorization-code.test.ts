/** The authorization code flow with PKCE (RFC 7636), where the mock serves both endpoints. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import { call, claimsOf, startShop, text } from './shops.ts';

const ok = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
const user = `{ type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string, format: email }, name: { type: string } } }`;

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /users:
    get: { operationId: listUsers, security: [], responses: { '200': ${ok(`{ type: array, items: ${user} }`)} } }
  /users/{id}:
    get: { operationId: readUser, security: [], parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': ${ok(user)}, '404': { description: no } } }
  /me:
    get: { operationId: me, security: [{ oauth: [] }], responses: { '200': ${ok(user)}, '401': { description: no } } }
  /userinfo:
    get: { operationId: userinfo, security: [{ oauth: [] }], responses: { '200': ${ok('{ type: object, required: [sub], properties: { sub: { type: string }, email: { type: string } } }')}, '401': { description: no } } }
  /orders:
    get: { operationId: listOrders, security: [{ oauth: ['orders:read'] }], responses: { '200': ${ok('{ type: array, items: { type: object } }')}, '403': { description: no } } }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows: { authorizationCode: { authorizationUrl: /authorize, tokenUrl: /token, scopes: { 'orders:read': read, openid: you } } }
`;

const users = [
  { id: 1, email: 'ada@example.com', name: 'Ada' },
  { id: 2, email: 'ben@example.com', name: 'Ben' },
];
const page = 'http://localhost:5173/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

type Shop = Awaited<ReturnType<typeof startShop>>;

function start(options: ServeOptions = {}): Promise<Shop> {
  return startShop(shop, { records: { '/users': users }, ...options });
}

async function authorize(mock: Shop, query: Record<string, string> = {}) {
  const sent = { response_type: 'code', client_id: 'app', redirect_uri: page, ...pkce, ...query };
  const response = await fetch(`${mock.url}/authorize?${new URLSearchParams(sent)}`, { redirect: 'manual' });
  return { response, text: await response.text(), location: response.headers.get('location') };
}

async function codeOf(mock: Shop, query: Record<string, string> = {}): Promise<string> {
  const { location } = await authorize(mock, query);
  return new URL(location ?? '').searchParams.get('code') ?? '';
}

function exchange(mock: Shop, fields: Record<string, string>) {
  return call(mock, 'POST /token', {
    form: {
      grant_type: 'authorization_code',
      client_id: 'app',
      redirect_uri: page,
      code_verifier: verifier,
      ...fields,
    },
  });
}

it('logs in the user of login_hint', async () => {
  const mock = await start();
  const response = await exchange(mock, { code: await codeOf(mock, { login_hint: 'ben@example.com' }) });
  expect(response.status).toBe(200);
  expect(response.json).not.toHaveProperty('id_token');
  expect((await call(mock, 'GET /me', { token: text(response, 'access_token') })).json).toEqual(users[1]);
});

it('logs in the first user of the records without login_hint', async () => {
  const mock = await start();
  const response = await exchange(mock, { code: await codeOf(mock) });
  expect((await call(mock, 'GET /me', { token: text(response, 'access_token') })).json).toEqual(users[0]);
});

it('grants the scopes of the authorization request', async () => {
  const mock = await start();
  const token = text(await exchange(mock, { code: await codeOf(mock, { scope: 'openid' }) }), 'access_token');
  expect((await call(mock, 'GET /orders', { token })).status).toBe(403);
});

it('returns an ID token with the nonce and the client to those who request openid', async () => {
  const mock = await start();
  const response = await exchange(mock, { code: await codeOf(mock, { scope: 'openid', nonce: 'n-1' }) });
  const claims = { iss: mock.url, aud: 'app', nonce: 'n-1', sub: '1', preferred_username: 'ada@example.com' };
  expect(claimsOf(text(response, 'id_token'))).toMatchObject(claims);
});

it('has the same subject in tokens, in refreshed tokens and in the profile', async () => {
  const mock = await start();
  const first = await exchange(mock, { code: await codeOf(mock) });
  const refresh_token = text(first, 'refresh_token');
  const second = await call(mock, 'POST /token', { form: { grant_type: 'refresh_token', refresh_token } });
  for (const response of [first, second]) {
    const token = text(response, 'access_token');
    expect(claimsOf(token)).toMatchObject({ sub: '1' });
    expect((await call(mock, 'GET /userinfo', { token })).json).toEqual({ sub: '1', email: 'ada@example.com' });
  }
});

it('accepts a code once', async () => {
  const mock = await start();
  const code = await codeOf(mock);
  const responses = await Promise.all([exchange(mock, { code }), exchange(mock, { code })]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

it.each([
  [{ code_verifier: 'w'.repeat(43) }, 'the code_verifier of the code_challenge, got another one'],
  [{ redirect_uri: `${page}/` }, 'the redirect_uri of the authorization request, got another one'],
  [{ client_id: 'other' }, 'the client_id of the authorization request, got another one'],
  [{ code: 'made-up' }, 'a code that was issued, got an unknown one'],
])('rejects an exchange with %j', async (fields, expected) => {
  const mock = await start();
  const code = await codeOf(mock);
  const response = await exchange(mock, { code, ...fields });
  expect(response.status).toBe(400);
  expect(response.json).toMatchObject({
    error: 'invalid_grant',
    error_description: expect.stringContaining(`expected ${expected}`),
  });
  expect((await exchange(mock, { code })).status).toBe(200);
});

it('rejects a code that needs no verifier if one is sent, and one that needs it without', async () => {
  const mock = await start();
  const plain = await codeOf(mock, { code_challenge: '', code_challenge_method: '' });
  expect((await exchange(mock, { code: plain })).status).toBe(400);
  expect((await exchange(mock, { code: await codeOf(mock), code_verifier: '' })).status).toBe(400);
});

it('rejects a code after ten minutes', async () => {
  let time = 0;
  const mock = await start({ now: () => time });
  const code = await codeOf(mock);
  time = 600_000;
  const response = await exchange(mock, { code });
  expect(response.status).toBe(400);
  expect(text(response, 'error_description')).toContain('got an expired one');
});

it('redirects with an error for an unknown challenge method', async () => {
  const { location } = await authorize(await start(), { code_challenge_method: 'S512', state: 's' });
  const sent = new URL(location ?? '').searchParams;
  expect([sent.get('error'), sent.get('state'), sent.get('code')]).toEqual(['invalid_request', 's', null]);
});

it('puts the code into the fragment if response_mode requests it', async () => {
  const { location } = await authorize(await start(), { response_mode: 'fragment' });
  const { hash, search } = new URL(location ?? '');
  expect(search).toBe('');
  expect(hash).toMatch(/^#code=\w+$/);
});

it('redirects to allowed hosts', async () => {
  const mock = await start({ allowHosts: ['app.test'] });
  expect((await authorize(mock, { redirect_uri: 'http://app.test/' })).response.status).toBe(302);
  expect((await authorize(mock, { redirect_uri: 'http://other.test/' })).response.status).toBe(400);
});

it('shows the users for prompt=login, each with a link that logs in', async () => {
  const mock = await start();
  const { response, text: html } = await authorize(mock, { prompt: 'login', state: '"><script>' });
  expect(response.status).toBe(200);
  expect(html).not.toContain('<script>');
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  expect(links).toHaveLength(2);
  const chosen = await fetch(`${mock.url}/authorize${links[1]}`, { redirect: 'manual' });
  const { searchParams } = new URL(chosen.headers.get('location') ?? '');
  expect(searchParams.get('state')).toBe('"><script>');
  const token = text(await exchange(mock, { code: searchParams.get('code') ?? '' }), 'access_token');
  expect((await call(mock, 'GET /me', { token })).json).toEqual(users[1]);
});

it('escapes the names of users on its page', async () => {
  const mock = await start({ records: { '/users': [{ id: 1, email: '"<b>"@example.com' }] } });
  const { text: html } = await authorize(mock, { prompt: 'login' });
  expect(html).toContain('>&quot;&lt;b&gt;&quot;@example.com</a>');
});

it('sends the code to the page of the client where the document declares the endpoint', async () => {
  const declared = `paths:
  /authorize:
    get:
      security: []
      parameters: [{ name: redirect_uri, in: query, required: true, schema: { type: string } }]
      responses:
        '302': { description: back, headers: { Location: { required: true, schema: { type: string, example: 'https://elsewhere.example/' } }, X-Request: { required: true, schema: { type: string, enum: [known] } } } }
        '400': { description: no }`;
  const mock = await startShop(shop.replace('paths:', declared), { records: { '/users': users } });
  expect((await exchange(mock, { code: await codeOf(mock) })).status).toBe(200);
  const { response } = await authorize(mock);
  expect(response.headers.get('x-request')).toBe('known');
  expect((await authorize(mock, { redirect_uri: 'https://elsewhere.example/' })).response.status).toBe(400);
});
