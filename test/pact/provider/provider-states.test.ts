import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { verifyProvider } from '../../../contracts/pact/provider/verify-provider.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { UNUSED_URL } from '../../free-port.ts';
import { pactText, pactWithInteraction } from '../file/support.ts';
import { contract, fileOf, kitErrorOf, SECRET, startHttpServer } from '../support.ts';

const stateValue = (name: string) => `\${${name}}`;
const state = (expression: string) => ({ type: 'ProviderState', expression });

/** GET /plants/7 with a key in a header, both from the state "a plant". */
function pactWithState(more: JsonObject = {}): JsonObject {
  return {
    providerStates: [{ name: 'a plant', params: { kind: 'fern' } }],
    request: {
      method: 'GET',
      path: '/plants/7',
      headers: { 'X-Key': ['example'] },
      generators: {
        path: state(`/plants/${stateValue('plantId')}`),
        header: { 'X-Key': state(stateValue('key')) },
      },
    },
    ...more,
  };
}

interface StateSetup {
  readonly status?: number;
  readonly body?: string;
}

/** A provider states endpoint, the requests it received, and the requests that then reached the implementation. */
async function verified(
  interactions: readonly JsonObject[],
  respond: (call: JsonObject) => StateSetup | undefined,
  token?: string,
  timeoutMs = 60_000,
) {
  const calls: Json[] = [];
  const requests: string[] = [];
  const states = await startHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      const call = JSON.parse(body);
      calls.push(call);
      const setup = respond(call);
      if (setup !== undefined) response.writeHead(setup.status ?? 200).end(setup.body ?? '{}');
    });
  });
  const baseUrl = await startHttpServer((request, response) => {
    requests.push(`${request.url} ${request.headers['x-key'] ?? request.headers.authorization ?? ''}`.trim());
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers));
  });
  const pact = await readPact(fileOf(pactText({}, { interactions: interactions.map(pactWithInteraction) })));
  const credentials = { token, byScheme: new Map<string, string>() };
  const check = { baseUrl, contract, credentials, pacts: [pact], timeoutMs };
  const result = await verifyProvider({ ...check, statesUrl: `${states}/states?key=hidden` });
  return { result, calls, requests, states };
}

const values = (given: Json) => () => ({ body: JSON.stringify(given) });

describe('an endpoint for provider states', () => {
  test("receives setup and teardown calls as from Pact's verifiers", async () => {
    const { calls } = await verified([pactWithState()], values({ plantId: 1 }));
    const call = { consumer: 'shop', state: 'a plant', params: { kind: 'fern' } };
    expect(calls).toEqual([
      { ...call, action: 'setup' },
      { ...call, action: 'teardown' },
    ]);
  });

  test('returns exact values for generators', async () => {
    const { requests, result } = await verified([pactWithState()], () => ({
      body: '{"plantId": 9007199254740993, "key": "k"}',
    }));
    expect(requests).toEqual(['/plants/9007199254740993 k']);
    expect(result.interactions[0]?.notes.join()).not.toContain('no provider state returns');
  });

  test('overrides the values of the kit', async () => {
    const generators = { path: state(`/plants/${stateValue('freshId')}-${stateValue('freshLargeId')}`) };
    const request = { method: 'GET', path: '/plants/7', generators };
    const { requests } = await verified([pactWithState({ request })], values({ freshId: 'own' }));
    expect(requests[0]).toMatch(/^\/plants\/own-46\d{17}$/);
  });

  test('is not called for an interaction without a state, which still gets the token', async () => {
    const header = { Authorization: state(`Bearer ${stateValue('token')}`) };
    const request = {
      method: 'GET',
      path: '/plants',
      headers: { Authorization: ['Bearer x'] },
      generators: { header },
    };
    const { calls, requests } = await verified([{ request }], values({}), SECRET);
    expect([calls, requests]).toEqual([[], [`/plants Bearer ${SECRET}`]]);
  });

  test('without a value: the example is sent, with a note', async () => {
    const { requests, result } = await verified([pactWithState()], values({ plantId: 1 }));
    expect(requests).toEqual(['/plants/1 example']);
    expect(result.interactions[0]?.notes).toContain(
      `no provider state returns ${stateValue('key')}, so the example of the pact was sent`,
    );
  });

  test('can return a token, which then reaches only the implementation', async () => {
    const header = { Authorization: state(`Bearer ${stateValue('token')}`) };
    const request = {
      method: 'GET',
      path: '/plants',
      headers: { Authorization: ['Bearer x'] },
      generators: { header },
    };
    const { requests, result } = await verified([pactWithState({ request })], values({ token: SECRET }));
    expect(requests).toEqual([`/plants Bearer ${SECRET}`]);
    const everything = inspect(result, { depth: 20, maxStringLength: null, maxArrayLength: null });
    expect(everything).toContain('$PLANT_STORE_TOKEN');
    for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)])
      expect(everything).not.toContain(form);
    expect(everything).not.toMatch(/stand-in-[0-9a-f]/);
  });

  test.each([
    ['token', 9876543210],
    ['jwt', 'eyJzZWNyZXQ'],
    ['authorization', 'eyJzZWNyZXQ'],
    ['privateKey', 'eyJzZWNyZXQ'],
    ['sessionId', 'eyJzZWNyZXQ'],
    ['user', 'eyJhbGciOiJ.eyJzZWNyZXQ.c2lnbmVk'],
  ])('can name a credential %s, which is not shown', async (name, value) => {
    const header = { Authorization: state(`Bearer ${stateValue(name)}`) };
    const headers = { Authorization: ['Bearer x'] };
    const request = { method: 'GET', path: '/plants', headers, generators: { header } };
    const { requests, result } = await verified([pactWithState({ request })], values({ [name]: value }));
    expect(requests).toEqual([`/plants Bearer ${value}`]);
    expect(inspect(result, { depth: 20, maxStringLength: null })).not.toContain(String(value));
  });

  test('that returns no required token: not checked', async () => {
    const header = { Authorization: state(`Bearer ${stateValue('token')}`) };
    const request = {
      method: 'GET',
      path: '/plants',
      headers: { Authorization: ['Bearer x'] },
      generators: { header },
    };
    const { result } = await verified([pactWithState({ request })], values({}));
    expect(result).toMatchObject({ ok: false, interactions: [{ status: 'not checked' }] });
    expect(result.interactions[0]?.reason).toContain(`it sends ${stateValue('token')}, for which no option`);
  });
});

