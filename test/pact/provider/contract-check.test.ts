/** Responses to interactions are checked against the contract, whatever the consumer expects. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findOperation } from '../../../contracts/pact/file/find-operation.ts';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import { checkContract } from '../../../contracts/pact/provider/contract-check.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { fileOf, contract as plants } from '../support.ts';

const shelves = await loadContract(
  fileOf(
    `openapi: 3.1.0
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readShelf
      responses:
        '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '404': { description: none }
        '503': { description: closed }
    delete:
      operationId: removeShelf
      responses: { '204': { description: gone } }
  /loans:
    post:
      operationId: lend
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: lent }, '400': { description: wrong }, '409': { description: out } }
components:
  schemas:
    Shelf: { type: object, required: [width], properties: { width: { type: integer } } }
`,
    'shelves.yaml',
  ),
);

const plant = { id: 1, name: 'Boston fern' };
const error = { error: 1, message: 'no' };
const token = { Authorization: 'Bearer x' };

interface ContractCheckCase {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: Json | Uint8Array;
  /** Provider states that the interaction names, with the parameters of each. */
  readonly states?: Readonly<Record<string, JsonObject>>;
  /** The status that the pact expects. */
  readonly expected: number;
  readonly status: number;
  readonly body?: Json;
  readonly isAuthorized?: boolean;
}

/** The ids of the violated checks. */
async function broken(contract: typeof plants, testCase: ContractCheckCase): Promise<readonly string[]> {
  const { method = 'POST', path = '/plants', headers = {}, sent, states = {} } = testCase;
  const { expected, status, body } = testCase;
  const providerStates = Object.entries(states).map(([name, params]) => ({ name, params }));
  const request = { method, path, headers: { ...headers, 'Content-Type': 'application/json' } };
  const pact = await readPact(
    fileOf(
      stringifyJson({
        ...{ consumer: { name: 'c' }, provider: { name: 'p' } },
        interactions: [{ description: 'd', providerStates, request, response: { status: expected } }],
      }),
    ),
  );
  const [interaction] = pact.interactions;
  const operation = findOperation(contract, method, path);
  if (interaction === undefined || operation === undefined) throw new Error('no such operation');
  const recorded = {
    ...{ pact: 0, interaction: 0, hasRealCredentials: testCase.isAuthorized ?? false },
    exchange: {
      request: {
        ...({ method, url: `http://127.0.0.1:1/api${path}`, delivery: 'whole' } as const),
        headers: Object.entries(request.headers),
        body: sent === undefined ? undefined : bytesOf(sent),
      },
      outcome: { kind: 'response', response: responseOf(status, body) },
      ms: 1,
    },
  } as const;
  return checkContract({ interaction, operation, recorded, basePath: '/api' }).map(({ check }) => check.id);
}

function bytesOf(sent: Json | Uint8Array): Uint8Array {
  return sent instanceof Uint8Array ? sent : Buffer.from(stringifyJson(sent));
}

function responseOf(status: number, body: Json | undefined) {
  if (body === undefined) return { status, headers: [], body: Buffer.alloc(0) };
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', 'gzip'],
  ] as const;
  return { status, headers, body: gzipSync(stringifyJson(body)) };
}

describe('of the Plant Store', () => {
  test.each<[what: string, scene: ContractCheckCase, checks: readonly string[]]>([
    [
      'a record as sent',
      { headers: token, sent: plant, expected: 200, status: 200, body: { name: 'Boston fern' } },
      [],
    ],
    [
      'a record that is another one',
      { headers: token, sent: plant, expected: 200, status: 200, body: { name: 'Moss' } },
      ['created-is-echoed'],
    ],
    [
      'a record with a wrong type',
      { headers: token, sent: plant, expected: 200, status: 200, body: { name: 'Boston fern', tag: 5 } },
      ['body-matches-schema', 'created-is-echoed'],
    ],
    [
      'a valid plant that is rejected',
      { headers: token, sent: plant, expected: 200, status: 400, body: error },
      ['valid-accepted'],
    ],
    [
      'a valid plant that is rejected because of a state, as the consumer expects',
      { headers: token, sent: plant, expected: 400, status: 400, body: error },
      [],
    ],
    [
      'an invalid plant that is accepted, although the consumer expects it',
      { headers: token, sent: { id: '1', name: 'fern' }, expected: 200, status: 200, body: { name: 'fern' } },
      ['invalid-rejected'],
    ],
    [
      'a JSON body with invalid UTF-8 that is accepted',
      {
        headers: token,
        sent: Buffer.from('{"id":1,"name":"fern\xc3("}', 'latin1'),
        expected: 400,
        status: 200,
        body: { name: 'fern' },
      },
      ['invalid-rejected'],
    ],
    [
      'an invalid plant that is rejected',
      { headers: token, sent: { id: 1 }, expected: 400, status: 400, body: error },
      [],
    ],
    [
      'a request without credentials that succeeds',
      { sent: plant, expected: 401, status: 200, body: { name: 'Boston fern' } },
      ['unauthorized-rejected'],
    ],
    [
      'a request without credentials that is rejected, although undeclared',
      { sent: plant, expected: 401, status: 401 },
      [],
    ],
    [
      'invalid credentials that succeed',
      { headers: token, sent: plant, expected: 401, status: 200, body: { name: 'Boston fern' } },
      ['unauthorized-rejected'],
    ],
    ['a failure', { headers: token, sent: plant, expected: 200, status: 500 }, ['no-server-error']],
    ['an undeclared success', { headers: token, sent: plant, expected: 200, status: 204 }, ['status-declared']],
  ])('%s', async (_what, testCase, checks) => {
    expect(await broken(plants, { isAuthorized: testCase.expected !== 401, ...testCase })).toEqual(checks);
  });
});

describe('with records that a provider state creates', () => {
  const read = { method: 'GET', path: '/shelves/7' };
  const lend = { path: '/loans', sent: { shelf: 7 } };
  test.each<[what: string, scene: ContractCheckCase, checks: readonly string[]]>([
    ['an existing record', { ...read, expected: 200, status: 200, body: { width: 3 } }, []],
    ['an existing record that is invalid', { ...read, expected: 200, status: 200, body: {} }, ['body-matches-schema']],
    ['a missing record with its declared status', { ...read, expected: 200, status: 404 }, []],
    [
      'a missing record with an undeclared status',
      { ...read, method: 'DELETE', expected: 204, status: 404 },
      ['status-declared'],
    ],
    [
      'a record that is already out, although a state should have returned it',
      { ...lend, states: { 'shelf 7 is here': {} }, expected: 201, status: 409 },
      [],
    ],
    [
      'a record that is already out, if the contract itself says that a state must be set up',
      { ...lend, states: { s: { operationId: 'lend', needsState: true } }, expected: 201, status: 409 },
      [],
    ],
    [
      'a rejected request that needs no state',
      { ...lend, states: { s: { operationId: 'lend' } }, expected: 201, status: 409 },
      ['valid-accepted'],
    ],
    ['a rejected request without a state', { ...lend, expected: 201, status: 409 }, ['valid-accepted']],
    [
      'a request rejected as invalid in any state',
      { ...lend, states: { s: {} }, expected: 201, status: 400 },
      ['valid-accepted'],
    ],
    ['a declared failure that the consumer expects', { ...read, expected: 503, status: 503 }, []],
    [
      'a declared failure that the consumer does not expect',
      { ...read, expected: 200, status: 503 },
      ['no-server-error'],
    ],
  ])('%s', async (_what, testCase, checks) => {
    expect(await broken(shelves, testCase)).toEqual(checks);
  });
});
