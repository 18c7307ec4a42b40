import { expect, test } from 'vitest';
import { canIDeploy } from '../../../contracts/pact/broker/can-i-deploy.ts';
import { publishPacts } from '../../../contracts/pact/broker/publish-pacts.ts';
import { recordDeployment } from '../../../contracts/pact/broker/record-deployment.ts';
import { type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { kitErrorOf } from '../support.ts';
import type { StandIn } from './stand-in/index.ts';
import { accessTo, fakeClient, runNativeClient, runPactCommand, smallPact, startBroker } from './support.ts';

/** A broker stub with version 1 of the consumer `web`, which is not verified. */
async function withConsumer(options = {}): Promise<StandIn> {
  const broker = await startBroker(options);
  const pacts = [smallPact()];
  await publishPacts({ access: accessTo(broker), pacts, version: '1', branch: 'main', tags: [] });
  return broker;
}

function question(broker: StandIn) {
  return { access: accessTo(broker), pacticipant: 'web', version: '1', environment: 'production' };
}

/** Returns this response to the query. */
function answering(broker: StandIn, document: JsonObject): void {
  const how = {
    status: 200,
    headers: { 'content-type': 'application/hal+json' },
    body: stringifyJson(document),
  };
  broker.misbehaviors.push({
    matches: (_method, path) => path.startsWith('/matrix'),
    times: 1,
    response: how,
  });
}

const QUESTION = ['--pacticipant', 'web', '--version', '1', '--to-environment', 'production'];

test('no is exit code 1 with the missing rows, although the original client exits with 0 for JSON', async () => {
  const broker = await withConsumer();
  const pitfall = await runNativeClient(['broker', 'can-i-deploy', ...QUESTION, '-o', 'json', '-b', broker.url]);
  expect([pitfall.exitCode, JSON.parse(pitfall.stdout)]).toMatchObject([0, { summary: { deployable: null } }]);
  const { exitCode, stdout } = await runPactCommand(['can-i-deploy', ...QUESTION, '--broker', broker.url]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('CONSUMER');
  expect(stdout).toContain('missing  web 1 with plant-store (no verified version)');
  expect(stdout).toContain('NO: web 1 to production');
});

test('no is exit code 1 with --json too', async () => {
  const broker = await withConsumer();
  const { exitCode, stdout } = await runPactCommand(['can-i-deploy', ...QUESTION, '--json', '--broker', broker.url]);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    1,
    { ok: false, deployable: null, rows: [{ consumer: 'web', success: null }] },
  ]);
});

test('a dry run in the environment does not turn a no into a yes, as with the original client', async () => {
  const broker = await withConsumer();
  const env = { PACT_BROKER_CAN_I_DEPLOY_DRY_RUN: 'true', PACT_BROKER_CAN_I_DEPLOY_IGNORE: 'plant-store' };
  const { exitCode, stderr } = await runPactCommand(['can-i-deploy', ...QUESTION, '--broker', broker.url], env);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('PACT_BROKER_CAN_I_DEPLOY_DRY_RUN is set and ignored');
  const { exitCode: rejected } = await runPactCommand([
    'can-i-deploy',
    ...QUESTION,
    '--dry-run',
    '--broker',
    broker.url,
  ]);
  expect(rejected).toBe(2);
});

test('an unknown version is a no', async () => {
  const { ok, matrix } = await canIDeploy({ ...question(await withConsumer()), version: '2' });
  expect([ok, matrix.deployable]).toEqual([false, false]);
});

test('an unknown environment is exit code 2', async () => {
  const broker = await withConsumer();
  const { code, detail } = await kitErrorOf(canIDeploy({ ...question(broker), environment: 'prodution' }));
  expect([code, detail]).toEqual([
    'broker-rejected',
    expect.stringContaining("Environment with name 'prodution' does not exist"),
  ]);
});

function yesWith({ consumer = 'web', version = '1', success = true, ignored = false }): JsonObject {
  const row = {
    consumer: { name: consumer, version: { number: version } },
    provider: { name: 'plant-store', version: { number: '9' } },
    verificationResult: { success },
  };
  return { summary: { deployable: true }, matrix: [{ ...row, ...(ignored ? { ignored } : {}) }] };
}

test('a yes based on results of the queried version is accepted', async () => {
  const broker = await withConsumer();
  answering(broker, yesWith({ consumer: 'WEB' }));
  expect((await canIDeploy(question(broker))).ok).toBe(true);
});

