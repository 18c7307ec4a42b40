import { expect, test } from 'vitest';
import { publishPacts } from '../../../contracts/pact/broker/publish-pacts.ts';
import { verifyFromBroker } from '../../../contracts/pact/broker/verify-from-broker.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { kitErrorOf, startHttpServer, zooStore } from '../support.ts';
import {
  addEarlierResult,
  brokerWith,
  publishUnchecked,
  resultsOf,
  startStoreResponding,
  UNCHECKED_PACT,
  verificationOf,
} from './broker-verification.ts';
import { accessTo, checkOf, runPactCommand, smallPact, startBroker, TOKEN } from './support.ts';

test('the pacts of a broker are verified and their results published, with version, branch and build', async () => {
  const broker = await brokerWith(smallPact({ consumer: 'web' }), smallPact({ consumer: 'app', status: 200 }));
  const store = await zooStore('right-store', TOKEN);
  const buildUrl = 'http://ci.example/7';
  const result = await verifyFromBroker(verificationOf(broker, { buildUrl }), checkOf(store));
  expect([result.ok, result.failure]).toEqual([true, undefined]);
  expect(result.interactions.map(({ consumer, status }) => `${consumer} ${status}`)).toEqual([
    'web passed',
    'app passed',
  ]);
  expect(result.pacts).toMatchObject([
    { name: 'Pact between web (1) and plant-store', isPending: true, published: 'success' },
    { name: 'Pact between app (1) and plant-store', isPending: true, published: 'success' },
  ]);
  expect(resultsOf(broker)).toMatchObject([
    { success: true, providerApplicationVersion: 'p1', buildUrl, testResults: [{ success: true }] },
    { success: true, providerApplicationVersion: 'p1', buildUrl },
  ]);
  expect(broker.state.versions.find(({ number }) => number === 'p1')?.branches).toEqual(new Set(['main']));
});

test('works with a broker whose proxy removes the base path', async () => {
  const broker = await startBroker({ basePath: '/our/pacts' });
  await publishPacts({
    access: accessTo(broker),
    pacts: [smallPact()],
    version: '1',
    branch: 'main',
    tags: [],
  });
  const href = 'http://broker.internal:9292/pacts/provider/plant-store/for-verification';
  broker.misbehaviors.push({
    matches: (method, path) => method === 'GET' && path.endsWith('/for-verification'),
    times: 1,
    response: {
      status: 200,
      headers: { 'content-type': 'application/hal+json' },
      body: JSON.stringify({ _embedded: { pacts: [] }, _links: { self: { href } } }),
    },
  });
  const store = await zooStore('right-store', TOKEN);
  const { ok, failure, pacts } = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([ok, failure, pacts]).toMatchObject([true, undefined, [{ published: 'success' }]]);
});

test('without --publish, nothing is sent to the broker', async () => {
  const broker = await brokerWith(smallPact());
  const store = await zooStore('right-store', TOKEN);
  const { ok, pacts } = await verifyFromBroker(verificationOf(broker, { publish: false }), checkOf(store));
  expect([ok, pacts.map(({ published }) => published), resultsOf(broker)]).toEqual([true, [undefined], []]);
});

test('a failed expectation is published as a failure and fails, unless the pact is pending', async () => {
  const broker = await brokerWith(smallPact());
  const store = await startStoreResponding('{"code":7,"message":"no"}', 500);
  const pending = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([pending.ok, pending.pacts]).toMatchObject([true, [{ isPending: true, published: 'failure' }]]);
  expect(pending.interactions).toMatchObject([{ status: 'failed', isPending: true }]);
  const strict = await verifyFromBroker(verificationOf(broker, { pending: false }), checkOf(store));
  expect([strict.ok, strict.pacts]).toMatchObject([false, [{ isPending: false, published: 'failure' }]]);
  addEarlierResult(broker);
  const known = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([known.ok, known.pacts]).toMatchObject([false, [{ isPending: false, published: 'failure' }]]);
});

test('for an unreachable implementation, neither result nor version is published', async () => {
  const broker = await brokerWith(smallPact());
  const { code } = await kitErrorOf(verifyFromBroker(verificationOf(broker), checkOf(UNUSED_URL)));
  expect([code, resultsOf(broker)]).toEqual(['target-unreachable', []]);
  expect(broker.state.versions.map(({ pacticipant }) => pacticipant)).toEqual(['web']);
});

test('without pacts, the run does not pass unless --allow-no-pacts is set', async () => {
  const broker = await startBroker();
  const args = ['verify', await zooStore('right-store', TOKEN), '--broker', broker.url, '--provider', 'plant-store'];
  const unexpected = await runPactCommand(args);
  expect([unexpected.exitCode, unexpected.stderr]).toEqual([2, expect.stringContaining('has no pact for plant-store')]);
  const expected = await runPactCommand([...args, '--allow-no-pacts']);
  expect([expected.exitCode, expected.stderr]).toEqual([0, expect.stringContaining('no pacts to verify')]);
  publishUnchecked(broker, UNCHECKED_PACT);
  const others = await runPactCommand([...args, '--selector', '{"branch":"nobody-has-it"}']);
  expect(others.exitCode).toBe(2);
});

test('work-in-progress pacts are verified on request, as pending', async () => {
  const broker = await brokerWith(smallPact());
  await publishPacts({
    access: accessTo(broker),
    pacts: [smallPact({ status: 201 })],
    version: '2',
    branch: 'feat/created',
    tags: [],
  });
  const store = await zooStore('right-store', TOKEN);
  const without = await verifyFromBroker(verificationOf(broker), checkOf(store));
  const result = await verifyFromBroker(verificationOf(broker, { wipSince: '2020-01-01' }), checkOf(store));
  expect([without.pacts.length, result.ok]).toEqual([1, true]);
  expect(result.pacts).toMatchObject([
    { isWorkInProgress: false, published: 'success' },
    { isWorkInProgress: true, isPending: true, published: 'failure' },
  ]);
});

test('numbers beyond 2^53 reach the implementation unchanged', async () => {
  const bodies: string[] = [];
  const store = await startHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Boston fern"}');
    });
  });
  const broker = await brokerWith(smallPact({ plant: { id: 9223372036854775807n, name: 'Boston fern' } }));
  await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect(bodies.length).toBe(1);
  expect(bodies[0]).toContain('9223372036854775807');
});

test('a state that cannot be set up is not an error: nothing is published, unless the pact is pending', async () => {
  const needsState = { name: 'the store is full', params: { needsState: true } };
  const request = { method: 'POST', path: '/plants', headers: { Authorization: 'Bearer made-up' }, body: {} };
  const broker = await startBroker();
  const response = { status: 507 };
  publishUnchecked(broker, {
    interactions: [{ description: 'x', providerStates: [needsState], request, response }],
  });
  const store = await zooStore('right-store', TOKEN);
  const pending = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([pending.ok, pending.pacts]).toMatchObject([true, [{ isPending: true, published: 'failure' }]]);
  broker.state.results.length = 0;
  const strict = await verifyFromBroker(verificationOf(broker, { pending: false }), checkOf(store));
  expect(strict.interactions).toMatchObject([{ status: 'not checked' }]);
  expect([strict.ok, strict.failure?.detail]).toEqual([false, expect.stringContaining('was not checked')]);
  expect(resultsOf(broker)).toEqual([]);
});
