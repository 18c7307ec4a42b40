import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRecording } from '../../../contracts/pact/record/record-pact.ts';
import { recordingSummaryText } from '../../../contracts/pact/record/recording-summary.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { defaultDocument, kitVersion } from '../../../spec/kit.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { at, contractWithPaths, interactionNamed, interactionsIn, recordAsPact } from './support.ts';

const plants = await loadContract(defaultDocument.href);
const recording = createRecording(plants);

const description = (interaction: Json) => at(interaction, 'description');

describe('a pact of the Plant Store', () => {
  it('is identical each time', async () => {
    expect(createRecording(await loadContract(defaultDocument.href)).text).toBe(recording.text);
  });

  it('names its generator and source', () => {
    expect(recording.consumer).toBe('generated-from-plant-store');
    expect(recordAsPact(recording).metadata).toEqual({
      pactSpecification: { version: '4.0' },
      'plant-store': {
        version: kitVersion(),
        generated: true,
        contract: { title: 'Plant Store', version: '1.0.0', sha256: plants.sha256 },
      },
    });
  });

  it('has every declared response, invalid requests and rejections', () => {
    expect(interactionsIn(recording).length).toBeGreaterThanOrEqual(9);
    const interactionKinds = recording.operations.flatMap(({ interactions }) =>
      interactions.map(({ kind, status }) => `${kind} ${status}`),
    );
    expect(new Set(interactionKinds)).toEqual(new Set(['valid 200', 'invalid 400', 'unauthorized 401']));
    expect(interactionsIn(recording).map(description)).toEqual(
      expect.arrayContaining([
        'a valid request to createPlant',
        'a request to createPlant: only the required properties are sent',
        'a request to createPlant: the required property body.name is missing',
        'a request to createPlant: the required property body.id is missing',
        'a request to createPlant: body.id is its value as a string: "1042"',
        'a request to createPlant: body.tag is null',
        'a request to createPlant: the body is empty, but has a media type',
        'a request to createPlant: the body is not valid JSON: it is truncated',
        'a request to createPlant: the credential of "bearerAuth" is missing',
        'a request to createPlant: the credential of "bearerAuth" is unknown',
      ]),
    );
  });

  it('has a unique description for each interaction', () => {
    const names = interactionsIn(recording).map(description);
    expect(new Set(names).size).toBe(names.length);
  });

  it('gets the token and fresh values from the provider state', () => {
    const valid = interactionNamed(recording, 'a valid request');
    expect(at(valid, 'providerStates')).toEqual([
      { name: 'createPlant can be called', params: { operationId: 'createPlant', status: 200 } },
    ]);
    const fromState = (expression: string) => ({ type: 'ProviderState', expression });
    expect(at(valid, 'request', 'generators')).toEqual({
      header: { Authorization: fromState('Bearer $' + '{token}') },
      body: { '$.id': fromState('$' + '{freshNumber}'), '$.name': fromState('Bo $' + '{freshWord}') },
    });
    const large = interactionNamed(recording, 'beyond 2^53');
    expect(at(large, 'request', 'body', 'content', 'id')).toBe(4_611_686_018_427_387_905n);
    expect(at(large, 'request', 'generators', 'body', '$.id')).toEqual(fromState('$' + '{freshLargeId}'));
  });

  it('sends no credential if it is missing, and no real one if it is invalid', () => {
    const none = interactionNamed(recording, 'the credential of "bearerAuth" is missing');
    expect(at(none, 'request', 'headers', 'Authorization')).toBeUndefined();
    const wrong = interactionNamed(recording, 'is unknown');
    expect(at(wrong, 'request', 'headers', 'Authorization')).toEqual(['Bearer unknown:never-issued']);
    expect(at(wrong, 'request', 'generators', 'header')).toBeUndefined();
  });

  it('allows every valid status of a rejection and requires no body', () => {
    const rejected = at(interactionNamed(recording, 'the credential of "bearerAuth" is missing'), 'response');
    expect(rejected).toEqual({
      status: 401,
      matchingRules: {
        status: { combine: 'AND', matchers: [{ match: 'statusCode', status: [400, 401, 403] }] },
      },
    });
  });

  it('keeps the bytes of a body that is not JSON', () => {
    const cut = at(interactionNamed(recording, 'it is truncated'), 'request', 'body');
    expect(at(cut, 'encoded')).toBe('base64');
    const bytes = Buffer.from(String(at(cut, 'content')), 'base64').toString();
    expect(bytes.startsWith('{"name":"Boston fern",')).toBe(true);
    expect(() => JSON.parse(bytes)).toThrow();
  });

  it('requires only required properties of a response', () => {
    const response = at(interactionNamed(recording, 'a valid request'), 'response');
    expect(at(response, 'body', 'content')).toEqual({ name: 'Boston fern' });
    const error = at(interactionNamed(recording, 'body.tag is null'), 'response');
    expect(Object.keys(Object(at(error, 'matchingRules', 'body')))).toEqual(['$.error', '$.message']);
  });
});

it("sorts object keys like Pact's writer", () => {
  const [first = ''] = readFileSync(defaultDocument, 'utf8').split('\n');
  expect(first).toBe('openapi: 3.0.3');
  expect(Object.keys(recordAsPact(recording))).toEqual(['consumer', 'interactions', 'metadata', 'provider']);
});

