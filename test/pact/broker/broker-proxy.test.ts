import { afterEach, expect, test } from 'vitest';
import { type BrokerAccess, brokerCredentials, brokerUrl } from '../../../contracts/pact/broker/broker-access.ts';
import { type BrokerProxy, startBrokerProxy } from '../../../contracts/pact/broker/broker-proxy.ts';
import { createLinkRewriter, replaceStrings } from '../../../contracts/pact/broker/link-rewriter.ts';
import { KitError } from '../../../errors.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { startHttpServer } from '../support.ts';
import { startBroker } from './support.ts';

const relays: BrokerProxy[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

async function relayTo(baseUrl: string, access: Partial<BrokerAccess> = {}): Promise<BrokerProxy> {
  const relay = await startBrokerProxy({ baseUrl, credentials: undefined, ...access });
  relays.push(relay);
  return relay;
}

function sendRequest(relay: BrokerProxy, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${relay.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${relay.token}`, ...init.headers },
  });
}

const HAL = { 'content-type': 'application/hal+json' };

test.each([
  ['a bearer token', { token: 's3cret-token' }, { kind: 'bearer', token: 's3cret-token' }],
  [
    'a user name and a password',
    { username: 'pact', password: 's3cret:pass' },
    { kind: 'basic', username: 'pact', password: 's3cret:pass' },
  ],
] as const)(
  'the proxy sends %s to the broker, and the client uses its own token',
  async (_case, login, credentials) => {
    const broker = await startBroker({ login });
    const relay = await relayTo(broker.url, { credentials });
    const [received, otherHost, wrong] = await Promise.all([
      sendRequest(relay, '/'),
      fetch(`${relay.url}/`),
      fetch(`${relay.url}/`, { headers: { authorization: `Bearer ${'0'.repeat(relay.token.length)}` } }),
    ]);
    expect([received.status, otherHost.status, wrong.status]).toEqual([200, 401, 401]);
    expect(broker.requests.length).toBe(1);
    expect(relay.log.length).toBe(1);
  },
);

test('output contains neither token, and the URLs of the broker', async () => {
  const relay = await relayTo('http://broker.example/pacts', {
    credentials: { kind: 'bearer', token: 's3cret-token' },
  });
  const text = `${relay.url}/pacticipants ${relay.token} s3cret-token`;
  expect(relay.sanitize(text)).toBe('http://broker.example/pacts/pacticipants *** $PACT_BROKER_TOKEN');
});

test('links point to the proxy, also below a base path, and templates are kept', async () => {
  const broker = await startBroker({ basePath: '/our/pacts' });
  const relay = await relayTo(broker.url);
  const received = await sendRequest(relay, '/');
  const { _links: links } = JSON.parse(await received.text());
  expect(links['pb:publish-contracts'].href).toBe(`${relay.url}/contracts/publish`);
  expect(links['pb:pacticipant-version'].href).toBe(`${relay.url}/pacticipants/{pacticipant}/versions/{version}`);
  expect(links.curies[0].href).toBe(`${relay.url}/doc/{rel}?context=index`);
  expect((await sendRequest(relay, '/pacticipants/nobody')).status).toBe(404);
  expect(broker.requests.map(({ path }) => path)).toEqual(['/', '/pacticipants/nobody']);
});

test('changes only links: the rest of a pact stays the same, even if it looks like links', () => {
  const { toProxy } = createLinkRewriter('http://b.example', 'http://127.0.0.1:1');
  const pact = `{"interactions": [ {"_links":{"self":{"href":"http://b.example/x"}},"id":92233720368547758079,"e":1.50e+2,"s":"\\u00e9\\"\\/"}],
    "metadata":{"_links":{"self":{"href":"http://b.example/x"}}}, "url":"http://b.example/y" `;
  expect(toProxy(`${pact},"_links":{"self":{"href":"http://b.example/p"},"pb:s":"http://b.example/q"}}`)).toBe(
    `${pact},"_links":{"self":{"href":"http://127.0.0.1:1/p"},"pb:s":"http://127.0.0.1:1/q"}}`,
  );
});

test('links are found in arrays and embedded resources', () => {
  const { toProxy } = createLinkRewriter('http://b.example', 'http://127.0.0.1:1');
  const document =
    '{"_embedded":{"pacts":[{"_links":{"self":[{"href":"http://b.example/1"},{"href":"http://b.example/2"}]}}]},"matrix":[{"verificationResult":{"_links":{"self":{"href":"http://b.example/3","name":"http://b.example/n"}}}}]}';
  expect(toProxy(document)).toBe(document.replace(/http:\/\/b\.example\/(\d)/g, 'http://127.0.0.1:1/$1'));
});

test.each([
  ['http://other.example/x'],
  ['http://b.example:81/x'],
  ['https://b.example/x'],
  ['http://b.example.evil.example/x'],
  ['http://b.example@evil.example/x'],
  ['//evil.example/x'],
  ['http://b.example/base-of-another/x'],
])('%s is not a link of the broker at http://b.example/base', (href) => {
  const { toProxy, foreignTarget, toBroker } = createLinkRewriter('http://b.example/base', 'http://127.0.0.1:1');
  const document = JSON.parse(toProxy(JSON.stringify({ _links: { self: { href } } })));
  const led: string = document._links.self.href;
  expect(led.startsWith('http://127.0.0.1:1/')).toBe(true);
  expect(foreignTarget(new URL(led).pathname)).toBe(href);
  expect(toBroker(`see ${led}`)).toBe(`see ${href}`);
});

test.each([
  ['http://b.example/pacts/provider/x/for-verification'],
  ['https://b.example/pacts/provider/x/for-verification'],
  ['http://broker.internal:9292/base/pacts/provider/x/for-verification'],
])('behind a proxy, the self link %s is the requested URL', (href) => {
  const { toProxy, foreignTarget } = createLinkRewriter('https://b.example/base', 'http://127.0.0.1:1');
  const selfOf = (requestedUrl: string): string =>
    JSON.parse(toProxy(JSON.stringify({ _links: { self: { href } } }), requestedUrl))._links.self.href;
  expect(selfOf('/pacts/provider/x/for-verification')).toBe('http://127.0.0.1:1/pacts/provider/x/for-verification');
  expect(foreignTarget(new URL(selfOf('/pacts/provider/y/for-verification')).pathname)).toBe(href);
});

test('only the self link of the document itself can be the requested URL', () => {
  const { toProxy, foreignTarget } = createLinkRewriter('https://b.example', 'http://127.0.0.1:1');
  const href = 'http://elsewhere.example/asked';
  const { _links: links, _embedded: embedded } = JSON.parse(
    toProxy(JSON.stringify({ _links: { 'pb:other': { href } }, _embedded: { _links: { self: { href } } } }), '/asked'),
  );
  expect(foreignTarget(new URL(links['pb:other'].href).pathname)).toBe(href);
  expect(foreignTarget(new URL(embedded._links.self.href).pathname)).toBe(href);
});

test('a link to another origin is not followed, and the error names it', async () => {
  const broker = await startBroker();
  broker.links = 'http://pact:seeded@broker.internal:9292';
  const relay = await relayTo(broker.url, { credentials: { kind: 'bearer', token: 's3cret-token' } });
  const { _links: links } = JSON.parse(await (await sendRequest(relay, '/')).text());
  const followed = await fetch(links['pb:publish-contracts'].href, {
    method: 'POST',
    headers: { authorization: `Bearer ${relay.token}` },
    body: '{}',
  });
  expect([followed.status, broker.requests.length]).toEqual([424, 1]);
  expect(relay.log.at(-1)).toMatchObject({
    attempts: 0,
    outcome: {
      category: 'unusable',
      reason: expect.stringContaining('links to http://broker.internal:9292/contracts/publish'),
    },
  });
});

test.each([
  ['500 twice', { status: 500 }, 2, 200, 3],
  ['503 for good', { status: 503 }, 99, 424, 3],
  ['429 with a short Retry-After', { status: 429, headers: { 'retry-after': '1' } }, 1, 200, 2],
  ['429 with a Retry-After of one minute', { status: 429, headers: { 'retry-after': '60' } }, 1, 424, 1],
  ['a connection that is closed once', 'reset', 1, 200, 2],
  ['truncated JSON', 'truncated', 1, 424, 1],
  ['400', { status: 400 }, 1, 400, 1],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 1, 424, 1],
] as const)('%s', async (_case, how, times, status, tries) => {
  const broker = await startBroker();
  broker.misbehaviors.push({ matches: () => true, times, response: how });
  const relay = await relayTo(broker.url);
  const received = await sendRequest(relay, '/');
  expect([received.status, broker.requests.length, relay.log[0]?.attempts]).toEqual([status, tries, tries]);
});

test('a missing response times out', async () => {
  const broker = await startBroker();
  broker.misbehaviors.push({ matches: () => true, times: 99, response: { delayMs: 60_000 } });
  const relay = await relayTo(broker.url, { timeoutMs: 100 });
  expect((await sendRequest(relay, '/')).status).toBe(424);
  expect(relay.log[0]?.outcome).toMatchObject({
    category: 'unreachable',
    reason: expect.stringContaining('within 100 ms'),
  });
});

test('an endless response is aborted', async () => {
  const url = await startHttpServer((_request, response) => {
    response.writeHead(200, HAL);
    const more = () => response.write('x'.repeat(1_000_000), () => response.destroyed || setImmediate(more));
    more();
  });
  const relay = await relayTo(url);
  expect((await sendRequest(relay, '/')).status).toBe(424);
  expect(relay.log[0]?.outcome).toMatchObject({ reason: expect.stringContaining('larger than') });
});

test('a broker that does not run is unreachable', async () => {
  const relay = await relayTo(UNUSED_URL);
  expect((await sendRequest(relay, '/')).status).toBe(424);
  expect(relay.log[0]?.outcome).toMatchObject({
    category: 'unreachable',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});

test('requests to the broker do not mention the proxy', async () => {
  const seen: string[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(JSON.stringify([request.headers, request.url]));
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      seen.push(body);
      response.writeHead(200, HAL).end('{}');
    });
  });
  const relay = await relayTo(url);
  const init = { method: 'POST', headers: { 'content-type': 'application/json', baggage: 'x=1' } };
  await sendRequest(relay, '/x?y=1', { ...init, body: JSON.stringify({ see: `${relay.url}/pacts` }) });
  const [headers = '', body] = seen;
  expect(headers).not.toContain(relay.token);
  expect(headers).not.toContain('baggage');
  expect(headers).toContain(new URL(url).host);
  expect(body).toBe(JSON.stringify({ see: `${url}/pacts` }));
});

test('finds strings by path and replaces one', () => {
  const text = '{"a":[1,{"b":"x","c":["y","z:{}[],"]}],"d":{}, "e" : "\\"w"}';
  const paths: string[] = [];
  const changed = replaceStrings(text, ({ path, value }) => {
    paths.push(`${path.join('.')}=${value}`);
    return value === 'y' ? 'new "y"' : undefined;
  });
  expect(paths).toEqual(['a.1.b=x', 'a.1.c.0=y', 'a.1.c.1=z:{}[],', 'e="w']);
  expect(changed).toBe(text.replace('"y"', '"new \\"y\\""'));
});

test.each([
  [{ PACT_BROKER_TOKEN: 't' }, { kind: 'bearer', token: 't' }],
  [
    { PACT_BROKER_USERNAME: 'u', PACT_BROKER_PASSWORD: 'p' },
    { kind: 'basic', username: 'u', password: 'p' },
  ],
  [
    { PACT_BROKER_TOKEN: '', PACT_BROKER_USERNAME: 'u' },
    { kind: 'basic', username: 'u', password: '' },
  ],
  [{}, undefined],
])('credentials come from %j', (env, credentials) => {
  expect(brokerCredentials(env)).toEqual(credentials);
});

test.each([
  [{ PACT_BROKER_TOKEN: 'seeded', PACT_BROKER_USERNAME: 'u' }],
  [{ PACT_BROKER_PASSWORD: 'seeded' }],
  [{ PACT_BROKER_TOKEN: 'seeded\nx: y' }],
  [{ PACT_BROKER_TOKEN: 'seeded-€' }],
  [{ PACT_BROKER_TOKEN: 'seeded\u0001' }],
])('%j is rejected without being repeated', (env) => {
  expect(() => brokerCredentials(env)).toThrow(KitError);
  expect(() => brokerCredentials(env)).not.toThrow(/seeded/);
});

test.each([
  'http://u:seeded@b.example',
  'seeded@b.example',
  'ftp://b.example',
  'ftp://b.example/?token=seeded',
  'http://pact:seeded',
  'http://b.example/?token=seeded',
])('%s is not a base URL, and its password is not repeated', (url) => {
  expect(() => brokerUrl(url)).toThrow(KitError);
  expect(() => brokerUrl(url)).not.toThrow(/seeded/);
});
