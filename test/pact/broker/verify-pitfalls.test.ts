/** Pitfalls of the original verifier with a broker, and how the kit avoids them. The broker is a stub. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyFromBroker } from '../../../contracts/pact/broker/verify-from-broker.ts';
import { isJsonObject, parseJson } from '../../../spec/json/exact-json.ts';
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
import type { StandIn } from './stand-in/index.ts';
import { checkOf, fakeClient, runNativeClient, runPactCommand, smallPact, startBroker, TOKEN } from './support.ts';

const HAL = { 'content-type': 'application/hal+json;charset=utf-8' };

test('a response that violates the contract is published as a failure, although the original verifier publishes a success', async () => {
  const broker = await brokerWith(smallPact());
  const store = await startStoreResponding('{"id":"no integer"}');
  await runNativeClient([
    ...['verifier', '-b', broker.url, '-n', 'plant-store', '-h', '127.0.0.1', '-p', new URL(store).port],
    ...['--publish', '--provider-version', 'stock', '--consumer-version-selectors', '{"mainBranch":true}'],
  ]);
  const { interactions, pacts } = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([interactions, pacts]).toMatchObject([[{ status: 'failed' }], [{ published: 'failure' }]]);
  expect(resultsOf(broker)).toMatchObject([
    { providerApplicationVersion: 'stock', success: true },
    {
      providerApplicationVersion: 'p1',
      success: false,
      testResults: [
        {
          interactionId: expect.stringMatching(/^[0-9a-f]{40}$/),
          interactionDescription: 'a request to create a plant',
          success: false,
          exceptions: expect.arrayContaining([
            { message: expect.stringContaining('The response violates the contract') },
          ]),
        },
      ],
    },
  ]);
});

test.each([
  ['rejects the result', 400, /verification-results$/],
  ['fails on the result', 503, /verification-results$/],
  ['rejects the branch', 403, /branches/],
] as const)(
  'a broker that %s causes exit code 2, although the original verifier exits with 0',
  async (_case, status, route) => {
    const broker = await brokerWith(smallPact());
    const fits = (_method: string, path: string) => route.test(path);
    broker.misbehaviors.push({ matches: fits, times: 99, response: { status } });
    const store = await zooStore('right-store', TOKEN);
    const selector = '{"mainBranch":true}';
    const pitfall = await runNativeClient([
      ...['verifier', '-b', broker.url, '-n', 'plant-store', '-h', '127.0.0.1', '-p', new URL(store).port],
      ...['-H', `Authorization=Bearer ${TOKEN}`, '--provider-branch', 'main', '--retries', '1'],
      ...['--publish', '--provider-version', 'stock', '--consumer-version-selectors', selector],
    ]);
    expect([pitfall.exitCode, resultsOf(broker)]).toEqual([0, []]);
    const { exitCode, stdout, stderr } = await runPactCommand(
      [
        'verify',
        store,
        '--broker',
        broker.url,
        '--provider',
        'plant-store',
        '--version',
        'p1',
        '--branch',
        'main',
        '--publish',
      ],
      { PLANT_STORE_TOKEN: TOKEN },
    );
    expect([exitCode, resultsOf(broker)]).toEqual([2, []]);
    expect(stdout).toContain('passed       a request to create a plant');
    expect(stderr).toContain('results were not published');
  },
);

test.each([
  ['a page of a proxy', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Log in' }],
  ['nothing', { status: 204 }],
  ['the opposite', { status: 201, headers: HAL, body: '{"success":false}' }],
])('a result is not published if the broker responds with %s', async (_case, how) => {
  const broker = await brokerWith(smallPact());
  const fits = (_method: string, path: string) => path.endsWith('/verification-results');
  broker.misbehaviors.push({ matches: fits, times: 1, response: how });
  const store = await zooStore('right-store', TOKEN);
  const { ok, failure, pacts } = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([ok, failure?.code, pacts[0]?.published]).toEqual([false, 'broker-unusable', undefined]);
});

test.each([
  ['listed as pending and again as not pending', [true, false], true],
  ['listed as not pending and again as pending', [false, true], true],
  ['pending although pending pacts were not requested', [true], false],
] as const)('a pact that is %s must pass', async (_case, entries, pending) => {
  const broker = await brokerWith(smallPact({ status: 201 }));
  const [{ consumer, sha } = { consumer: '', sha: '' }] = broker.state.publications;
  const href = `${broker.url}/pacts/provider/plant-store/consumer/${consumer}/pact-version/${sha}`;
  const pacts = entries.map((isPending) => ({
    shortDescription: 'latest',
    verificationProperties: { pending: isPending, notices: [] },
    _links: { self: { href, name: 'the pact' } },
  }));
  broker.misbehaviors.push({
    matches: (method, path) => method === 'POST' && path.endsWith('/for-verification'),
    times: 1,
    response: { status: 200, headers: HAL, body: JSON.stringify({ _embedded: { pacts }, _links: {} }) },
  });
  const store = await zooStore('right-store', TOKEN);
  const result = await verifyFromBroker(verificationOf(broker, { pending }), checkOf(store));
  expect([result.ok, result.pacts[0]]).toMatchObject([false, { isPending: false, published: 'failure' }]);
});

test.each([
  ['plugins', { ...UNCHECKED_PACT, metadata: { plugins: [{ name: 'csv', version: '1' }] } }, 'requires plugins'],
  ['no interactions', { interactions: [] }, 'no interactions'],
  ['messages', { messages: [] }, 'no interactions'],
  [
    'two interactions with the same name',
    {
      interactions: [UNCHECKED_PACT, UNCHECKED_PACT].flatMap(({ interactions }) => interactions ?? []).flat(),
    },
    'twice',
  ],
] as const)('a pact with %s is not verified and does not pass', async (_case, content, reason) => {
  const broker = await brokerWith(smallPact());
  publishUnchecked(broker, content);
  addEarlierResult(broker);
  const store = await zooStore('right-store', TOKEN);
  const result = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([result.ok, result.failure?.code]).toEqual([false, 'pact-unverifiable']);
  expect(result.pacts).toMatchObject([{ published: 'success' }, { rejectionReason: expect.stringContaining(reason) }]);
  expect(result.interactions).toMatchObject([{ consumer: 'web', status: 'passed' }]);
});

test('an unverifiable pending pact is reported and fails only if it is the only one', async () => {
  const broker = await brokerWith(smallPact());
  publishUnchecked(broker, { interactions: [] });
  const store = await zooStore('right-store', TOKEN);
  const result = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect([result.ok, result.pacts]).toMatchObject([
    true,
    [{ published: 'success' }, { isPending: true, published: undefined }],
  ]);
  const alone = await startBroker();
  publishUnchecked(alone, { interactions: [] });
  const { code } = await kitErrorOf(verifyFromBroker(verificationOf(alone), checkOf(store)));
  expect(code).toBe('nothing-checked');
});

test('credentials of the implementation reach neither the broker nor the output, even if responses repeat them', async () => {
  const broker = await brokerWith(
    smallPact({
      more: {
        interactions: [
          {
            description: 'a request whose response repeats the token',
            request: {
              method: 'POST',
              path: '/plants',
              headers: { Authorization: 'Bearer made-up', 'Content-Type': 'application/json' },
              body: { id: 1, name: 'x' },
            },
            response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: { name: 'x' } },
          },
        ],
      },
    }),
  );
  const seen: string[] = [];
  const store = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization ?? '');
    request.resume().on('end', () => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: request.headers.authorization }));
    });
  });
  const result = await verifyFromBroker(verificationOf(broker), checkOf(store));
  expect(seen).toEqual([`Bearer ${TOKEN}`]);
  expect(resultsOf(broker)).toMatchObject([{ success: false }]);
  expect(JSON.stringify(broker.requests)).not.toContain(TOKEN);
  expect(result.output).not.toContain(TOKEN);
});

test('the credentials of the broker are nowhere in the output', async () => {
  const login = { username: 'pact', password: 's3cret-of-the-broker' };
  const broker = await startBroker({ login });
  const env = {
    PACT_BROKER_USERNAME: login.username,
    PACT_BROKER_PASSWORD: login.password,
    PLANT_STORE_TOKEN: TOKEN,
  };
  const args = ['--broker', broker.url, '--version', '1', '--branch', 'main'];
  const publish = await runPactCommand(['publish', '--pact', smallPact(), ...args], env);
  const verify = await runPactCommand(
    ['verify', await zooStore('right-store', TOKEN), '--provider', 'plant-store', ...args],
    env,
  );
  const wrong = await runPactCommand(['publish', '--pact', smallPact(), ...args], {
    ...env,
    PACT_BROKER_PASSWORD: 'an0ther-secret',
  });
  expect([publish.exitCode, verify.exitCode, wrong.exitCode]).toEqual([0, 0, 2]);
  expect(wrong.stderr).toContain('it responds with 401');
  expect(JSON.stringify([publish, verify, wrong])).not.toMatch(/s3cret-of-the-broker|an0ther-secret/);
});

test.each([
  [
    'publish',
    (url: string) => ['publish', '--pact', smallPact(), '--version', '1', '--branch', 'main', '--broker', url],
  ],
  [
    'can-i-deploy',
    (url: string) => [
      'can-i-deploy',
      '--pacticipant',
      'web',
      '--version',
      '1',
      '--to-environment',
      'x',
      '--broker',
      url,
    ],
  ],
  [
    'record-deployment',
    (url: string) => [
      'record-deployment',
      '--pacticipant',
      'web',
      '--version',
      '1',
      '--environment',
      'x',
      '--broker',
      url,
    ],
  ],
  ['verify', (url: string) => ['verify', url, '--provider', 'plant-store', '--broker', url]],
] as const)('%s does not show a password that the broker repeats in its error', async (_name, args) => {
  const login = { username: 'pact', password: 's3cret "of" the broker' };
  const broker = await startBroker({ login });
  const text = `${login.password} ${encodeURIComponent(login.password)} ${Buffer.from(`pact:${login.password}`).toString('base64')}`;
  const body = JSON.stringify({ errors: { password: [text] } });
  broker.misbehaviors.push({
    matches: (_method, path) => path !== '/',
    times: 9,
    response: { status: 400, headers: HAL, body },
  });
  const env = { PACT_BROKER_USERNAME: login.username, PACT_BROKER_PASSWORD: login.password };
  const { exitCode, stderr } = await runPactCommand(args(broker.url), env);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('$PACT_BROKER_PASSWORD')]);
  expect(stderr).not.toMatch(/s3cret|czNjcmV0|cGFjdDpz/);
});

test('does not show a token that the broker repeats in names and notices', async () => {
  const token = 's3cret-token-of-the-broker';
  const broker = await startBroker({ login: { token } });
  const env = { PACT_BROKER_TOKEN: token, PLANT_STORE_TOKEN: TOKEN };
  const common = ['--version', '1', '--branch', 'main', '--broker', broker.url];
  const pact = smallPact({ more: { consumer: { name: token } } });
  const ended = [
    await runPactCommand(['publish', '--pact', pact, ...common], env),
    await runPactCommand(
      ['verify', await zooStore('right-store', TOKEN), '--provider', 'plant-store', '--publish', ...common],
      env,
    ),
  ];
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(ended[0]?.stdout).toContain('Created $PACT_BROKER_TOKEN version 1');
  expect(ended[1]?.stderr).toContain('Pact between $PACT_BROKER_TOKEN (1) and plant-store');
});

test('an unreadable list is not an empty list', async () => {
  const broker = await brokerWith(smallPact());
  const headers = { 'content-type': 'application/hal+json' };
  const fits = (method: string, path: string) => method === 'POST' && path.endsWith('/for-verification');
  broker.misbehaviors.push({
    matches: fits,
    times: 99,
    response: { status: 200, headers, body: '{"_embedded":{"pacts":[{}]}}' },
  });
  const work = verifyFromBroker(verificationOf(broker, { allowNoPacts: true }), checkOf(UNUSED_URL));
  const { code, detail } = await kitErrorOf(work);
  expect([code, detail]).toEqual(['broker-unusable', expect.stringContaining('contains no list of pacts')]);
});

test.each([404, 410, 500])('a pact for which the broker responds with %i fails all', async (status) => {
  const broker = await brokerWith(smallPact({ consumer: 'web' }), smallPact({ consumer: 'app', status: 201 }));
  const fits = (method: string, path: string) => method === 'GET' && path.includes('/consumer/app/');
  broker.misbehaviors.push({ matches: fits, times: 99, response: { status } });
  const work = verifyFromBroker(verificationOf(broker), checkOf(await zooStore('right-store', TOKEN)));
  expect((await kitErrorOf(work)).code).toMatch(/^broker-/);
});

test('environment variables cannot filter the verification', async () => {
  const broker = await brokerWith(smallPact());
  const store = await zooStore('right-store', TOKEN);
  const { exitCode, stdout } = await runPactCommand(
    ['verify', store, '--broker', broker.url, '--provider', 'plant-store'],
    {
      PACT_DESCRIPTION: 'none of them',
      PACT_PROVIDER_NO_STATE: 'true',
      PACT_BROKER_BASE_URL: 'http://127.0.0.1:1',
      PLANT_STORE_TOKEN: TOKEN,
    },
  );
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('verified: 1 passed, 0 failed')]);
});

test('selectors are sent as given; those that the verifier would ignore are rejected', async () => {
  const broker = await brokerWith(smallPact());
  const store = await zooStore('right-store', TOKEN);
  const args = ['verify', store, '--broker', broker.url, '--provider', 'plant-store'];
  const given = ['--selector', '{"branch":"main","consumer":"web"}', '--selector', '{"tag":"prod","latest":true}'];
  await runPactCommand([...args, ...given], { PLANT_STORE_TOKEN: TOKEN });
  expect(selectorsIn(broker)).toEqual([
    { branch: 'main', consumer: 'web' },
    { tag: 'prod', latest: true },
  ]);
  await runNativeClient([
    ...['verifier', '-b', broker.url, '-n', 'plant-store', '-h', '127.0.0.1', '-p', '1'],
    ...['--consumer-version-selectors', '{"mainBranch":"yes"}'],
  ]);
  expect(selectorsIn(broker)).toEqual([]);
  for (const selector of ['{"mainBranch":"yes"}', '{"mainBrnch":true}', '{}', 'main', '[{"branch":"main"}]']) {
    const { exitCode, stderr } = await runPactCommand([...args, '--selector', selector]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`--selector ${selector}`)]);
  }
});

function selectorsIn({ requests }: StandIn): unknown {
  const last = requests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/for-verification'));
  const parsed = parseJson(last?.body ?? '');
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value.consumerVersionSelectors : undefined;
}

test.each([
  [['--publish'], '--version is missing'],
  [['--only', '#1'], '--only and --broker'],
  [['--pact', 'pacts'], '--pact and --broker'],
  [['--wip-since', 'yesterday'], '--wip-since "yesterday"'],
])('%j together with a broker is rejected', async (args, reason) => {
  const { exitCode, stderr } = await runPactCommand([
    ...['verify', 'http://127.0.0.1:1', '--broker', 'http://127.0.0.1:1', '--provider', 'plant-store'],
    ...args,
  ]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test.each([
  [['--publish'], '--publish requires --broker and --provider'],
  [['--broker', 'http://127.0.0.1:1'], '--provider is missing'],
  [['--provider', 'plant-store'], '--broker is missing'],
])('%j alone is rejected', async (args, reason) => {
  const { exitCode, stderr } = await runPactCommand(['verify', 'http://127.0.0.1:1', ...args]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test('the credentials of the broker are sent only for pacts with a URL of the broker', async () => {
  const broker = await startBroker({ login: { token: 'token-of-the-broker' } });
  const seen: (string | undefined)[] = [];
  const other = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  const env = {
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_TOKEN: 'token-of-the-broker',
    PLANT_STORE_TOKEN: TOKEN,
  };
  await runPactCommand(['publish', '--pact', smallPact(), '--version', '1', '--branch', 'main'], env);
  const store = await zooStore('right-store', TOKEN);
  const address = '/pacts/provider/plant-store/consumer/web/version/1';
  const named = await runPactCommand(['verify', store, '--pact', `${broker.url}${address}`], env);
  expect([named.exitCode, named.stdout]).toEqual([0, expect.stringContaining('1 passed')]);
  const elsewhere = await runPactCommand(['verify', store, '--pact', `${other}${address}`], env);
  expect([elsewhere.exitCode, seen]).toEqual([2, [undefined]]);
});

/** A verifier that fetches all pacts like the real one, and then runs this script. */
function verifierThat(does: string): string {
  return fakeClient(`
const list = await told('/pacts/provider/plant-store/for-verification', { method: 'POST', body: '{}' });
for (const { _links: { self } } of list._embedded.pacts) {
  const pact = await told(self.href);
  const ids = pact.interactions.map(({ _id }) => _id);
  const result = { success: true, providerApplicationVersion: 'p1', testResults: ids.map((interactionId) => ({ interactionId, success: true })) };
  const publish = (body) => ask(pact._links['pb:publish-verification-results'].href, { method: 'POST', body: JSON.stringify(body) });
  ${does}
}`);
}

