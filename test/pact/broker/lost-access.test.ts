/** Credentials that end while the pacts of a broker are verified: nobody is accused, here or at the broker. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyFromBroker } from '../../../contracts/pact/broker/verify-from-broker.ts';
import {
  type AccessRule,
  expiredTokenResponse,
  startRejectingProxy,
} from '../../conformance/running/rejecting-proxy.ts';
import { committedPact, zooStore } from '../support.ts';
import { addEarlierResult, brokerWith, resultsOf, verificationOf } from './broker-verification.ts';
import { checkOf, runPactCommand, smallPact, TOKEN } from './support.ts';

/** The right store, which takes the token so many times. */
async function acceptTimes(times: number): Promise<string> {
  let taken = 0;
  const accessRule: AccessRule = ({ request: { headers } }) =>
    headers.authorization === `Bearer ${TOKEN}` && ++taken > times ? expiredTokenResponse : undefined;
  return startRejectingProxy(await zooStore('right-store', TOKEN), accessRule, onTestFinished);
}

async function twoPacts() {
  const broker = await brokerWith(smallPact({ consumer: 'app' }), smallPact({ consumer: 'web' }));
  addEarlierResult(broker);
  return broker;
}

const reason = expect.stringContaining('the credentials are no longer accepted');

describe.each([
  ['firm pacts', false],
  ['pending ones', true],
])('%s of a right store', (_name, pending) => {
  test('from which the token is taken away: what held is published, and of the rest nothing', async () => {
    const broker = await twoPacts();
    if (pending) broker.state.results.length = 0;
    const result = await verifyFromBroker(verificationOf(broker, { pending }), checkOf(await acceptTimes(1)));
    expect([result.ok, result.failure, result.interactions.flatMap(({ findings }) => findings)]).toEqual([
      false,
      undefined,
      [],
    ]);
    expect(result.interactions).toMatchObject([{ status: 'passed' }, { status: 'not judged', reason }]);
    expect(result.pacts.map(({ published }) => published)).toEqual(['success', undefined]);
    expect(resultsOf(broker)).toMatchObject([{ success: true }]);
  });

  test.each([1, 2, 3])('in the middle of a pact, after %i calls: no result is published', async (times) => {
    const broker = await brokerWith(committedPact);
    const result = await verifyFromBroker(verificationOf(broker, { pending }), checkOf(await acceptTimes(times)));
    expect([result.ok, result.interactions.flatMap(({ findings }) => findings)]).toEqual([false, []]);
    expect(result.interactions).toContainEqual(expect.objectContaining({ status: 'not judged', reason }));
    expect([resultsOf(broker), result.pacts.map(({ published }) => published)]).toEqual([[], [undefined]]);
  });
});

test.each([true, false])('the command ends with 2 and says why, --publish: %s', async (publish) => {
  const broker = await twoPacts();
  const { exitCode, stdout, stderr } = await runPactCommand(
    [
      ...['verify', await acceptTimes(1), '--broker', broker.url, '--provider', 'plant-store'],
      ...(publish ? ['--version', 'p1', '--publish'] : []),
    ],
    { PLANT_STORE_TOKEN: TOKEN },
  );
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('NOT JUDGED IN FULL: 1 passed, 0 failed')]);
  expect(stdout).toContain('the credentials are no longer accepted');
  expect(stderr).toContain('Pact between web (1) and plant-store: no result published');
  expect(stderr).not.toContain('The broker rejects the request');
});

test('what failed before the token ended is published as it is, without what was refused then', async () => {
  const broker = await brokerWith(committedPact);
  let taken = 0;
  const accessRule: AccessRule = ({ request: { headers } }) => {
    if (headers.authorization !== `Bearer ${TOKEN}` || ++taken === 1) return undefined;
    return taken === 2 ? { ...expiredTokenResponse, status: 500 } : expiredTokenResponse;
  };
  const store = await startRejectingProxy(await zooStore('right-store', TOKEN), accessRule, onTestFinished);
  const result = await verifyFromBroker(verificationOf(broker, { pending: false }), checkOf(store));
  const of = (status: string) =>
    result.interactions.filter((one) => one.status === status).map(({ interaction }) => interaction.description);
  expect([of('failed').length, of('not judged').length > 0]).toEqual([1, true]);
  const [document] = resultsOf(broker);
  expect(document).toMatchObject({ success: false });
  const reported = JSON.stringify(document);
  for (const description of of('failed')) expect(reported).toContain(description);
  for (const description of of('not judged')) expect(reported).not.toContain(description);
});

test('a refusal of one valid call while others are accepted is a fault, here and at the broker', async () => {
  const broker = await brokerWith(committedPact);
  const accessRule: AccessRule = ({ body }) => (body.includes('"tag"') ? undefined : expiredTokenResponse);
  const store = await startRejectingProxy(await zooStore('right-store', TOKEN), accessRule, onTestFinished);
  const result = await verifyFromBroker(verificationOf(broker, { pending: false }), checkOf(store));
  expect(result.interactions).toContainEqual(expect.objectContaining({ status: 'failed' }));
  expect(resultsOf(broker)).toMatchObject([{ success: false }]);
});
