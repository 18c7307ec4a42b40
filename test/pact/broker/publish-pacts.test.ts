import { copyFileSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishPacts } from '../../../contracts/pact/broker/publish-pacts.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { fileOf, kitErrorOf, temporaryFolder } from '../support.ts';
import type { StandIn } from './stand-in/index.ts';
import { accessTo, runNativeClient, smallPact, startBroker } from './support.ts';

function publication(broker: { readonly url: string }, pacts: readonly string[]) {
  return { access: accessTo(broker), pacts, version: '1', branch: 'main', tags: [] };
}

/** The pacts that the broker received, as text. */
function contents({ requests }: StandIn): readonly string[] {
  const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return bodies.map((body) => {
    const [, content = ''] = /"content":"([^"]*)"/.exec(body) ?? [];
    return Buffer.from(content, 'base64').toString('utf8');
  });
}

test('a pact is published with version, branch, tags and build of its consumer', async () => {
  const broker = await startBroker();
  const result = await publishPacts({
    ...publication(broker, [smallPact()]),
    version: '3f2a',
    branch: 'feat/tags',
    tags: ['a', 'b'],
    buildUrl: 'http://ci.example/7',
  });
  expect(result.published).toMatchObject([{ consumer: 'web', provider: 'plant-store', interactions: 1 }]);
  expect(result.notices).toContain('Pact successfully published for web version 3f2a and provider plant-store.');
  expect(broker.state.versions).toMatchObject([
    {
      pacticipant: 'web',
      number: '3f2a',
      branches: new Set(['feat/tags']),
      tags: new Set(['a', 'b']),
      buildUrl: 'http://ci.example/7',
    },
  ]);
});

test('publishes all pacts of a folder, each in one request', async () => {
  const broker = await startBroker();
  const folder = temporaryFolder();
  for (const consumer of ['web', 'app']) copyFileSync(smallPact({ consumer }), `${folder}/${consumer}.json`);
  const { published } = await publishPacts(publication(broker, [folder]));
  expect(published.map(({ consumer }) => consumer)).toEqual(['app', 'web']);
  expect(broker.state.publications.map(({ consumer }) => consumer).toSorted()).toEqual(['app', 'web']);
});

test('the broker gets the exact file, although the original client changes numbers, metadata and unknown members', async () => {
  const pact = smallPact({
    plant: { id: 92233720368547758079n, name: 'Boston fern' },
    more: { metadata: { pactSpecification: { version: '3.0.0' }, build: { number: 7 } } },
  });
  const [kitBroker, nativeBroker] = [await startBroker(), await startBroker()];
  await publishPacts(publication(kitBroker, [pact]));
  await runNativeClient(['broker', 'publish', pact, '-a', '1', '-b', nativeBroker.url]);
  expect(contents(kitBroker)).toEqual([readFileSync(pact, 'utf8')]);
  expect(contents(nativeBroker)[0]).toContain('9.223372036854776e+19');
  expect(contents(nativeBroker)[0]).toContain('"build":{"number":"7"}');
});

test('different content under the same version is a conflict, reported with a fix', async () => {
  const broker = await startBroker();
  await publishPacts(publication(broker, [smallPact()]));
  await publishPacts(publication(broker, [smallPact()]));
  const { code, detail, fix } = await kitErrorOf(publishPacts(publication(broker, [smallPact({ status: 201 })])));
  expect(code).toBe('broker-rejected');
  expect(detail).toContain('it responds with 409: Cannot change the content of the pact for web version 1');
  expect(fix).toContain('Publish under the version of a new commit');
});

test.each([
  ['nothing', { status: 204 }],
  ['the version is missing', { status: 200, body: '{"notices":[]}' }],
  ['another version', { status: 200, body: '{"_embedded":{"version":{"number":"9"}}}' }],
])('a pact is not published if the broker responds with %s', async (_case, response) => {
  const broker = await startBroker();
  const how = { ...response, headers: { 'content-type': 'application/hal+json' } };
  broker.misbehaviors.push({ matches: (method) => method === 'POST', times: 1, response: how });
  const { code, detail } = await kitErrorOf(publishPacts(publication(broker, [smallPact()])));
  expect([code, detail]).toEqual(['broker-unusable', expect.stringContaining('not published')]);
});

