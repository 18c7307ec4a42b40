/** A required state that was not set up is not an error of the implementation. */
import { expect, test } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { changedPact, contract, startHttpServer, verifyFiles, zooStore } from '../support.ts';

const token = 'the-token';
const first = ['interactions', 0] as const;
const needed: Json = [{ name: 'the store is full', params: { needsState: true } }];

/** The first interaction expects a 400 of its state; the other interactions pass. */
function verify(baseUrl: string, states: Json = needed) {
  const pact = changedPact([
    [[...first, 'providerStates'], states],
    [[...first, 'response'], { status: 400 }],
  ]);
  return verifyFiles({ baseUrl, token, contract, pactFiles: [pact] });
}

test('a failure in it is not checked, with the state and the fix', async () => {
  const { ok, interactions } = await verify(await zooStore('right-store', token));
  expect(interactions[0]).toMatchObject({
    status: 'not checked',
    reason: 'it requires the provider state "the store is full", which was not set up (--states URL)',
    findings: [],
  });
  expect(ok).toBe(false);
});

test('a response that violates the contract is an error in any state', async () => {
  const baseUrl = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":5}');
  });
  const [result] = (await verify(baseUrl)).interactions;
  expect(result?.status).toBe('failed');
  expect(result?.violations.map(({ check }) => check.id)).toContain('body-matches-schema');
});

test('a state that is only named is assumed to be set up', async () => {
  const states: Json = [{ name: 'the store is full' }];
  const [result] = (await verify(await zooStore('right-store', token), states)).interactions;
  expect(result?.status).toBe('failed');
});
