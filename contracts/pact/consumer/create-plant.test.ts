/**
 * Tests the store client and records what it expects of the store as a pact. Every run writes the pact from scratch
 * into a separate folder; `UPDATE_PACTS=1` also updates the committed pact.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { Agent } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { createStoreClient, type NewPlant, type StoreClientOptions } from './store-client.ts';

const CONSUMER = 'plant-store-client';
const PROVIDER = 'plant-store';
const PLACEHOLDER_TOKEN = 'EXAMPLE-TOKEN-NOT-A-SECRET';
const WRONG_TOKEN = 'WRONG-TOKEN-NOT-A-SECRET';

const callerFolder = process.env.PLANT_STORE_PACT_DIR;
const folder = callerFolder ?? mkdtempSync(join(tmpdir(), 'plant-store-pact-'));
const pactFile = join(folder, `${CONSUMER}-${PROVIDER}.json`);
// pact-js merges into an existing file, which would keep interactions that were removed here.
rmSync(pactFile, { force: true });

const pact = new PactV4({ dir: folder, consumer: CONSUMER, provider: PROVIDER, logLevel: 'error' });

afterAll(() => {
  if (callerFolder === undefined) rmSync(folder, { recursive: true });
});

const accepts = ['the store accepts new plants', { operationId: 'createPlant', status: 200 }] as const;
const rejects = ['the store accepts new plants', { operationId: 'createPlant', status: 400 }] as const;
const rejectsCredentials = ['the store requires a token', { operationId: 'createPlant', status: 401 }] as const;

describe('creates a plant and returns it', () => {
  test('with a tag', async () => {
    const plant = { id: 4127n, name: 'Boston fern', tag: 'fern' };
    const result = await createPlantRequest('a request to create a plant with a tag', {
      state: accepts,
      body: { id: freshId(plant.id), name: plant.name, tag: plant.tag },
    })
      .willRespondWith(200, (response) => response.headers(json).jsonBody({ name: plant.name, tag: plant.tag }))
      .executeTest((store) => sendOnce(store, plant));
    expect(result).toStrictEqual({ kind: 'created', plant: { name: 'Boston fern', tag: 'fern' } });
  });

  test('without a tag, and with an id that is a number', async () => {
    const plant = { id: 4128, name: 'Snake plant' };
    const result = await createPlantRequest('a request to create a plant without a tag', {
      state: accepts,
      body: { id: freshId(4128n), name: plant.name },
    })
      .willRespondWith(200, (response) => response.headers(jsonInUtf8).jsonBody({ name: plant.name }))
      .executeTest((store) => sendOnce(store, plant));
    expect(result).toStrictEqual({ kind: 'created', plant: { name: 'Snake plant' } });
  });

  test('with an id beyond the range of a double', async () => {
    const plant = { id: 9007199254740993n, name: 'Giant sequoia', tag: 'tree' };
    const result = await createPlantRequest('a request to create a plant with an id beyond 2^53', {
      state: accepts,
      body: { id: freshLargeId(plant.id), name: plant.name, tag: plant.tag },
    })
      .willRespondWith(200, (response) => response.headers(json).jsonBody({ name: plant.name, tag: plant.tag }))
      .executeTest((store) => sendOnce(store, plant));
    expect(result).toStrictEqual({ kind: 'created', plant: { name: 'Giant sequoia', tag: 'tree' } });
  });

  test('with non-ASCII text', async () => {
    const plant = { id: 4130n, name: 'Gül 玫瑰 🌹 "Mme. Hardy"', tag: 'çiçek/花' };
    const result = await createPlantRequest('a request to create a plant with non-ASCII text', {
      state: accepts,
      body: { id: freshId(plant.id), name: plant.name, tag: plant.tag },
    })
      .willRespondWith(200, (response) => response.headers(json).jsonBody({ name: plant.name, tag: plant.tag }))
      .executeTest((store) => sendOnce(store, plant));
    expect(result).toStrictEqual({
      kind: 'created',
      plant: { name: 'Gül 玫瑰 🌹 "Mme. Hardy"', tag: 'çiçek/花' },
    });
  });
});

// There is no case with an id below int64: Pact would write it as a double, which is the int64 minimum again, and that
// is valid.
test('rejects a plant with an id beyond int64', async () => {
  const plant = { id: 9223372036854775808n, name: 'Boston fern' };
  const result = await createPlantRequest('a request to create a plant with an id beyond int64', {
    state: rejects,
    body: { id: exactly(plant.id), name: plant.name },
  })
    .willRespondWith(400, (response) =>
      response.headers(json).jsonBody({
        error: MatchersV3.integer(-2147483648),
        message: MatchersV3.like('The id is not an int64'),
      }),
    )
    .executeTest((store) => sendOnce(store, plant));
  expect(result).toStrictEqual({
    kind: 'invalid',
    error: { error: -2147483648, message: 'The id is not an int64' },
  });
});

// The contract does not say how a store rejects credentials; with any of these statuses no plant is created.
describe('rejects a request', () => {
  test('without a token', async () => {
    const plant = { id: 4129n, name: 'Boston fern' };
    const result = await createPlantRequest('a request to create a plant without a token', {
      state: rejectsCredentials,
      body: { id: freshId(plant.id), name: plant.name },
      credentials: {},
    })
      .willRespondWith(MatchersV3.matchStatus(401, [400, 401, 403]))
      .executeTest((store) => sendOnce(store, plant, {}));
    expect(result).toStrictEqual({ kind: 'unauthorised', status: 401, challenge: undefined });
  });

  test('with an invalid token', async () => {
    const plant = { id: 4131n, name: 'Boston fern' };
    const result = await createPlantRequest('a request to create a plant with an invalid token', {
      state: rejectsCredentials,
      body: { id: freshId(plant.id), name: plant.name },
      credentials: { Authorization: `Bearer ${WRONG_TOKEN}` },
    })
      .willRespondWith(MatchersV3.matchStatus(403, [400, 401, 403]))
      .executeTest((store) => sendOnce(store, plant, { token: WRONG_TOKEN }));
    expect(result).toStrictEqual({ kind: 'unauthorised', status: 403, challenge: undefined });
  });
});

test('records exactly these interactions', () => {
  const descriptions = readFileSync(pactFile, 'utf8').match(/(?<="description": ").*(?=")/g);
  expect(descriptions).toEqual([
    'a request to create a plant with a tag',
    'a request to create a plant with an id beyond 2^53',
    'a request to create a plant with an id beyond int64',
    'a request to create a plant with an invalid token',
    'a request to create a plant with non-ASCII text',
    'a request to create a plant without a tag',
    'a request to create a plant without a token',
  ]);
  // Only here is the pact known to be complete.
  if (process.env.UPDATE_PACTS === '1') copyFileSync(pactFile, committedPact());
});

interface ExpectedRequest {
  readonly state: readonly [name: string, params: { operationId: string; status: number }];
  /** The body of a NewPlant; its id may be replaced at verification. */
  readonly body: { readonly id: unknown; readonly name: string; readonly tag?: string };
  /** The headers with credentials; by default the token of the verification. */
  readonly credentials?: { readonly Authorization?: string };
}

