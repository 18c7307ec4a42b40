/** Whole runs against a store whose tokens come from its own token endpoint, and do not last. */
import { expect, onTestFinished, test } from 'vitest';
import { openCredentials } from '../../../contracts/conformance/login/open-credentials.ts';
import { getMask } from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import type { Credentials } from '../../../contracts/options/credentials.ts';
import type { LoginSettings } from '../../../contracts/options/login.ts';
import { KitError } from '../../../errors.ts';
import { describeErrors, failingChecks, verify } from '../support.ts';
import { loginContract, oauth } from './login-contract.ts';
import { startTokenStore, type TokenStoreOptions } from './token-store.ts';

const client = { clientId: 'app', clientSecret: 'Cs-9f2kQ7vLx' } as const;
const ann = { username: 'ann', password: 'Pw-3k8ZtQm' } as const;

const contract = await loginContract({ schemes: { door: oauth('token', 'clientCredentials', 'password') } });

async function open(baseUrl: string, login: Partial<LoginSettings>, given: Partial<Credentials> = {}, clock = () => 0) {
  const credentials = {
    token: undefined,
    byScheme: new Map(),
    ...given,
    login: { user: {}, otherUser: {}, ...login },
  };
  return openCredentials({ contract, baseUrl, credentials, timeoutMs: 5_000, clock });
}

async function verifyStore(
  options: TokenStoreOptions,
  categories = ['valid-bodies', 'authentication'],
  clock?: () => number,
) {
  const store = await startTokenStore(options, onTestFinished);
  const credentials = await open(store.url, { user: client }, {}, clock);
  const result = await verify({ contract, baseUrl: store.url, credentials, categories });
  return { store, credentials, result };
}

test('a run outlasts its tokens, which are rejected after some requests', async () => {
  const { store, credentials, result } = await verifyStore({ maxUses: 15 });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toEqual([]);
  expect(store.logins.length).toBeGreaterThan(2);
  expect(getMask(credentials)(store.tokens.join(' '))).not.toMatch(/f8Qz7wVbN3kRtY/);
});

test('a run renews its token before that expires', async () => {
  let now = 0;
  // Each reading of the clock takes half a second.
  const { store, result } = await verifyStore({ expiresIn: 100 }, undefined, () => (now += 500));
  expect(describeErrors(result)).toEqual([]);
  expect(store.logins.length).toBeGreaterThan(1);
});

test('a valid request that gets 401 with every token is reported, after one renewal', async () => {
  const { store, result } = await verifyStore({ isRejected: (body) => body.length > 25 }, ['boundary-values']);
  expect(failingChecks(result)).toContain('valid-accepted');
  expect(store.logins).toHaveLength(2);
});

test('the password of a user gets a token, and a wrong one is an error that does not show it', async () => {
  const store = await startTokenStore({}, onTestFinished);
  expect((await open(store.url, { user: ann })).byScheme.get('door')).toBe(store.tokens[0]);
  const error: unknown = await open(store.url, { user: { ...ann, username: 'bob' } }).catch((one: unknown) => one);
  if (!(error instanceof KitError)) throw new Error('it was accepted');
  expect(error.message).toMatch(/^No credential could be obtained: .*\/token: received 400 .*invalid_grant/);
  expect(error.message).not.toContain('3k8ZtQm');
});

test('a second user logs in too', async () => {
  const store = await startTokenStore({}, onTestFinished);
  const other = { byScheme: new Map<string, string>(), isolated: [] };
  const credentials = await open(store.url, { user: client, otherUser: ann }, { other });
  expect(credentials.byScheme.get('door')).toBe(store.tokens[0]);
  expect(credentials.other?.byScheme.get('door')).toBe(store.tokens[1]);
});

test('a user is sent for basic authentication where the document has that', async () => {
  const basic = await loginContract({ schemes: { door: { type: 'http', scheme: 'basic' } } });
  const login = { user: ann, otherUser: {} };
  const credentials = { token: undefined, byScheme: new Map(), login };
  const opened = await openCredentials({ contract: basic, baseUrl: 'http://127.0.0.1:1', credentials, timeoutMs: 1 });
  expect(opened.byScheme.get('door')).toBe('ann:Pw-3k8ZtQm');
});

test('settings without a flow of the document are an error', async () => {
  const bearer = await loginContract({ schemes: { door: { type: 'http', scheme: 'bearer' } } });
  const credentials = { token: undefined, byScheme: new Map(), login: { user: client, otherUser: {} } };
  const opening = openCredentials({ contract: bearer, baseUrl: 'http://127.0.0.1:1', credentials, timeoutMs: 1 });
  await expect(opening).rejects.toThrow(/PLANT_STORE_CLIENT_ID is set, but the document has no security scheme/);
});

test('an endpoint that is not there is an error', async () => {
  await expect(open('http://127.0.0.1:1', { user: client })).rejects.toThrow(/127\.0\.0\.1:1\/token: ECONNREFUSED/);
});
