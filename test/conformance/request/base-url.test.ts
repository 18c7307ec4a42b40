/** The base URL of operations with their own servers. */
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeOtherServers, operationBaseUrl } from '../../../contracts/conformance/request/parameters/base-url.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { contractFromJson, send, startMockOf } from '../../mock/support.ts';
import { describeErrors, verify } from '../support.ts';
import { startTestServer } from '../test-server.ts';

const file = 'test/fixtures/mock/servers.yaml';

/** An operation of a contract, each with its own server if given. */
async function urlFor(contractServer: string, ownServer: string | undefined, baseUrl: string) {
  const servers = ownServer === undefined ? {} : { servers: [{ url: ownServer }] };
  const contract = await contractFromJson({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: contractServer }],
    paths: { '/a': { get: { ...servers, responses: { 200: { description: 'ok' } } } } },
  });
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('there is no operation');
  return operationBaseUrl(operation, contract, baseUrl);
}

describe('the base URL of an operation', () => {
  it.each([
    [
      'has the path of the server of the operation',
      '/v1',
      'https://api.test/v2',
      'http://127.0.0.1:8080/v1',
      'http://127.0.0.1:8080/v2',
    ],
    ['never has another host', 'https://a.test/v1', 'https://b.test/v2', 'https://c.test/v1', 'https://c.test/v2'],
    [
      'is the given URL where the paths are the same',
      '/v1',
      'https://files.test/v1/',
      'http://127.0.0.1:8080',
      'http://127.0.0.1:8080',
    ],
    [
      'is the given URL without servers of the operation',
      '/v1',
      undefined,
      'http://127.0.0.1:8080/api',
      'http://127.0.0.1:8080/api',
    ],
    [
      'keeps the prefix before the path of the contract',
      '/v1',
      '/v2',
      'http://127.0.0.1:8080/mount/v1',
      'http://127.0.0.1:8080/mount/v2',
    ],
    ['may be only the origin', '/v1', 'https://files.test', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
    ['supports relative servers', 'https://a.test/v1', '/v2', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/v2'],
  ])('%s', async (_what, contractServer, ownServer, baseUrl, expected) => {
    expect(await urlFor(contractServer, ownServer, baseUrl)).toBe(expected);
  });

  it('is reported once for each other URL', async () => {
    const contract = await loadContract(file);
    expect(describeOtherServers(contract, 'http://127.0.0.1:8080/v1')).toEqual([
      `listFiles: sent to http://127.0.0.1:8080/store, because of their own servers (${file}:14)`,
      `announceFile: sent to http://127.0.0.1:8080/announce, because of their own servers (${file}:21)`,
    ]);
  });

  it('is used by a run', async () => {
    const requested = new Set<string>();
    const server = createServer((request, response) => {
      requested.add(`${request.method} ${new URL(request.url ?? '/', 'http://a.test').pathname}`);
      response.writeHead(500).end();
    });
    const root = await startTestServer(server, onTestFinished);
    const contract = await loadContract(file);
    await verify({ baseUrl: `${root}/v1`, contract, categories: ['valid-bodies'] });
    expect([...requested].toSorted()).toEqual(
      expect.arrayContaining(['GET /store/files', 'GET /v1/notes', 'POST /announce/files']),
    );
    expect([...requested].filter((one) => one.endsWith('/v1/files'))).toEqual([]);
  });
});

describe('the mock', () => {
  it.each([
    ['GET', '/notes', 200],
    ['GET', '/v1/notes', 200],
    ['GET', '/v2/notes', 200],
    ['GET', '/v3/notes', 404],
    ['GET', '/store/files', 200],
    ['GET', '/files', 200],
    ['GET', '/v1/files', 404],
    ['GET', '/announce/files', 405],
    ['POST', '/announce/files', 204],
    ['POST', '/plain/files/files', 204],
    ['POST', '/store/files', 405],
  ])('serves an operation below its own servers: %s %s is %i', async (method, path, status) => {
    const { url } = await startMockOf(file, { auth: false });
    const body = method === 'POST' ? { body: '{"name":"a"}', headers: { 'content-type': 'application/json' } } : {};
    expect((await send(`${url}${path}`, { method, ...body })).status).toBe(status);
  });

  it('keeps the URL for a contract with several servers', async () => {
    const { url } = await startMockOf(file, { auth: false });
    const contract = await loadContract(file);
    const result = await verify({ baseUrl: `${url}/v1`, contract });
    expect(describeErrors(result)).toEqual([]);
    expect(result.unchecked).toEqual([]);
  });
});