test('a name similar to a known one is not a content conflict: the broker explains it', async () => {
  const broker = await startBroker();
  const text = 'The name "Web" is very similar to the following existing pacticipants: web';
  broker.misbehaviors.push({
    matches: (method) => method === 'POST',
    times: 1,
    response: {
      status: 409,
      headers: { 'content-type': 'application/json;charset=utf-8' },
      body: JSON.stringify({ notices: [{ type: 'error', text }], errors: { contracts: [text] } }),
    },
  });
  const { detail, fix } = await kitErrorOf(publishPacts(publication(broker, [smallPact()])));
  expect([detail, fix]).toEqual([expect.stringContaining(text), 'See its response above.']);
});

test.each([
  ['generated', { metadata: { 'plant-store': { generated: true } } }, 'generated from the contract'],
  [
    'generated, and rewritten by the native client',
    { metadata: { 'plant-store': { generated: 'true' } } },
    'generated from the contract',
  ],
  ['with plugins', { metadata: { plugins: [{ name: 'csv', version: '1' }] } }, 'requires plugins'],
  ['without interactions', { interactions: [] }, 'no interactions'],
  ['without a consumer', { consumer: {} }, 'does not name its consumer'],
  ['without a provider', { provider: null }, 'does not name its provider'],
] as const)('a pact that is %s is rejected before any request', async (_case, more, reason) => {
  const broker = await startBroker();
  const error = await kitErrorOf(publishPacts(publication(broker, [smallPact({ more })])));
  expect(error.detail).toContain(reason);
  expect(error.where).toMatch(/web-plant-store\.json:\d+$/);
  expect(broker.requests).toEqual([]);
});

test.each([
  ['{', 'not JSON'],
  ['[]', 'a pact must be a JSON object'],
  ['{"openapi":"3.1.0"}', 'no interactions'],
])('%j is not a pact', async (text, reason) => {
  const broker = await startBroker();
  const error = await kitErrorOf(publishPacts(publication(broker, [fileOf(text)])));
  expect([error.detail, broker.requests]).toEqual([expect.stringContaining(reason), []]);
});

test('two pacts of the same participants are rejected; the original client merges them', async () => {
  const broker = await startBroker();
  const pacts = [smallPact({ description: 'one' }), smallPact({ description: 'other' })];
  const error = await kitErrorOf(publishPacts(publication(broker, pacts)));
  expect(error.code).toBe('pact-unpublishable');
  expect(broker.requests).toEqual([]);
});

test('one pact that the broker rejects fails all, and is named', async () => {
  const broker = await startBroker();
  await publishPacts(publication(broker, [smallPact({ consumer: 'app', status: 201 })]));
  const pacts = [smallPact({ consumer: 'web' }), smallPact({ consumer: 'app' })];
  const { detail } = await kitErrorOf(publishPacts(publication(broker, pacts)));
  expect(detail).toContain(`${pacts[1]}: not published: it responds with 409`);
});

test('an unreachable broker is reported after three attempts', async () => {
  const { code, detail } = await kitErrorOf(publishPacts(publication({ url: UNUSED_URL }, [smallPact()])));
  expect([code, detail]).toEqual(['broker-unreachable', expect.stringContaining('3 attempts')]);
});

test('200 without a publication is not a success: a server other than a broker may return it', async () => {
  const broker = await startBroker();
  const body = '{"_links":{"pb:publish-contracts":{"href":"http://elsewhere.example/contracts/publish"}}}';
  const headers = { 'content-type': 'application/hal+json' };
  broker.misbehaviors.push({
    matches: (_method, path) => path === '/',
    times: 1,
    response: { status: 200, headers, body },
  });
  const { code, detail } = await kitErrorOf(publishPacts(publication(broker, [smallPact()])));
  expect(code).toBe('broker-unusable');
  expect(detail).toContain('links to http://elsewhere.example/contracts/publish');
});

test('names, versions, branches and tags that start with a dash are not read as options', async () => {
  const broker = await startBroker();
  const [version, branch, tag, buildUrl] = ['--merge', '-b', '--dry-run', '--help'];
  await publishPacts({
    ...publication(broker, [smallPact({ consumer: '--verbose' })]),
    ...{ version, branch, buildUrl },
    tags: [tag, '-x'],
  });
  expect(broker.state.versions).toMatchObject([
    {
      pacticipant: '--verbose',
      number: version,
      branches: new Set([branch]),
      tags: new Set([tag, '-x']),
      buildUrl,
    },
  ]);
});
