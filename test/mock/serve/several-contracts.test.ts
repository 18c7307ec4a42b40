import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningMock, serveMock } from '../../../mock/serve/mock-server.ts';
import { loadMounts } from '../../../mock/start/load-mounts.ts';
import { writeFolder } from '../../spec/support.ts';
import { errorMessage, gardenSpec, plantStoreSpec, send } from '../support.ts';

const both = [
  { prefix: '/shop', spec: plantStoreSpec },
  { prefix: '/garden/v2', spec: gardenSpec },
];

async function serveBoth(specs = both): Promise<RunningMock> {
  const mock = await serveMock(await loadMounts(specs));
  onTestFinished(() => mock.close());
  return mock;
}

function create({ url, token }: RunningMock, path: string, body = '{"id":7,"name":"fern"}') {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return send(`${url}${path}`, { method: 'POST', headers, body });
}

it('each contract is served below its prefix', async () => {
  const mock = await serveBoth();
  expect((await create(mock, '/shop/plants')).json).toEqual({ name: 'fern' });
  expect((await send(`${mock.url}/garden/v2/beds/mine`)).status).toBe(200);
});

it('the base path of the servers is optional below the prefix', async () => {
  const mock = await serveBoth([{ prefix: '/g', spec: gardenSpec }, ...both]);
  const [base] = (await loadMounts([{ prefix: '', spec: gardenSpec }]))[0]?.contract.servers ?? [];
  expect(base?.basePath).toMatch(/^\/./);
  expect((await send(`${mock.url}/g${base?.basePath}/beds/mine`)).status).toBe(200);
});

it('a contract without a prefix gets all remaining paths', async () => {
  const mock = await serveBoth([
    { prefix: '', spec: gardenSpec },
    { prefix: '/shop', spec: plantStoreSpec },
  ]);
  expect((await send(`${mock.url}/beds/mine`)).status).toBe(200);
  expect((await create(mock, '/shop/plants')).status).toBe(200);
});

it.each([
  ['/shopping/plants', 'path: expected a path below /shop or /garden/v2, got "/shopping/plants"'],
  ['/plants', 'did you mean POST /shop/plants?'],
  ['/shop/plant', 'got "/shop/plant"; did you mean POST /shop/plants?'],
  ['/shp/plants', 'did you mean POST /shop/plants?'],
  ['/garden/beds/mine', 'did you mean GET /garden/v2/beds/mine?'],
])('%s is a 404 with the prefixes and the nearest route of all contracts', async (path, reported) => {
  const mock = await serveBoth();
  const response = await send(`${mock.url}${path}`, { method: path.includes('beds') ? 'GET' : 'POST' });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    expect.stringMatching(/^application\/problem\+json/),
  ]);
  expect(errorMessage(response)).toContain(reported);
});

it("errors have the schema of their own contract's", async () => {
  const mock = await serveBoth();
  expect((await create(mock, '/shop/plants', '{}')).json).toEqual({
    error: expect.any(Number),
    message: expect.any(String),
  });
});

it('preflights work for any path, and OPTIONS * for any client', async () => {
  const mock = await serveBoth();
  const headers = { Origin: 'http://localhost:1', 'Access-Control-Request-Method': 'GET' };
  expect((await send(`${mock.url}/nowhere`, { method: 'OPTIONS', headers })).status).toBe(204);
});

it('a rule with a mount applies only to it, one without to all', async () => {
  const mock = await serveBoth([
    { prefix: '/one', spec: plantStoreSpec },
    { prefix: '/two', spec: plantStoreSpec },
  ]);
  const statuses = async () => [(await create(mock, '/one/plants')).status, (await create(mock, '/two/plants')).status];
  await mock.scenario.add({ when: { operation: 'createPlant', mount: '/two' }, then: { status: 503 } });
  expect(await statuses()).toEqual([200, 503]);
  await mock.scenario.add({ when: { operation: 'createPlant' }, then: { status: 429 } });
  expect(await statuses()).toEqual([429, 429]);
});

it('the journal contains the contract', async () => {
  const mock = await serveBoth();
  await create(mock, '/shop/plants');
  await send(`${mock.url}/nowhere`);
  expect((await mock.journal.list()).map(({ mount, operation }) => [mount, operation])).toEqual([
    ['/shop', 'createPlant'],
    ['', null],
  ]);
});

it.each([
  [[both[0], both[0]], 'got the prefix /shop for each'],
  [[{ prefix: 'shop', spec: plantStoreSpec }], 'prefix "shop": expected'],
  [[{ prefix: '/sh op', spec: plantStoreSpec }], 'prefix "/sh op": expected'],
  [[{ prefix: '/a/', spec: plantStoreSpec }], 'prefix "/a/": expected'],
  [[{ prefix: '/__store', spec: plantStoreSpec }], 'because the control API uses this one'],
  [[], 'expected at least one document'],
])('invalid prefixes are rejected: %j', async (specs, reported) => {
  const given = specs.flatMap((one) => one ?? []);
  await expect(loadMounts(given)).rejects.toMatchObject({
    code: 'prefix-invalid',
    detail: expect.stringContaining(reported),
    fix: expect.stringContaining('--spec /'),
  });
});

it('records are separate, each under its prefix', async () => {
  const todos = 'test/fixtures/mock/todos.yaml';
  const mock = await serveBoth([
    { prefix: '/one', spec: todos },
    { prefix: '/two', spec: todos },
  ]);
  const before = await mock.records.list('/two/todos');
  expect((await create(mock, '/one/todos', '{"title":"Prune the rose"}')).status).toBe(201);
  expect(JSON.stringify(await mock.records.list('/one/todos'))).toContain('Prune the rose');
  expect(await mock.records.list('/two/todos')).toEqual(before);
  expect((await send(`${mock.url}/two/todos`)).text).not.toContain('Prune the rose');
});

it('a file that was missing is read when it exists', async () => {
  const folder = writeFolder({
    'api.yaml':
      "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: a.yaml}, /b: {get: {responses: {'200': {description: ok}}}}}\n",
  });
  const load = async () => (await loadMounts([{ prefix: '', spec: path.join(folder, 'api.yaml') }]))[0]?.contract;
  expect((await load())?.disabled?.map(({ id }) => id)).toEqual(['/a']);
  writeFileSync(path.join(folder, 'a.yaml'), "get: {responses: {'200': {description: ok}}}\n");
  expect((await load())?.operations.map(({ id }) => id)).toEqual(['GET /a', 'GET /b']);
});
