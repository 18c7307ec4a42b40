/** What users of Prism rely on, in small documents. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { errorMessage, send, startMockWithPaths } from '../support.ts';

const text = { type: 'string' };
const json = (schema: JsonObject, more: JsonObject = {}) => ({
  description: 'one',
  content: { 'application/json': { schema, ...more } },
});
const ok = { '200': json(text) };
const post = (body: string) => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

test.each(['POST', 'PUT', 'PATCH'])('a body with %s is rejected with 415 where none is declared', async (method) => {
  const mock = await startMockWithPaths({ '/a': { [method.toLowerCase()]: { responses: ok } } });
  const response = await send(`${mock.url}/a`, { ...post('{}'), method });
  expect([response.status, errorMessage(response)]).toEqual([
    415,
    `body: expected none (${method} declares no request body here), got 2 bytes`,
  ]);
  expect((await send(`${mock.url}/a`, { method })).status).toBe(200);
});

test('a body is ignored with a method for which it has no meaning', async () => {
  const mock = await startMockWithPaths({ '/a': { delete: { responses: ok } } });
  expect((await send(`${mock.url}/a`, { ...post('{}'), method: 'DELETE' })).status).toBe(200);
});

test('an undeclared body gets the declared client error, if 415 is not declared', async () => {
  const mock = await startMockWithPaths({ '/a': { post: { responses: { ...ok, '400': json(text) } } } });
  expect((await send(`${mock.url}/a`, post('{}'))).status).toBe(400);
});

test('an invalid request gets the example of the error that the client prefers', async () => {
  const error = { type: 'object', properties: { message: text } };
  const examples = { short: { value: { message: 'too short' } }, long: { value: { message: 'too long' } } };
  const requestBody = json({ type: 'object', required: ['name'] });
  const mock = await startMockWithPaths({
    '/a': { post: { requestBody, responses: { ...ok, '422': json(error, { examples }) } } },
  });
  const sendPreferring = async (example: string) =>
    send(`${mock.url}/a`, { ...post('{}'), headers: { ...post('').headers, Prefer: `example=${example}` } });
  const preferred = await sendPreferring('long');
  expect([preferred.status, preferred.json]).toEqual([422, { message: 'too long' }]);
  const unknown = await sendPreferring('none');
  expect([unknown.status, errorMessage(unknown)]).toEqual([
    422,
    expect.stringContaining('body.name: expected a value'),
  ]);
});

test('the log says that an operation or a sent parameter is deprecated', async () => {
  const parameters = [{ name: 'old', in: 'query', deprecated: true, schema: text }];
  const mock = await startMockWithPaths({
    '/a': { get: { parameters, responses: ok } },
    '/b': { get: { deprecated: true, responses: ok } },
  });
  for (const target of ['/a', '/a?old=1', '/b']) await send(`${mock.url}${target}`);
  expect(mock.lines.map((line) => /deprecated: .*/.exec(line)?.[0])).toEqual([
    undefined,
    'deprecated: query.old',
    'deprecated: the operation',
  ]);
});

test('a required query parameter that may have any value cannot be left out', async () => {
  const parameters = [{ name: 'age', in: 'query', required: true, schema: {} }];
  const mock = await startMockWithPaths({ '/a': { get: { parameters, responses: ok } } });
  expect((await send(`${mock.url}/a`)).status).toBe(400);
  expect((await send(`${mock.url}/a?age=x`)).status).toBe(200);
});