test('a yes without any compared pact says so', async () => {
  const broker = await withConsumer();
  const { exitCode, stdout } = await runPactCommand(
    ['can-i-deploy', '--pacticipant', 'plant-store', '--version', '9', '--to-environment', 'production'],
    { PACT_BROKER_BASE_URL: broker.url },
  );
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('No pacts or verifications')]);
  broker.state.versions.push({
    pacticipant: 'plant-store',
    number: '9',
    branches: new Set(),
    tags: new Set(),
    buildUrl: undefined,
  });
  const { ok, matrix } = await canIDeploy({ ...question(broker), pacticipant: 'plant-store', version: '9' });
  expect([ok, matrix.rows]).toEqual([true, []]);
});

test.each([
  ['has no verdict', { matrix: [] }],
  ['has no rows', { summary: { deployable: true } }],
  ['has a string as verdict', { summary: { deployable: 'true' }, matrix: [] }],
  [
    'contradicts its rows',
    {
      summary: { deployable: true },
      matrix: [
        {
          consumer: { name: 'web' },
          provider: { name: 'plant-store' },
          verificationResult: { success: false },
        },
      ],
    },
  ],
  [
    'lacks a result',
    {
      summary: { deployable: true },
      matrix: [{ consumer: { name: 'web' }, provider: { name: 'plant-store' }, verificationResult: null }],
    },
  ],
  ['ignores a failure without being asked', yesWith({ ignored: true, success: false })],
  ['counts a failure', { summary: { deployable: true, failed: 1 }, matrix: [] }],
  ['counts a missing result', { summary: { deployable: true, unknown: 1 }, matrix: [] }],
  ['is based on results of another version', yesWith({ version: '2' })],
  ['is based on results of other participants', yesWith({ consumer: 'app' })],
])('a response that %s is neither yes nor no', async (_case, document) => {
  const broker = await withConsumer();
  answering(broker, document);
  const { code } = await kitErrorOf(canIDeploy(question(broker)));
  expect(code).toBe('broker-unusable');
});

const CAN_I_DEPLOY = '/matrix?q[][pacticipant]=web&q[][version]=1&latestby=cvpv&environment=production';

test.each([
  [
    'exits with 1 although the broker says yes',
    `await ask('${CAN_I_DEPLOY}'); process.exit(1)`,
    'but the response of the broker is yes',
  ],
  ['sends no query', 'process.exit(0)', 'it did not query'],
  ['ignores a participant', `await ask('${CAN_I_DEPLOY}&ignore[][pacticipant]=plant-store')`, 'sent a different query'],
  ['queries another version', `await ask('${CAN_I_DEPLOY.replace('=1&', '=2&')}')`, 'sent a different query'],
  [
    'queries another environment',
    `await ask('${CAN_I_DEPLOY.replace('production', 'test')}')`,
    'sent a different query',
  ],
  ['queries an additional participant', `await ask('${CAN_I_DEPLOY}&q[][pacticipant]=x')`, 'sent a different query'],
])('a client that %s has no result', async (_case, script, reason) => {
  const broker = await withConsumer();
  answering(broker, { summary: { deployable: true }, matrix: [] });
  const access = { ...accessTo(broker), binary: fakeClient(script) };
  const { code, detail } = await kitErrorOf(canIDeploy({ ...question(broker), access }));
  expect([code, detail]).toEqual(['broker-cli-failed', expect.stringContaining(reason)]);
});

test('a client that exits with 0 without a yes has no result', async () => {
  const broker = await withConsumer();
  const access = { ...accessTo(broker), binary: fakeClient(`await ask('${CAN_I_DEPLOY}')`) };
  const { detail } = await kitErrorOf(canIDeploy({ ...question(broker), access }));
  expect(detail).toContain('it ended with exit code 0, but the response of the broker is no');
});

test('repeats the query while results are missing, up to the given number', async () => {
  const broker = await withConsumer();
  await canIDeploy({ ...question(broker), retries: 2, intervalSeconds: 1 });
  expect(broker.requests.filter(({ path }) => path.startsWith('/matrix')).length).toBe(3);
});

test('links in the table are those of the broker', async () => {
  const broker = await withConsumer();
  const [publication] = broker.state.publications;
  broker.state.versions.push({
    pacticipant: 'plant-store',
    number: '9',
    branches: new Set(),
    tags: new Set(),
    buildUrl: undefined,
  });
  broker.state.results.push({
    number: 1,
    consumer: 'web',
    provider: 'plant-store',
    sha: publication?.sha ?? '',
    providerVersion: '9',
    success: false,
    document: {},
  });
  const provider = { ...question(broker), pacticipant: 'plant-store', version: '9' };
  await recordDeployment(provider);
  const { ok, table, matrix } = await canIDeploy(question(broker));
  expect([ok, matrix.deployable]).toEqual([false, false]);
  expect(table).toContain(`${broker.url}/pacts/provider/plant-store/consumer/web/pact-version/`);
  expect(table.match(/http:\/\/127\.0\.0\.1:\d+/g)?.every((url) => url === broker.url)).toBe(true);
});

