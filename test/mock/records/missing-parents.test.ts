/** A path below a record that does not exist is a 404, for every method and at every depth. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { member, send, startMockWithPaths, type TestMock } from '../support.ts';
import { createClient } from './json-client.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const record = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const missing = { '404': { description: 'Unknown' } };
const ok = (schema: Json = record): JsonObject => ({ '200': { description: 'OK', ...json(schema) }, ...missing });
const made = { '201': { description: 'New', ...json(record) }, ...missing };
const all = { type: 'array', items: record };

function collection(names: readonly string[]): JsonObject {
  const parameters = names.map(parameter);
  return {
    get: { parameters, responses: ok(all) },
    post: { parameters, requestBody: json(record), responses: made },
  };
}

function item(names: readonly string[]): JsonObject {
  const parameters = names.map(parameter);
  const write = { parameters, requestBody: json(record), responses: ok() };
  return {
    get: { parameters, responses: ok() },
    put: write,
    patch: write,
    delete: { parameters, responses: { '204': { description: 'Done' }, ...missing } },
  };
}

const parents: readonly (readonly [string, JsonObject])[] = [
  ['with all operations', { '/lists': collection([]), '/lists/{a}': item(['a']) }],
  ['without operations on its items', { '/lists': collection([]) }],
  [
    'whose items can only be deleted',
    { '/lists': collection([]), '/lists/{a}': { delete: item(['a'])['delete'] ?? {} } },
  ],
];

const below: JsonObject = {
  '/lists/{a}/tasks': collection(['a']),
  '/lists/{a}/tasks/{b}': item(['a', 'b']),
  '/lists/{a}/tasks/{b}/close': { post: { parameters: ['a', 'b'].map(parameter), responses: ok() } },
  '/lists/{a}/tasks/{b}/notes': collection(['a', 'b']),
  '/lists/{a}/tasks/{b}/notes/{c}': item(['a', 'b', 'c']),
  '/lists/{a}/summary': { get: { parameters: [parameter('a')], responses: ok({ type: 'object', properties: {} }) } },
};

const requests = ['', '/1', '/1/notes', '/1/notes/1'].flatMap((path) =>
  (path.endsWith('1') ? ['GET', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST']).map((method) => ({ method, path })),
);

async function status(mock: TestMock, method: string, path: string): Promise<number> {
  const hasBody = method.startsWith('P') && !path.endsWith('close');
  const body = hasBody ? { body: '{"name":"a"}', headers: { 'Content-Type': 'application/json' } } : {};
  return (await send(`${mock.url}${path}`, { method, ...body })).status;
}

describe.each(parents)('below a record of a collection %s', (_what, paths) => {
  it('that does not exist everything is unknown', async () => {
    const mock = await startMockWithPaths({ ...paths, ...below });
    for (const { method, path } of requests)
      expect([method, path, await status(mock, method, `/lists/99/tasks${path}`)]).toEqual([method, path, 404]);
    expect(await status(mock, 'GET', '/lists/99/summary')).toBe(404);
    expect(await status(mock, 'POST', '/lists/99/tasks/1/close')).toBe(404);
  });

  it('that exists, everything below another one is unknown', async () => {
    const mock = await startMockWithPaths({ ...paths, ...below });
    const app = createClient(mock);
    const list = `/lists/${String(member((await app.post('/lists', { name: 'a' })).json, 'id'))}`;
    expect((await app.get(`${list}/tasks`)).json).toEqual([]);
    expect([await status(mock, 'GET', `${list}/summary`), await status(mock, 'GET', `${list}/tasks/98/notes`)]).toEqual(
      [200, 404],
    );
    const task = String(member((await app.post(`${list}/tasks`, { name: 'b' })).json, 'id'));
    expect(await status(mock, 'POST', `${list}/tasks/${task}/notes`)).toBe(201);
    const other = `/lists/${String(member((await app.post('/lists', { name: 'c' })).json, 'id'))}`;
    expect(await status(mock, 'GET', `${other}/tasks/${task}/notes`)).toBe(404);
  });

  it('that is in the examples of the contract, the first request succeeds', async () => {
    const mock = await startMockWithPaths({ ...paths, ...below });
    expect(await status(mock, 'GET', '/lists/1/tasks')).toBe(200);
  });
});
