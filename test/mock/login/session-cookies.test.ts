import { describe, expect, it } from 'vitest';
import { call, startShop } from './shops.ts';

const cookieShop = (headers: string) => `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /session:
    post:
      operationId: createSession
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [login, password], properties: { login: { type: string }, password: { type: string } } } } } }
      responses: { '204': { description: in${headers} }, '401': { description: no } }
    delete: { operationId: endSession, security: [{ session: [] }], responses: { '204': { description: out } } }
  /profile:
    get:
      operationId: readProfile
      security: [{ session: [] }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, required: [login], properties: { login: { type: string } } } } } }, '401': { description: no } }
components: { securitySchemes: { session: { type: apiKey, in: cookie, name: sid } } }
`;

describe('a login with a session cookie', () => {
  it.each([
    ['declared', ', headers: { Set-Cookie: { required: true, schema: { type: string } } }'],
    [
      'declared with a pattern',
      `, headers: { Set-Cookie: { required: true, schema: { type: string, pattern: '^sid=[a-z0-9]+; Max-Age=[0-9]+;.*$' } } }`,
    ],
    ['implied by the security scheme', ''],
  ])('(%s) sets a cookie that the mock accepts, and a logout clears it', async (_what, headers) => {
    const mock = await startShop(cookieShop(headers));
    const response = await call(mock, 'POST /session', { body: { login: 'ada', password: 'horse' } });
    const set = response.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^sid=[\w-]{30,}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = set.split(';');
    const read = () => call(mock, 'GET /profile', { headers: { Cookie: cookie } });
    expect((await read()).json).toEqual({ login: 'ada' });
    const logout = await call(mock, 'DELETE /session', { headers: { Cookie: cookie } });
    expect(logout.headers.get('set-cookie')).toMatch(/^sid=; Max-Age=0;/);
    expect((await read()).status).toBe(401);
    expect((await call(mock, 'GET /profile', { headers: { Cookie: `sid=${mock.token}` } })).status).toBe(200);
  });
});
