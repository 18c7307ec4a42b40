/** Credentials that expire during a verification: later rejections are not errors. */
import { expect, onTestFinished, test } from 'vitest';
import {
  type AccessRule,
  expiredTokenResponse,
  startRejectingProxy,
} from '../../conformance/running/rejecting-proxy.ts';
import { committedPact, contract, verifyFiles, zooStore } from '../support.ts';

const token = 'the-token';

/** The conforming implementation, which accepts the token this many times. */
async function acceptTimes(times: number): Promise<string> {
  let taken = 0;
  const accessRule: AccessRule = ({ request: { headers } }) =>
    headers.authorization === `Bearer ${token}` && ++taken > times ? expiredTokenResponse : undefined;
  return startRejectingProxy(await zooStore('right-store', token), accessRule, onTestFinished);
}

test.each([1, 2, 3])('a conforming implementation that accepts the token %i times has no findings', async (times) => {
  const baseUrl = await acceptTimes(times);
  const { ok, interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  expect(ok).toBe(false);
  expect(interactions.flatMap(({ findings }) => findings)).toEqual([]);
  const unchecked = interactions.filter(({ status }) => status === 'not checked');
  expect(unchecked).not.toEqual([]);
  for (const { reason } of unchecked) expect(reason).toContain('the credentials are no longer accepted');
});

test('repeats an interaction that passed in an earlier pact', async () => {
  const { interactions } = await verifyFiles({
    baseUrl: await acceptTimes(5),
    token,
    pactFiles: [committedPact],
    contract,
  });
  const authorized = interactions.filter(({ hasRealCredentials: isAuthorized }) => isAuthorized).length;
  const both = await verifyFiles({
    baseUrl: await acceptTimes(authorized),
    token,
    pactFiles: [committedPact, committedPact],
    contract,
  });
  expect(both.interactions.flatMap(({ findings }) => findings)).toEqual([]);
  expect(both.interactions.filter(({ status }) => status === 'not checked')).toHaveLength(authorized);
});

test('a single rejected valid request is an error', async () => {
  const accessRule: AccessRule = ({ body }) => (body.includes('"tag"') ? undefined : expiredTokenResponse);
  const baseUrl = await startRejectingProxy(await zooStore('right-store', token), accessRule, onTestFinished);
  const { interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  expect(interactions.filter(({ status }) => status === 'failed')).not.toEqual([]);
});