test.each(['web', 'a web/shop & more', 'größe ü'])('the deployment of %j is recorded', async (consumer) => {
  const broker = await startBroker();
  const pacts = [smallPact({ consumer: 'x', more: { consumer: { name: consumer } } })];
  await publishPacts({ access: accessTo(broker), pacts, version: '1/2 +x', branch: 'main', tags: [] });
  const deployment = {
    access: accessTo(broker),
    pacticipant: consumer,
    version: '1/2 +x',
    environment: 'test',
  };
  await recordDeployment({ ...deployment, applicationInstance: 'blue' });
  expect(broker.state.deployments).toMatchObject([
    { pacticipant: consumer, version: '1/2 +x', environment: 'test', target: 'blue', isCurrent: true },
  ]);
  const { ok } = await canIDeploy({ ...deployment, environment: 'production' });
  expect(ok).toBe(false);
});

test('an unpublished version cannot be deployed', async () => {
  const broker = await withConsumer();
  const { code, detail, fix } = await kitErrorOf(recordDeployment({ ...question(broker), version: '2' }));
  expect([code, detail]).toEqual(['broker-rejected', expect.stringContaining('web version 2: it responds with 404')]);
  expect(fix).toContain('Publish the pacts or the verification results of this version first');
});

test('an unknown environment is reported with the known ones', async () => {
  const broker = await withConsumer();
  const { detail, fix } = await kitErrorOf(recordDeployment({ ...question(broker), environment: 'prodution' }));
  expect(detail).toContain('it has no environment "prodution"');
  expect(fix).toContain('It has test, production.');
});

test.each([403, 409, 500])('a deployment is not recorded if the broker responds with %i', async (status) => {
  const broker = await withConsumer();
  const fits = (method: string, path: string) => method === 'POST' && path.includes('/deployed-versions/');
  broker.misbehaviors.push({ matches: fits, times: 99, response: { status } });
  const { exitCode, stdout } = await runPactCommand(
    ['record-deployment', '--pacticipant', 'web', '--version', '1', '--environment', 'test'],
    { PACT_BROKER_BASE_URL: broker.url },
  );
  expect([exitCode, stdout, broker.state.deployments]).toEqual([2, '', []]);
});

test.each([
  ['nothing', { status: 204 }],
  ['"not deployed"', { status: 201, body: '{"currentlyDeployed":false}' }],
])('a deployment is not recorded if the broker responds with %s', async (_case, response) => {
  const broker = await withConsumer();
  const how = { ...response, headers: { 'content-type': 'application/hal+json' } };
  broker.misbehaviors.push({ matches: (method) => method === 'POST', times: 1, response: how });
  const { code } = await kitErrorOf(recordDeployment(question(broker)));
  expect(code).toBe('broker-unusable');
});

test('an unrecorded deployment fails, whatever the exit code of the client', async () => {
  const broker = await withConsumer();
  const fits = (method: string) => method === 'POST';
  broker.misbehaviors.push({ matches: fits, times: 99, response: { status: 409 } });
  const binary = fakeClient(`
    const { _links: links } = await told('/pacticipants/web/versions/1');
    await ask(links['pb:record-deployment'][1].href, { method: 'POST', body: '{}' });`);
  const work = recordDeployment({ ...question(broker), access: { ...accessTo(broker), binary } });
  const { code, detail } = await kitErrorOf(work);
  expect([code, detail]).toEqual(['broker-rejected', expect.stringContaining('it responds with 409')]);
});

test.each([{ pacticipant: '--version' }, { version: '-1' }])(
  '%j starts with a dash and is not read as an option',
  async (dashed) => {
    const broker = await startBroker();
    const deployRequest = { ...question(broker), ...dashed };
    expect(await kitErrorOf(canIDeploy(deployRequest))).toMatchObject({ code: 'option-invalid' });
    expect(broker.requests).toEqual([]);
  },
);

test('records a deployment whose values start with a dash', async () => {
  const broker = await startBroker();
  const pacts = [smallPact({ consumer: '--verbose' })];
  await publishPacts({ access: accessTo(broker), pacts, version: '--help', branch: 'main', tags: [] });
  const deployment = { pacticipant: '--verbose', version: '--help', environment: 'production' };
  await recordDeployment({ access: accessTo(broker), ...deployment, applicationInstance: '-blue' });
  const posted = broker.requests.findLast(({ method }) => method === 'POST');
  expect(posted?.path).toContain('/--verbose/versions/--help/deployed-versions');
  expect(posted?.body).toContain('-blue');
});
