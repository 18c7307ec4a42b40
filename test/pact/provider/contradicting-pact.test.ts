/** A pact that contradicts the contract is an error of the pact, not of an implementation that conforms. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { pactText } from '../file/support.ts';
import { changedPact, contract, fileOf, startHttpServer, verifyFiles, zooStore } from '../support.ts';

const token = 'the-token';
const first = ['interactions', 0] as const;

test.each<[what: string, at: readonly (string | number)[], value: Json, rule: string]>([
  ['a response media type', [...first, 'response', 'body', 'content', 'tag'], 5, 'response.body.incompatible'],
  ['a status', [...first, 'response', 'status'], 201, 'response.status.unknown'],
  ['success for an invalid request', [...first, 'request', 'body', 'content', 'name'], 5, 'request.body.incompatible'],
])('a pact that expects %s in contradiction to the contract', async (_what, at, value, rule) => {
  const baseUrl = await zooStore('right-store', token);
  const { ok, interactions } = await verifyFiles({
    ...{ baseUrl, token, contract },
    pactFiles: [changedPact([[at, value]])],
  });
  expect(ok).toBe(false);
  expect(interactions.flatMap(({ findings }) => findings)).toMatchObject([
    {
      check: 'pact-compatible',
      severity: 'error',
      requirement: expect.stringContaining(rule),
      evidence: {},
      brokenPacts: [{}],
    },
  ]);
});

const list = await loadContract(
  fileOf(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'List', version: '1' },
      paths: {
        '/plants': {
          get: {
            operationId: 'list',
            parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
            responses: { 200: { description: 'all' }, 400: { description: 'invalid' } },
          },
        },
      },
    }),
    'list.json',
  ),
);

test.each<[what: string, request: JsonObject, check: string]>([
  ['without a required parameter', {}, 'pact-compatible'],
  ['with a parameter that is invalid', { query: { limit: ['all'] } }, 'pact-compatible'],
  ['that the contract allows', { query: { limit: ['7'] } }, 'valid-accepted'],
])('a request %s is rejected: %s', async (_what, request, check) => {
  const baseUrl = await startHttpServer((_request, response) => response.writeHead(400).end());
  const pact = pactText({ request: { method: 'GET', path: '/plants', ...request } });
  const { interactions } = await verifyFiles({ baseUrl, contract: list, pactFiles: [fileOf(pact)] });
  expect(interactions.flatMap(({ findings }) => findings.map((one) => one.check))).toEqual([check]);
});

test('a forbidden parameter that the implementation accepts is an error of the implementation', async () => {
  const baseUrl = await startHttpServer((_request, response) => response.writeHead(200).end());
  const pact = pactText({ request: { method: 'GET', path: '/plants', query: { limit: ['all'] } } });
  const { interactions } = await verifyFiles({ baseUrl, contract: list, pactFiles: [fileOf(pact)] });
  expect(interactions.flatMap(({ findings }) => findings.map(({ check }) => check))).toEqual(['invalid-rejected']);
});

test('an allowed but missing response part stays an unmet expectation', async () => {
  const pact = changedPact([[[...first, 'response', 'body', 'content', 'name'], 'Another name']]);
  const baseUrl = await zooStore('right-store', token);
  const { interactions } = await verifyFiles({ baseUrl, token, contract, pactFiles: [pact] });
  expect(interactions.flatMap(({ findings }) => findings.map(({ check }) => check))).toEqual(['pact-expectation']);
});

test('a violation of the contract stays an error of the implementation, whatever the pact expects', async () => {
  const pact = changedPact([[[...first, 'response', 'status'], 201]]);
  const baseUrl = await zooStore('returns-201', token);
  const { interactions } = await verifyFiles({ baseUrl, token, contract, pactFiles: [pact] });
  const checks = interactions.flatMap(({ findings }) => findings.map(({ check }) => check));
  expect(new Set(checks)).toEqual(new Set(['status-declared']));
});
