import { describe, expect, test } from 'vitest';
import type { TokenGrant } from '../../../contracts/conformance/login/token-grants.ts';
import { createTokenSource } from '../../../contracts/conformance/login/token-request.ts';
import type { Exchange, SentRequest } from '../../../contracts/conformance/model/exchange.ts';
import type { UserLogin } from '../../../contracts/options/login.ts';
import { KitError } from '../../../errors.ts';

const grant: TokenGrant = { url: 'https://id.example.com/token?x=1', kind: 'password', scopes: ['read'], schemes: [] };
const user = { username: 'ann', password: 'Pw 3k8Zt+' } as const;
const client = { clientId: 'app', clientSecret: 'Cs:9f2kQ7' } as const;

type Answer = readonly [status: number, body: unknown];

/** Responds with each answer once; keeps the forms, with the header of the client in front. */
function endpoint(...answers: readonly Answer[]) {
  const forms: string[] = [];
  const send = async (request: SentRequest): Promise<Exchange> => {
    const [, authorization = ''] = request.headers.find(([name]) => name === 'Authorization') ?? [];
    const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    forms.push(`${basic}${basic === '' ? '' : ' '}${Buffer.from(request.body ?? []).toString()}`);
    const [status, body] = answers[forms.length - 1] ?? [500, 'too many'];
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return { request, ms: 1, outcome: { kind: 'response', response: { status, headers: [], body: bytes } } };
  };
  return { forms, send };
}

async function failure(login: UserLogin, ...answers: readonly Answer[]): Promise<string> {
  const { send } = endpoint(...answers);
  const error: unknown = await createTokenSource({ grant, login, send })().catch((reason: unknown) => reason);
  if (!(error instanceof KitError)) throw new Error('it did not fail');
  expect(error.code).toBe('login-failed');
  return `${error.detail} | ${error.fix}`;
}

describe('a token', () => {
  test('is requested with the password of a user, and with the scopes', async () => {
    const { forms, send } = endpoint([200, { access_token: 'Tk-1', expires_in: '60' }]);
    expect(await createTokenSource({ grant, login: user, send })()).toEqual({ token: 'Tk-1', lifetime: 60 });
    expect(forms).toEqual(['grant_type=password&username=ann&password=Pw+3k8Zt%2B&scope=read']);
  });

  test('is requested with Basic for the client, encoded as RFC 6749 says', async () => {
    const { forms, send } = endpoint([200, { access_token: 'Tk-1' }]);
    await createTokenSource({ grant: { ...grant, kind: 'client credentials' }, login: client, send })();
    expect(forms).toEqual(['app:Cs%3A9f2kQ7 grant_type=client_credentials&scope=read']);
  });

  test('is requested with fields for the client where Basic is rejected', async () => {
    const { forms, send } = endpoint([401, { error: 'invalid_client' }], [200, { access_token: 'Tk-1' }]);
    await createTokenSource({ grant, login: { ...client, ...user }, send })();
    expect(forms[1]).toBe(
      'grant_type=password&username=ann&password=Pw+3k8Zt%2B&scope=read&client_id=app&client_secret=Cs%3A9f2kQ7',
    );
  });

  test('is refreshed with the last refresh token, and requested again when that is rejected', async () => {
    const { forms, send } = endpoint(
      [200, { access_token: 'Tk-1', refresh_token: 'Rf-1' }],
      [200, { access_token: 'Tk-2', refresh_token: 'Rf-2' }],
      [200, { access_token: 'Tk-3' }],
      [400, { error: 'invalid_grant' }],
      [200, { access_token: 'Tk-4' }],
    );
    const obtain = createTokenSource({ grant, login: { clientId: 'app', ...user }, send });
    let last = await obtain();
    for (let count = 0; count < 3; count++) last = await obtain(last);
    expect(last).toEqual({ token: 'Tk-4', lifetime: undefined });
    expect(forms.map((form) => new URLSearchParams(form).get('refresh_token') ?? 'login')).toEqual([
      ...['login', 'Rf-1', 'Rf-2', 'Rf-2', 'login'],
    ]);
    expect(forms.every((form) => form.endsWith('&client_id=app'))).toBe(true);
  });
});

describe('a rejection by the endpoint', () => {
  test('is quoted without secrets, and without the query of the URL', async () => {
    const text = await failure(user, [400, { error: 'invalid_grant', error_description: `no ${user.password}` }]);
    expect(text).toMatch(/^https:\/\/id\.example\.com\/token: received 400 .*invalid_grant.*\(password, scopes read\)/);
    expect(text).toMatch(/Check PLANT_STORE_USERNAME and PLANT_STORE_PASSWORD\.$/);
    expect(text).not.toContain('3k8Zt');
  });

  test('names what to change', async () => {
    expect(await failure(client, [401, { error: 'invalid_client' }], [401, { error: 'invalid_client' }])).toMatch(
      /Check PLANT_STORE_CLIENT_ID and/,
    );
    expect(await failure(user, [400, { error: 'invalid_scope' }])).toMatch(/Allow the client the scopes/);
    expect(await failure(user, [500, '<h1>Oops\x1b[31m</h1>'])).toMatch(/received 500 <h1>Oops.x1b\[31m|received 500/);
  });

  test('may be a success without a token', async () => {
    expect(await failure(user, [200, { token: 'Tk-1' }])).toMatch(/the 200 has no access_token that can be sent/);
    expect(await failure(user, [200, { access_token: 'two\nlines' }])).toMatch(/no access_token that can be sent/);
  });
});
