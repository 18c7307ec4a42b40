/** Another record is tried where the first one does not exist or is broken; a server error is reported nevertheless. */
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import { describeErrors, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const json = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

function contractWith(idSchema: object, paths = {}) {
  const parameters = [{ name: 'id', in: 'path', required: true, ...idSchema }];
  return loadInlineContract({
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    paths: {
      ...paths,
      '/items/{id}': {
        get: { operationId: 'getItem', parameters, responses: { 200: json(item), 404: { description: 'None' } } },
      },
    },
  });
}

const list = {
  '/items': { get: { operationId: 'listItems', responses: { 200: json({ type: 'array', items: item }) } } },
};

/** Knows "good"; "broken" gets a server error; "deleted" is listed nevertheless. */
function start(listed: readonly string[]): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const id = url.split('/')[2];
    const [status, value] =
      id === undefined ? [200, listed.map((one) => ({ id: one }))] : id === 'good' ? [200, { id }] : [404, {}];
    response.writeHead(id === 'broken' ? 500 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  });
  return startTestServer(server, onTestFinished);
}

const run = { categories: ['valid-bodies'], operations: ['getItem'] };

test('of a list: the second, where the first is deleted', async () => {
  const contract = await contractWith({ schema: { type: 'string' } }, list);
  const result = await verify({ ...run, contract, baseUrl: await start(['deleted', 'good']) });
  expect([describeErrors(result), result.unchecked]).toEqual([[], []]);
});

test('of a list: the second, where the first is broken, which is reported', async () => {
  const contract = await contractWith({ schema: { type: 'string' } }, list);
  const result = await verify({ ...run, contract, baseUrl: await start(['broken', 'good']) });
  expect(result.unchecked).toEqual([]);
  expect(describeErrors(result)).toEqual([expect.stringContaining('no-server-error')]);
});

test('of the examples of the contract', async () => {
  const examples = { a: { value: 'deleted' }, b: { value: 'good' } };
  const contract = await contractWith({ schema: { type: 'string' }, examples });
  const result = await verify({ ...run, contract, baseUrl: await start([]) });
  expect([describeErrors(result), result.unchecked]).toEqual([[], []]);
});

test('none is left: the broken one is reported', async () => {
  const contract = await contractWith({ schema: { type: 'string' } }, list);
  const result = await verify({ ...run, contract, baseUrl: await start(['broken']) });
  expect(describeErrors(result).join()).toContain('no-server-error');
});
