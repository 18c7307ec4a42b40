/** Credentials that end while pacts are verified: what they are then refused is nobody's fault. */
import { expect, onTestFinished, test } from 'vitest';
import { expired, gatekeeper, type Turns } from '../../conformance/running/gatekeeper.ts';
import { committedPact, contract, verifyFiles, zooStore } from '../support.ts';

const token = 'the-token';

/** The right store, which takes the token so many times. */
async function takes(times: number): Promise<string> {
  let taken = 0;
  const turns: Turns = ({ request: { headers } }) =>
    headers.authorization === `Bearer ${token}` && ++taken > times ? expired : undefined;
  return gatekeeper(await zooStore('right-store', token), turns, onTestFinished);
}

test.each([1, 2, 3])('a right store that takes the token %i times is accused of nothing', async (times) => {
  const baseUrl = await takes(times);
  const { ok, interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  expect(ok).toBe(false);
  expect(interactions.flatMap(({ findings }) => findings)).toEqual([]);
  const unjudged = interactions.filter(({ status }) => status === 'not judged');
  expect(unjudged).not.toEqual([]);
  for (const { reason } of unjudged) expect(reason).toContain('the credentials are no longer accepted');
});

test('what an earlier pact has shown to be accepted is asked for again', async () => {
  const { interactions } = await verifyFiles({
    baseUrl: await takes(5),
    token,
    pactFiles: [committedPact],
    contract,
  });
  const authorised = interactions.filter(({ isAuthorised }) => isAuthorised).length;
  const both = await verifyFiles({
    baseUrl: await takes(authorised),
    token,
    pactFiles: [committedPact, committedPact],
    contract,
  });
  expect(both.interactions.flatMap(({ findings }) => findings)).toEqual([]);
  expect(both.interactions.filter(({ status }) => status === 'not judged')).toHaveLength(authorised);
});

test('a refusal of one valid call while others are accepted is a fault', async () => {
  const turns: Turns = ({ body }) => (body.includes('"tag"') ? undefined : expired);
  const baseUrl = await gatekeeper(await zooStore('right-store', token), turns, onTestFinished);
  const { interactions } = await verifyFiles({ baseUrl, token, pactFiles: [committedPact], contract });
  expect(interactions.filter(({ status }) => status === 'failed')).not.toEqual([]);
});