describe('a state that could not be set up', () => {
  const long = 'x'.repeat(300);
  test.each<[what: string, told: StateSetup | undefined, reason: string]>([
    [
      'a response with 500',
      { status: 500, body: `no\n room ${SECRET} ${long}` },
      'responds with 500 no room $PLANT_STORE_TOKEN x',
    ],
    ['a response with 404', { status: 404, body: '' }, '/states responds with 404'],
    ['a response with 302', { status: 302 }, '/states responds with 302 {}'],
    ['no response', undefined, '/states: no complete response within 1000 ms'],
  ])('%s: dependent interactions are not checked, others are', async (_what, setup, reason) => {
    const rest = { description: 'the rest', request: { method: 'GET', path: '/plants' } };
    const timeoutMs = setup === undefined ? 1_000 : undefined;
    const { result, requests, states } = await verified([pactWithState(), rest], () => setup, SECRET, timeoutMs);
    const [first, second] = result.interactions;
    expect(result.ok).toBe(false);
    expect(first).toMatchObject({ status: 'not checked', findings: [] });
    expect(first?.reason).toContain(`the provider state "a plant" was not set up: ${states}`);
    expect(first?.reason).toContain(reason);
    expect(first?.reason).not.toContain('hidden');
    expect(first?.reason?.length).toBeLessThan(400);
    expect(second?.status).not.toBe('not checked');
    expect(requests).toEqual(['/plants']);
  });

  test('is not checked if the endpoint is unreachable', async () => {
    const pact = await readPact(fileOf(pactText(pactWithState())));
    const credentials = { token: undefined, byScheme: new Map<string, string>() };
    const baseUrl = await startHttpServer((_request, response) => response.end());
    const check = { baseUrl, contract, credentials, pacts: [pact] };
    const { interactions } = await verifyProvider({ ...check, statesUrl: UNUSED_URL });
    expect(interactions).toMatchObject([{ status: 'not checked', reason: expect.stringContaining('ECONNREFUSED') }]);
  });
});

test('a failed teardown is reported and fails nothing', async () => {
  const { result } = await verified([pactWithState()], ({ action }) =>
    action === 'teardown' ? { status: 500, body: 'later' } : { body: '{"plantId":1,"key":"k"}' },
  );
  expect(result.ok).toBe(true);
  expect(result.interactions[0]?.notes.join()).toMatch(
    /the provider state "a plant" was not torn down: .* responds with 500 later/,
  );
});

test.each(['states', 'ftp://127.0.0.1/', 'http://ann:secret@127.0.0.1/', '//secret@x'])(
  'rejects the endpoint %s',
  async (statesUrl) => {
    const pact = await readPact(fileOf(pactText(pactWithState())));
    const credentials = { token: undefined, byScheme: new Map<string, string>() };
    const baseUrl = await startHttpServer((_request, response) => response.end());
    const error = await kitErrorOf(verifyProvider({ baseUrl, contract, credentials, pacts: [pact], statesUrl }));
    expect(error.code).toBe('option-invalid');
    expect(error.message).not.toContain('secret');
  },
);

test('values of the user are those of states that return none', async () => {
  const requests: string[] = [];
  const baseUrl = await startHttpServer((request, response) => {
    requests.push(`${request.url} ${request.headers['x-key']}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const pact = await readPact(fileOf(pactText({}, { interactions: [pactWithInteraction(pactWithState())] })));
  const credentials = { token: undefined, byScheme: new Map<string, string>() };
  await verifyProvider({ baseUrl, contract, credentials, pacts: [pact], stateValues: { plantId: 4711, key: 'k' } });
  expect(requests).toEqual(['/plants/4711 k']);
});
