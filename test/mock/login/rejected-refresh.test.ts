/** The 401 to an unknown refresh token has a challenge where the operation requires credentials (RFC 9110, section 15.5.2). */
import { expect, onTestFinished, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { contractWithPaths } from '../../pact/record/support.ts';

const refresh = (security: string) => `  /auth/refresh:
    post:
      security: ${security}
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [refresh_token], properties: { refresh_token: { type: string } } }
      responses:
        '200':
          description: new tokens
          content:
            application/json:
              schema:
                type: object
                required: [access_token, refresh_token]
                properties: { access_token: { type: string }, refresh_token: { type: string } }
        '401': { description: rejected }
  /tasks:
    get: { security: [{ bearer: [] }], responses: { '200': { description: ok }, '401': { description: no } } }`;

const components = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }';

async function challengeOf(security: string): Promise<string> {
  const mock = await serveMock(await contractWithPaths(refresh(security), components));
  onTestFinished(mock.close);
  const response = await fetch(`${mock.url}/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${mock.token}` },
    body: JSON.stringify({ refresh_token: 'stale' }),
  });
  return `${response.status} ${response.headers.get('www-authenticate')}`;
}

test('names the scheme of the operation', async () => {
  expect(await challengeOf('[{ bearer: [] }]')).toBe('401 Bearer');
});

test('names none where it has no scheme', async () => {
  expect(await challengeOf('[]')).toBe('401 null');
});
