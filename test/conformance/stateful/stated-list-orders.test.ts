/** Lists whose descriptions state their order. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { isJsonObject, type JsonObject, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { describeErrors, verify } from '../support.ts';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/steps.yaml');

type Collection = '/messages' | '/steps';

interface OrderOverrides {
  /** What is returned of all records, which are in the order of their creation. */
  list?(records: readonly JsonObject[], path: Collection): readonly JsonObject[];
  /** Milliseconds after the start, by the number of the message. */
  time?(id: number): number;
}

async function errorsOf(overrides: OrderOverrides, onEnd: OnTestEnd): Promise<readonly string[]> {
  const { list = inStatedOrder, time = (id) => id } = overrides;
  const stored: Record<Collection, JsonObject[]> = { '/messages': [], '/steps': [] };
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: JsonObject | readonly JsonObject[] = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const { method, url: path } = request;
    if (path !== '/messages' && path !== '/steps') return respond(404);
    const records = stored[path];
    if (method === 'GET') return respond(200, list(records, path));
    const body = parseJsonBytes(await readBody(request));
    const schema = contract.operations.find((one) => one.method === method && one.path === path)?.requestBody
      ?.content[0]?.schema;
    if (!body.ok || !isJsonObject(body.value) || schema === undefined || !isValid(schema, body.value, 'request'))
      return respond(400);
    const id = records.length + 1;
    const createdAt = new Date(Date.UTC(2030, 0, 1) + time(id)).toISOString();
    const record = { id, ...body.value, ...(path === '/messages' && { createdAt }) };
    records.push(record);
    return respond(201, record);
  });
  const baseUrl = await startTestServer(server, onEnd);
  return describeErrors(await verify({ contract, baseUrl, categories: ['list-queries'] }));
}

function inStatedOrder(records: readonly JsonObject[], path: Collection): readonly JsonObject[] {
  return path === '/messages'
    ? records.toReversed()
    : records.toSorted((one, other) => Number(one['position']) - Number(other['position']));
}

test.concurrent.for<[string, OrderOverrides]>([
  ['as stated', {}],
  ['by their numbers, where neighbours have their times the other way round', { time: (id) => id + 3 * (id % 2) }],
  ['as stated, all with the same time', { time: () => 0 }],
])('accepts lists %s', async ([_title, overrides], { expect: expectHere, onTestFinished }) => {
  expectHere(await errorsOf(overrides, onTestFinished)).toEqual([]);
});

test.concurrent.for<[string, Collection, OrderOverrides]>([
  ['steps in the order of their creation', '/steps', {}],
  ['messages in the order of their creation', '/messages', {}],
  [
    'messages in no order',
    '/messages',
    {
      list: (records) => records.toSorted((one, other) => (Number(one['id']) % 3) - (Number(other['id']) % 3)),
      time: (id) => id * 2_000,
    },
  ],
])('reports %s', async ([_title, collection, overrides], { expect: expectHere, onTestFinished }) => {
  const { list = (records: readonly JsonObject[]) => records } = overrides;
  const onlyThere: OrderOverrides = {
    ...overrides,
    list: (records, path) => (path === collection ? list(records, path) : inStatedOrder(records, path)),
  };
  expectHere((await errorsOf(onlyThere, onTestFinished)).join('\n')).toMatch(/^sort-respected: [^\n]*$/);
});

test('the mock server lists in the stated order', async ({ onTestFinished }) => {
  const mock = await serveMock(contract);
  onTestFinished(() => mock.close());
  expect(
    describeErrors(await verify({ contract, baseUrl: mock.url, token: mock.token, categories: ['list-queries'] })),
  ).toEqual([]);
});
