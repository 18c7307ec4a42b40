/**
 * What the client expects of the store, recorded as a pact while the client itself is held to it.
 * Every run writes the pact afresh into a folder of its own; `UPDATE_PACTS=1` also renews the committed one.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { afterAll, expect, test } from 'vitest';
import { createStoreClient } from './store-client.ts';

const CONSUMER = 'plant-store-client';
const PROVIDER = 'plant-store';
const PLACEHOLDER_TOKEN = 'EXAMPLE-TOKEN-NOT-A-SECRET';

const folderOfCaller = process.env.PLANT_STORE_PACT_DIR;
const folder = folderOfCaller ?? mkdtempSync(join(tmpdir(), 'plant-store-pact-'));
const pactFile = join(folder, `${CONSUMER}-${PROVIDER}.json`);
// pact-js merges into a file that is there, so an interaction that was removed here would live on in it.
rmSync(pactFile, { force: true });

const pact = new PactV4({ dir: folder, consumer: CONSUMER, provider: PROVIDER, logLevel: 'error' });

afterAll(() => {
  if (folderOfCaller === undefined) rmSync(folder, { recursive: true });
});

const created = { operationId: 'createPlant', status: 200 };
const invalid = { operationId: 'createPlant', status: 400 };

test('a plant with a tag is created and comes back as sent', async () => {
  const plant = { id: 4127n, name: 'Boston fern', tag: 'fern' };
  const result = await createPlantRequest('a request to create a plant with a tag', {
    state: ['the store takes new plants', created],
    body: { id: freshId(plant.id), name: plant.name, tag: plant.tag },
  })
    .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ name: plant.name, tag: plant.tag }))
    .executeTest((store) => clientOf(store.url).createPlant(plant));
  expect(result).toEqual({ kind: 'created', plant: { name: 'Boston fern', tag: 'fern' } });
});

test('a plant without a tag is created and comes back as sent', async () => {
  const plant = { id: 4128n, name: 'Snake plant' };
  const result = await createPlantRequest('a request to create a plant without a tag', {
    state: ['the store takes new plants', created],
    body: { id: freshId(plant.id), name: plant.name },
  })
    .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ name: plant.name }))
    .executeTest((store) => clientOf(store.url).createPlant(plant));
  expect(result).toEqual({ kind: 'created', plant: { name: 'Snake plant' } });
});

test('an id that a double cannot hold is sent digit by digit', async () => {
  const plant = { id: 9007199254740993n, name: 'Giant sequoia', tag: 'tree' };
  const result = await createPlantRequest('a request to create a plant with an id beyond 2^53', {
    state: ['the store takes new plants', created],
    body: { id: freshLargeId(plant.id), name: plant.name, tag: plant.tag },
  })
    .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ name: plant.name, tag: plant.tag }))
    .executeTest((store) => clientOf(store.url).createPlant(plant));
  expect(result).toEqual({ kind: 'created', plant: { name: 'Giant sequoia', tag: 'tree' } });
});

test('a plant whose id is no int64 is refused with an Error', async () => {
  const plant = { id: 9223372036854775808n, name: 'Boston fern' };
  const result = await createPlantRequest('a request to create a plant with an id beyond int64', {
    state: ['the store takes new plants', invalid],
    body: { id: exactly(plant.id), name: plant.name },
  })
    .willRespondWith(400, (answer) =>
      answer.headers(json).jsonBody({
        error: MatchersV3.integer(1),
        message: MatchersV3.like('The id is not an int64'),
      }),
    )
    .executeTest((store) => clientOf(store.url).createPlant(plant));
  expect(result).toEqual({ kind: 'invalid', error: { error: 1, message: 'The id is not an int64' } });
});

test('a call without a token is refused', async () => {
  const plant = { id: 4129n, name: 'Boston fern' };
  const result = await createPlantRequest('a request to create a plant without a token', {
    state: ['the store asks for a token', { operationId: 'createPlant', status: 401 }],
    body: { id: freshId(plant.id), name: plant.name },
    anonymous: true,
  })
    // The contract is silent on how a store refuses: any of these leaves the client without a plant.
    .willRespondWith(MatchersV3.matchStatus(401, [400, 401, 403]))
    .executeTest((store) => createStoreClient({ baseUrl: store.url }).createPlant(plant));
  expect(result).toEqual({ kind: 'unauthorised', status: 401, challenge: undefined });
});

test('the pact holds these interactions and no others', () => {
  const descriptions = readFileSync(pactFile, 'utf8').match(/(?<="description": ").*(?=")/g);
  expect(descriptions).toEqual([
    'a request to create a plant with a tag',
    'a request to create a plant with an id beyond 2^53',
    'a request to create a plant with an id beyond int64',
    'a request to create a plant without a tag',
    'a request to create a plant without a token',
  ]);
  // Only here, where the pact is known to be whole.
  if (process.env.UPDATE_PACTS === '1') copyFileSync(pactFile, committedPact());
});

interface ExpectedRequest {
  readonly state: readonly [name: string, params: { operationId: string; status: number }];
  /** The body of a NewPlant, its id perhaps to be replaced at verification. */
  readonly body: { readonly id: unknown; readonly name: string; readonly tag?: string };
  readonly anonymous?: true;
}

function createPlantRequest(description: string, { state, body, anonymous }: ExpectedRequest) {
  const credentials = anonymous ? {} : { Authorization: bearer };
  return pact
    .addInteraction()
    .given(...state)
    .uponReceiving(description)
    .withRequest('POST', '/plants', (call) =>
      call.headers({ Accept: 'application/json', ...credentials }).jsonBody(body),
    );
}

/** A store may refuse an id it has seen, so each verification brings its own; here the example must match exactly. */
function freshId(example: bigint) {
  return fromState('freshId', exactly(example));
}

function freshLargeId(example: bigint) {
  return fromState('freshLargeId', exactly(example));
}

/** `MatchersV3.fromProviderState` matches by type, which would let a client send any other value. */
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

const json = { 'Content-Type': MatchersV3.regex('(?i)^application/json\\s*(;.*)?$', 'application/json') };

function clientOf(baseUrl: string) {
  return createStoreClient({ baseUrl, token: PLACEHOLDER_TOKEN });
}

function committedPact(): string {
  return fileURLToPath(new URL(`../../pacts/${CONSUMER}-${PROVIDER}.json`, import.meta.url));
}
