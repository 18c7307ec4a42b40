/** Credentials that expire while the pacts of a broker are verified: no errors, here or at the broker. */
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

/** The conforming implementation, which accepts the token this many times. */
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
])('%s of a conforming implementation', (_name, pending) => {
  test('whose token expires: publishes passed results, and nothing for the rest', async () => {
    const broker = await twoPacts();
    if (pending) broker.state.results.length = 0;
    const result = await verifyFromBroker(verificationOf(broker, { pending }), checkOf(await acceptTimes(1)));
    expect([result.ok, result.failure, result.interactions.flatMap(({ findings }) => findings)]).toEqual([
      false,
      undefined,
      [],
    ]);
    expect(result.interactions).toMatchObject([{ status: 'passed' }, { status: 'not checked', reason }]);
    expect(result.pacts.map(({ published }) => published)).toEqual(['success', undefined]);
    expect(resultsOf(broker)).toMatchObject([{ success: true }]);
  });

  test.each([1, 2, 3])('in the middle of a pact, after %i requests: publishes no result', async (times) => {
    const broker = await brokerWith(committedPact);
    const result = await verifyFromBroker(verificationOf(broker, { pending }), checkOf(await acceptTimes(times)));
    expect([result.ok, result.interactions.flatMap(({ findings }) => findings)]).toEqual([false, []]);
    expect(result.interactions).toContainEqual(expect.objectContaining({ status: 'not checked', reason }));
    expect([resultsOf(broker), result.pacts.map(({ published }) => published)]).toEqual([[], [undefined]]);
  });
});

test.each([true, false])('the command exits with 2 and reports why, --publish: %s', async (publish) => {
  const broker = await twoPacts();
  const { exitCode, stdout, stderr } = await runPactCommand(
    [
      ...['verify', await acceptTimes(1), '--broker', broker.url, '--provider', 'plant-store'],
      ...(publish ? ['--version', 'p1', '--publish'] : []),
    ],
    { PLANT_STORE_TOKEN: TOKEN },
  );
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('NOT COMPLETELY CHECKED: 1 passed, 0 failed')]);
  expect(stdout).toContain('the credentials are no longer accepted');
  expect(stderr).toContain('Pact between web (1) and plant-store: no result published');
  expect(stderr).not.toContain('The broker rejects the request');
});

test('publishes earlier failures without the later rejections', async () => {
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
  expect([of('failed').length, of('not checked').length > 0]).toEqual([1, true]);
  const [document] = resultsOf(broker);
  expect(document).toMatchObject({ success: false });
  const reported = JSON.stringify(document);
  for (const description of of('failed')) expect(reported).toContain(description);
  for (const description of of('not checked')) expect(reported).not.toContain(description);
});

test('a single rejected valid request is an error, here and at the broker', async () => {
  const broker = await brokerWith(committedPact);
  const accessRule: AccessRule = ({ body }) => (body.includes('"tag"') ? undefined : expiredTokenResponse);
  const store = await startRejectingProxy(await zooStore('right-store', TOKEN), accessRule, onTestFinished);
  const result = await verifyFromBroker(verificationOf(broker, { pending: false }), checkOf(store));
  expect(result.interactions).toContainEqual(expect.objectContaining({ status: 'failed' }));
  expect(resultsOf(broker)).toMatchObject([{ success: false }]);
});