function createPlantRequest(description: string, expected: ExpectedRequest) {
  const { state, body, credentials = { Authorization: bearer } } = expected;
  return pact
    .addInteraction()
    .given(...state)
    .uponReceiving(description)
    .withRequest('POST', '/plants', (call) =>
      call.headers({ Accept: 'application/json', ...credentials }).jsonBody(body),
    );
}

type Credentials = Pick<StoreClientOptions, 'token'>;

const knownCredentials: Credentials = { token: PLACEHOLDER_TOKEN };

/** Pact's mock server does not report a request that is sent twice, so the requests are counted. */
async function sendOnce(
  { url }: { readonly url: string },
  plant: NewPlant,
  credentials: Credentials = knownCredentials,
) {
  let sent = 0;
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    sent++;
    return dispatch(options, handler);
  });
  const result = await createStoreClient({ baseUrl: url, ...credentials, dispatcher }).createPlant(plant);
  await dispatcher.close();
  expect(sent).toBe(1);
  return result;
}

/**
 * A store may reject an id that it has seen, so each verification sends a new one; in this test the example must match
 * exactly.
 */
function freshId(example: bigint) {
  return fromState('freshId', exactly(example));
}

function freshLargeId(example: bigint) {
  return fromState('freshLargeId', exactly(example));
}

/** `MatchersV3.fromProviderState` matches by type and would let the client send any other value. */
function fromState<T>(name: string, value: T, prefix = '') {
  return {
    'pact:matcher:type': 'equality',
    'pact:generator:type': 'ProviderState',
    expression: `${prefix}\${${name}}`,
    value,
  };
}

/** pact-js has no matcher for bigint, and a number would be rounded. */
function exactly(value: bigint): unknown {
  return JSON.rawJSON(value.toString());
}

const bearer = fromState('token', `Bearer ${PLACEHOLDER_TOKEN}`, 'Bearer ');

const json = contentType('application/json');
const jsonInUtf8 = contentType('application/json; charset=utf-8');

function contentType(example: string) {
  return { 'Content-Type': MatchersV3.regex('(?i)^application/json\\s*(;.*)?$', example) };
}

function committedPact(): string {
  return fileURLToPath(new URL(`../../pacts/${CONSUMER}-${PROVIDER}.json`, import.meta.url));
}