describe('responses that depend on a state', () => {
  const paths = `  /pets/{petId}:
    get:
      operationId: showPet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer }, example: 7 }]
      responses:
        '200': { description: a pet }
        '202': { description: soon }
        '304': { description: the same }
        '302': { description: elsewhere }
        4XX: { description: not so }
        default: { description: broken }`;

  it('require a state with operation and status', async () => {
    const states = interactionsIn(createRecording(await contractWithPaths(paths)))
      .map((one) => at(one, 'providerStates', 0, 'params'))
      .filter((params) => at(params, 'needsState') === true)
      .map((params) => at(params, 'status'));
    expect(states).toEqual([200, 200, 202, 304, 500]);
  });

  it('have a status of their range, or one that no other response has', async () => {
    const [{ interactions = [] } = {}] = createRecording(await contractWithPaths(paths)).operations;
    expect(new Set(interactions.map(({ status }) => status))).toEqual(new Set([200, 202, 304, 400, 500]));
  });

  it('get existing values from the state', async () => {
    const recorded = createRecording(await contractWithPaths(paths));
    expect(at(interactionNamed(recorded, 'a valid request'), 'request', 'path')).toBe('/pets/7');
    expect(at(interactionNamed(recorded, 'a valid request'), 'request', 'generators', 'path')).toEqual({
      type: 'ProviderState',
      expression: '/pets/$' + '{petId}',
    });
  });

  it('are reported if they cannot be recorded', async () => {
    const contract = await contractWithPaths(paths);
    expect(recordingSummaryText(createRecording(contract), contract)).toContain(
      "the response 302 is omitted: Pact's verifier follows redirects and would check a different response (https://test.example/test.yaml:",
    );
  });
});

it.each([
  [
    'a record that the body names',
    '{ type: object, required: [petId], properties: { petId: { type: integer } } }',
    true,
  ],
  ['no existing record', '{ type: object, required: [name], properties: { name: { type: string } } }', undefined],
])('a valid request requires a state if its response depends on %s', async (_what, schema, needsState) => {
  const recorded = createRecording(
    await contractWithPaths(`  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { '200': { description: ok }, '400': { description: no } }`),
  );
  const valid = interactionNamed(recorded, 'a valid request');
  expect(at(valid, 'providerStates', 0, 'params', 'needsState')).toBe(needsState);
});

it('gets the record that a body names from the state, by property name', async () => {
  const schema =
    '{ type: object, required: [petId, id], properties: { petId: { type: integer }, id: { type: integer } } }';
  const recorded = createRecording(
    await contractWithPaths(`  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { '200': { description: ok }, '400': { description: no } }`),
  );
  const generators = at(interactionNamed(recorded, 'a valid request'), 'request', 'generators', 'body');
  expect(generators).toEqual({
    '$.id': { type: 'ProviderState', expression: '$' + '{freshNumber}' },
    '$.petId': { type: 'ProviderState', expression: '$' + '{petId}' },
  });
});

describe('an unspecified part of a contract', () => {
  it('is reported: no client error for invalid requests', async () => {
    const contract = await contractWithPaths(`  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [a] } } } }
      responses: { '200': { description: ok }, '404': { description: no } }`);
    const recorded = createRecording(contract);
    expect(recorded.operations[0]?.interactions.some(({ kind }) => kind === 'invalid')).toBe(false);
    expect(recordingSummaryText(recorded, contract)).toContain(
      'no invalid requests: the contract declares no client error for invalid requests (400, 422, 4XX or default)',
    );
  });

  it.each([
    [
      'no JSON media type is declared for its request body (text/csv)',
      'requestBody: { required: true, content: { text/csv: {} } }',
      '{}',
    ],
    ['it can be text/csv, which is not JSON', '', '{ text/csv: {} }'],
    ['it has no schema', '', '{ application/json: {} }'],
  ])('is reported: %s', async (reason, body, content) => {
    const contract = await contractWithPaths(`  /orders:
    post:
      operationId: order
      ${body}
      responses: { '200': { description: ok, content: ${content} } }`);
    expect(recordingSummaryText(createRecording(contract), contract)).toContain(
      `is omitted: ${reason} (https://test.example/test.yaml:`,
    );
  });
});

describe('credentials', () => {
  const schemes = `components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    head: { type: apiKey, in: header, name: X-Key }
    biscuit: { type: apiKey, in: cookie, name: session }
    user: { type: http, scheme: basic }
    login: { type: oauth2, flows: {} }`;

  it.each([
    ['key', 'query', 'api_key', '$' + '{credential.key}'],
    ['head', 'header', 'X-Key', '$' + '{credential.head}'],
    ['biscuit', 'header', 'Cookie', 'session=$' + '{credential.biscuit}'],
    ['user', 'header', 'Authorization', 'Basic $' + '{credential.user}'],
    ['login', 'header', 'Authorization', 'Bearer $' + '{token}'],
  ])('of the scheme %s come from the state', async (scheme, part, name, expression) => {
    const contract = await contractWithPaths(
      `  /it:
    get: { operationId: read, security: [{ ${scheme}: [] }], responses: { '200': { description: ok } } }`,
      schemes,
    );
    const request = at(interactionNamed(createRecording(contract), 'a valid request'), 'request');
    expect(at(request, 'generators', part, name)).toEqual({ type: 'ProviderState', expression });
    const none = interactionNamed(createRecording(contract), 'is missing');
    expect(at(none, 'request', 'generators')).toBeUndefined();
    expect(JSON.stringify(none)).not.toContain('EXAMPLE');
  });
});
