import { describe, expect, test } from 'vitest';
import { obtainLiveToken } from '../../../contracts/conformance/login/live-token.ts';
import { jwtLifetime, type ObtainedToken } from '../../../contracts/conformance/login/obtained-token.ts';
import { KitError } from '../../../errors.ts';

/** A clock that a test sets, and a source that counts its tokens. */
function setUp(lifetime: number | undefined) {
  const state = { now: 0, count: 0, isBroken: false };
  const obtain = async (previous?: ObtainedToken): Promise<ObtainedToken> => {
    if (state.isBroken) throw new KitError('login-failed', 'the endpoint is down');
    return { token: `Tk-${++state.count}${previous === undefined ? '' : ` after ${previous.token}`}`, lifetime };
  };
  return { state, open: () => obtainLiveToken(obtain, () => state.now) };
}

describe('a live token', () => {
  test.each([
    [3600, 3_570_000],
    [60, 45_000],
    [4, 3_000],
  ])('with a lifetime of %i s is due after %i ms', async (lifetime, dueMs) => {
    const { state, open } = setUp(lifetime);
    const live = await open();
    state.now = dueMs - 1;
    expect(live.isDue()).toBe(false);
    state.now = dueMs;
    expect(live.isDue()).toBe(true);
    expect(await live.renew()).toBe(true);
    expect(live.token).toBe('Tk-2 after Tk-1');
    expect(live.isDue()).toBe(false);
    expect(live.secrets()).toEqual(['Tk-1', 'Tk-2 after Tk-1']);
  });

  test('of unknown lifetime is never due', async () => {
    const { state, open } = setUp(undefined);
    const live = await open();
    state.now = 1e12;
    expect(live.isDue()).toBe(false);
  });

  test('is renewed once for concurrent calls', async () => {
    const { state, open } = setUp(60);
    const live = await open();
    expect(await Promise.all([live.renew(), live.renew(), live.renew()])).toEqual([true, true, true]);
    expect(state.count).toBe(2);
  });

  test('stays when its renewal fails, which is tried again later', async () => {
    const { state, open } = setUp(60);
    const live = await open();
    Object.assign(state, { now: 50_000, isBroken: true });
    expect(await live.renew()).toBe(false);
    expect([live.token, live.failure(), live.isDue()]).toEqual(['Tk-1', 'the endpoint is down', false]);
    Object.assign(state, { now: 55_000, isBroken: false });
    expect(live.isDue()).toBe(true);
    expect(await live.renew()).toBe(true);
    expect(live.failure()).toBeUndefined();
  });
});

describe('the lifetime of a JWT', () => {
  const jwt = (claims: unknown) =>
    `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.abc`;

  test('is from its issue to its end, whatever time it is here', () => {
    expect(jwtLifetime(jwt({ iat: 5_000, exp: 5_600 }), 9e12)).toBe(600);
  });

  test('is from now to its end where its issue is unknown', () => {
    expect(jwtLifetime(jwt({ exp: 5_600 }), 5_000_000)).toBe(600);
  });

  test.each([['opaque'], [jwt({ sub: 'ann' })], [jwt('text')], ['eyJh.%%%.x'], [jwt({ exp: 1 })]])(
    'is unknown for %s',
    (token) => {
      expect(jwtLifetime(token, 5_000_000)).toBeUndefined();
    },
  );
});
