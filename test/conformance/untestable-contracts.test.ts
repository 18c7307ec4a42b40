/** Parts of a contract that no implementation can keep: they are not tested, and never an error of the implementation. */
import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { RunResult } from '../../contracts/conformance/model/run-result.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { describeErrors, tokenCredentials, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

interface Reply {
  readonly status: number;
  readonly body?: string;
}

async function run(paths: string, respond: (request: IncomingMessage) => Reply): Promise<RunResult> {
  const server = createServer((request, response) => {
    request.resume();
    const { status, body } = respond(request);
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' }).end(body);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  return verify({ baseUrl, contract: await contractWithPaths(paths), credentials: tokenCredentials(undefined) });
}

const healthy = `  /health:
    get:
      operationId: health
      responses: { '204': { description: ok } }`;

const get = (responses: string, parameters = '[]') => `${healthy}
  /it:
    get:
      operationId: read
      parameters: ${parameters}
      responses: ${responses}`;

const json = (schema: string) => `{ '200': { description: ok, content: { application/json: { schema: ${schema} } } } }`;

function reasonsFor({ unchecked }: RunResult, operation: string): string {
  return unchecked.flatMap((one) => (one.operation === operation ? [one.reason] : [])).join('\n');
}

const impossible = '{ type: integer, minimum: 5, maximum: 3 }';

test.each([
  ['a schema', impossible, '4'],
  ['a required property', `{ type: object, required: [size], properties: { size: ${impossible} } }`, '{"size":4}'],
  [
    'a choice among equal alternatives',
    '{ oneOf: [{ type: integer, maximum: 9 }, { type: integer, maximum: 9 }] }',
    '4',
  ],
  ['the items of a list', `{ type: array, items: ${impossible} }`, '[4]'],
])('%s of a response that no value satisfies is not tested', async (_what, schema, body) => {
  const result = await run(get(json(schema)), ({ url, method }) => {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405 };
    return url?.startsWith('/it') ? { status: 200, body } : { status: 204 };
  });
  expect(describeErrors(result).filter((line) => line.includes('body-matches-schema'))).toEqual([]);
  expect(reasonsFor(result, 'read')).toContain('no value satisfies');
  expect(reasonsFor(result, 'health')).toBe('');
});

test('a schema that the body violates is still an error', async () => {
  const result = await run(get(json('{ type: integer, minimum: 5 }')), ({ url }) =>
    url?.startsWith('/it') ? { status: 200, body: '4' } : { status: 204 },
  );
  expect(describeErrors(result).join('\n')).toContain('body-matches-schema');
});

test.each([405, 404, 200])('an operation that declares only 405 is not tested, and may return %i', async (status) => {
  const result = await run(get("{ '405': { description: no } }"), ({ url }) =>
    url?.startsWith('/it') ? { status } : { status: 204 },
  );
  expect(describeErrors(result).filter((line) => line.includes('read'))).toEqual([]);
  expect(result.findings.filter(({ subject }) => subject === 'read')).toEqual([]);
  expect(reasonsFor(result, 'read')).toContain('405');
});

test('a required query parameter of nested objects in the style form is not tested', async () => {
  const nested = `[{ name: at, in: query, required: true, schema: { type: object, required: [x], properties: { x: { type: object, required: [y], properties: { y: { type: integer } } } } } }]`;
  const result = await run(get("{ '204': { description: ok }, '400': { description: no } }", nested), ({ url }) =>
    url?.startsWith('/it') ? { status: 422 } : { status: 204 },
  );
  expect(result.findings.filter(({ subject }) => subject === 'read')).toEqual([]);
  expect(reasonsFor(result, 'read')).toContain('"at"');
});

test('a rejected request is a guess if OpenAPI does not specify how a parameter is written', async () => {
  const nested = '{ type: object, properties: { box: { type: object, properties: { size: { type: string } } } } }';
  const parameters = `[{ name: filter, in: query, required: true, schema: ${nested} }]`;
  const paths = get(json('{ type: object }'), parameters);
  const result = await run(paths, ({ url }) => ({ status: url?.startsWith('/it') ? 400 : 204 }));
  expect(describeErrors(result)).toEqual([]);
  expect(reasonsFor(result, 'read')).toContain('OpenAPI does not specify how the value of the parameter "filter"');
});