test.each([
  ['publishes a success without sending requests', 'await publish(result)'],
  ['publishes a success for another version', "await publish({ ...result, providerApplicationVersion: 'p2' })"],
  ['publishes an unreadable result', "await publish('?')"],
  ['exits with 0 without doing anything', ''],
])('a verifier that %s is not trusted', async (_case, does) => {
  const broker = await brokerWith(smallPact());
  const check = { ...checkOf(await zooStore('right-store', TOKEN)), binary: verifierThat(does) };
  const { code } = await kitErrorOf(verifyFromBroker(verificationOf(broker), check));
  expect([code, resultsOf(broker)]).toEqual(['pact-verifier-failed', []]);
});

test('a verifier that does not fetch pacts has verified nothing', async () => {
  const broker = await brokerWith(smallPact());
  const check = { ...checkOf(UNUSED_URL), binary: fakeClient("await ask('/')") };
  const { code } = await kitErrorOf(verifyFromBroker(verificationOf(broker, { allowNoPacts: true }), check));
  expect(code).toBe('broker-unusable');
});

test('an interaction marked as pending by its consumer still fails, although the original verifier exits with 0', async () => {
  const broker = await startBroker();
  const request = { method: 'POST', path: '/plants', headers: { Authorization: ['Bearer made-up'] } };
  const interaction = {
    type: 'Synchronous/HTTP',
    description: 'x',
    pending: true,
    request,
    response: { status: 200 },
  };
  const metadata = { pactSpecification: { version: '4.0' } };
  publishUnchecked(broker, { interactions: [interaction], metadata });
  addEarlierResult(broker);
  const store = await startStoreResponding('{"error":1,"message":"no"}', 400);
  const pitfall = await runNativeClient([
    ...['verifier', '-b', broker.url, '-n', 'plant-store', '-h', '127.0.0.1', '-p', new URL(store).port],
    ...['--consumer-version-selectors', '{"mainBranch":true}'],
  ]);
  expect(pitfall.exitCode).toBe(0);
  const { exitCode, stdout } = await runPactCommand(
    ['verify', store, '--broker', broker.url, '--provider', 'plant-store', '--branch', 'main', '--json'],
    { PLANT_STORE_TOKEN: TOKEN },
  );
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    1,
    {
      ok: false,
      interactions: [{ status: 'failed' }],
      pacts: [{ pending: false, published: null }],
      failure: null,
    },
  ]);
});

test('a pact without a result link is verified, and the missing publication is reported', async () => {
  const broker = await brokerWith(smallPact());
  const body = readFileSync(smallPact(), 'utf8').replace(/\}\s*$/, ',"_links":{}}');
  const fits = (_method: string, path: string) => path.includes('/pact-version/');
  const how = { status: 200, headers: { 'content-type': 'application/hal+json' }, body };
  broker.misbehaviors.push({ matches: fits, times: 99, response: how });
  const result = await verifyFromBroker(
    verificationOf(broker, { branch: undefined }),
    checkOf(await zooStore('right-store', TOKEN)),
  );
  expect(result.interactions).toMatchObject([{ status: 'passed' }]);
  expect([result.ok, result.failure?.code]).toEqual([false, 'broker-unusable']);
});
