import { describe, expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../../../contracts/conformance/model/exchange.ts';
import { createRenewingSend, replaceCredentials } from '../../../contracts/conformance/session/renewed-credentials.ts';
import type { CredentialRenewal } from '../../../contracts/options/login.ts';

/** A token is a number: `Bearer 1`. `accepts` is what the server thinks of it. */
function setUp(accepts: (token: number, requests: number) => boolean, { canRenew = true } = {}) {
  const state = { version: 1, renewals: 0, isDue: false, sent: [] as string[] };
  const renew = () => {
    state.renewals++;
    if (canRenew) state.version++;
  };
  const renewal: CredentialRenewal = {
    get version() {
      return state.version;
    },
    schemes: new Set(),
    secrets: () => [],
    failure: () => undefined,
    renewIfDue() {
      if (!state.isDue) return undefined;
      state.isDue = false;
      return Promise.resolve(renew());
    },
    async renewRejected(version) {
      if (state.version === version) renew();
      return state.version !== version;
    },
  };
  const send = createRenewingSend(renewal);
  const transmit = async (request: SentRequest): Promise<Exchange> => {
    const [, authorization = ''] = request.headers[0] ?? [];
    state.sent.push(authorization);
    const status = accepts(Number(authorization.slice(7)), state.sent.length) ? 200 : 401;
    return { request, ms: 1, outcome: { kind: 'response', response: { status, headers: [], body: Buffer.from('') } } };
  };
  const request = { method: 'GET', url: 'http://store/', body: undefined, delivery: 'whole', headers: [] } as const;
  const withCurrentCredentials = (one: SentRequest): SentRequest => ({
    ...one,
    headers: [['Authorization', `Bearer ${state.version}`]],
  });
  const get = async (operationId = 'one', hasValidCredentials = true) => {
    const { outcome } = await send({ request, operationId, hasValidCredentials, withCurrentCredentials }, transmit);
    return outcome.kind === 'response' ? outcome.response.status : 0;
  };
  return { state, get };
}

describe('a 401 for credentials that were accepted before', () => {
  test('is sent again, and then once with renewed ones', async () => {
    const { state, get } = setUp((token, requests) => (token === 1 ? requests < 2 : true));
    expect([await get(), await get(), await get()]).toEqual([200, 200, 200]);
    expect(state.sent).toEqual(['Bearer 1', 'Bearer 1', 'Bearer 1', 'Bearer 2', 'Bearer 2']);
  });

  test('stays where the same request is accepted when it is sent again: the server is inconsistent', async () => {
    const { state, get } = setUp((_token, requests) => requests !== 2);
    expect([await get(), await get()]).toEqual([200, 401]);
    expect(state.renewals).toBe(0);
  });

  test('is renewed for only once by an operation that rejects new ones too', async () => {
    const { state, get } = setUp((_token, requests) => requests === 1 || requests === 5);
    await get('accepting');
    expect(await get('rejecting')).toBe(401);
    expect(await get('accepting')).toBe(200);
    expect([await get('rejecting'), await get('rejecting')]).toEqual([401, 401]);
    expect(state.renewals).toBe(1);
  });

  test('stays where they cannot be renewed', async () => {
    const { get } = setUp((_token, requests) => requests === 1, { canRenew: false });
    expect([await get(), await get()]).toEqual([200, 401]);
  });

  test('is not renewed for by each of several requests that were sent at the same time', async () => {
    const { state, get } = setUp((token, requests) => token > 1 || requests === 1);
    await get();
    expect(await Promise.all([get('a'), get('b'), get('c')])).toEqual([200, 200, 200]);
    expect(state.renewals).toBe(1);
  });
});

describe('nothing is renewed after a 401', () => {
  test('for a request that must get it', async () => {
    const { state, get } = setUp((_token, requests) => requests === 1);
    await get();
    expect(await get('one', false)).toBe(401);
    expect([state.renewals, state.sent.length]).toEqual([0, 2]);
  });

  test('for credentials that were never accepted', async () => {
    const { state, get } = setUp(() => false);
    expect([await get(), await get()]).toEqual([401, 401]);
    expect([state.renewals, state.sent.length]).toEqual([0, 2]);
  });

  test('in a loop', async () => {
    const { state, get } = setUp((_token, requests) => requests % 7 === 1);
    for (let count = 0; count < 100; count++) await get(String(count));
    expect(state.renewals).toBeLessThanOrEqual(11);
  });
});

test('credentials that are due are renewed before a request', async () => {
  const { state, get } = setUp((token) => token === 2);
  state.isDue = true;
  expect(await get()).toBe(200);
  expect(state.sent).toEqual(['Bearer 2']);
});

test('credentials are replaced in a request that was changed since', () => {
  const headers = [
    ['Authorization', 'Bearer 1'],
    ['Accept', '*/*'],
  ] as const;
  const before = { url: 'http://store/a?key=1', headers, body: undefined };
  const after = {
    url: 'http://store/a?key=2',
    headers: [
      ['Authorization', 'Bearer 2'],
      ['Accept', '*/*'],
    ] as const,
    body: undefined,
  };
  const request = { method: 'GET', delivery: 'whole', body: undefined } as const;
  const sent = { ...request, url: before.url, headers: [...headers, ['Cookie', 'a=1'] as const] };
  expect(replaceCredentials(sent, before, after)).toEqual({
    ...request,
    url: 'http://store/a?key=2',
    headers: [
      ['Authorization', 'Bearer 2'],
      ['Accept', '*/*'],
      ['Cookie', 'a=1'],
    ],
  });
  expect(replaceCredentials({ ...sent, url: 'http://store/renamed' }, before, after).url).toBe('http://store/renamed');
});
