/** Tests each row of the table "Existing and missing records" of docs/reference/records.md. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock/index.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { send } from '../mock/support.ts';
import { tableIn } from './parse-page.ts';

const schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const content = { 'application/json': { schema } };
const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });

/** `statuses` are declared in addition to 200, for every operation. */
function contractWith(statuses: readonly string[]) {
  const others = statuses.map((status) => [
    status,
    status === '201' ? { description: 'Made', content } : { description: 'Reported' },
  ]);
  const responses = { 200: { description: 'Done', content }, ...Object.fromEntries(others) };
  const plain = (path: string) => ({
    get: { operationId: `get ${path}`, responses },
    delete: { operationId: `delete ${path}`, responses },
  });
  const taking = { requestBody: { required: true, content }, responses };
  return {
    openapi: '3.0.3',
    info: { title: 'Rows', version: '1' },
    paths: {
      '/users': { post: taking },
      '/users/{id}': { parameters: [idOf('id')], ...plain('user'), put: taking, patch: taking },
      '/users/{userId}/orders': { parameters: [idOf('userId')], post: taking },
      '/users/{userId}/orders/{id}': { parameters: [idOf('userId'), idOf('id')], ...plain('order') },
    },
  };
}

type Row = readonly [request: string, declared: string, response: string];
type SendRequest = (method: string, path: string, body?: Json) => Promise<readonly [status: number, body: Json]>;

interface Trial {
  readonly row: Row;
  /** Each set of statuses that the second column means. */
  readonly declared: readonly (readonly string[])[];
  readonly holds: (sendRequest: SendRequest) => Promise<void>;
}

const ada = { id: 7, name: 'Ada' };
const bob = { id: 7, name: 'Bob' };
const created = (status: number) => async (sendRequest: SendRequest) => {
  expect(await sendRequest('PUT', '/users/8', { id: 8, name: 'Eve' })).toEqual([status, { id: 8, name: 'Eve' }]);
  expect(await sendRequest('GET', '/users/8')).toEqual([200, { id: 8, name: 'Eve' }]);
};

const trials: readonly Trial[] = [
  {
    row: ['POST with an identifier that exists', '409 or `4XX`', '409 `record-exists`'],
    declared: [['409'], ['4XX']],
    holds: async (sendRequest) => {
      expect((await sendRequest('POST', '/users', bob))[0]).toBe(409);
      expect(await sendRequest('GET', '/users/7')).toEqual([200, ada]);
    },
  },
  {
    row: ['', 'neither', 'the record is replaced'],
    declared: [['404'], []],
    holds: async (sendRequest) => {
      expect(await sendRequest('POST', '/users', bob)).toEqual([200, bob]);
      expect(await sendRequest('GET', '/users/7')).toEqual([200, bob]);
    },
  },
  {
    row: [
      'GET, PATCH, DELETE of an unknown record',
      '404 (or `4XX`, or `default` beside a success)',
      '404 `record-unknown`',
    ],
    declared: [['404'], ['4XX'], ['default']],
    holds: async (sendRequest) => {
      expect((await sendRequest('GET', '/users/8'))[0]).toBe(404);
      expect((await sendRequest('PATCH', '/users/8', { id: 8 }))[0]).toBe(404);
      expect((await sendRequest('DELETE', '/users/8'))[0]).toBe(404);
    },
  },
  {
    row: ['', 'nothing for 404', 'a generated response with that identifier'],
    declared: [[], ['409']],
    holds: async (sendRequest) => {
      expect(await sendRequest('GET', '/users/8')).toEqual([200, expect.objectContaining({ id: 8 })]);
      expect((await sendRequest('PATCH', '/users/8', { id: 8 }))[0]).toBe(200);
    },
  },
  {
    row: ['PUT of an unknown record', '201', 'created, 201'],
    declared: [['201'], ['201', '404']],
    holds: created(201),
  },
  {
    row: ['', '404, no 201', '404'],
    declared: [['404']],
    holds: async (sendRequest) => {
      expect((await sendRequest('PUT', '/users/8', { id: 8 }))[0]).toBe(404);
    },
  },
  { row: ['', 'neither', 'created'], declared: [[], ['409']], holds: created(200) },
  {
    row: ['any request about a deleted record', 'anything', '404, until it is created again'],
    declared: [[], ['404'], ['201']],
    holds: async (sendRequest) => {
      await sendRequest('DELETE', '/users/7');
      expect((await sendRequest('GET', '/users/7'))[0]).toBe(404);
      expect((await sendRequest('PATCH', '/users/7', bob))[0]).toBe(404);
      await sendRequest('POST', '/users', bob);
      expect(await sendRequest('GET', '/users/7')).toEqual([200, bob]);
    },
  },
  {
    row: ['any request below a record that does not exist: `/users/9/orders`', '404', '404'],
    declared: [['404']],
    holds: async (sendRequest) => {
      expect((await sendRequest('POST', '/users/9/orders', { id: 1 }))[0]).toBe(404);
      expect((await sendRequest('GET', '/users/9/orders/1'))[0]).toBe(404);
    },
  },
];

it('tests every row of the table', () => {
  expect(tableIn('docs/reference/records.md', 'request')).toEqual(trials.map(({ row }) => row));
});

const cases = trials.flatMap(({ row, declared, holds }) =>
  declared.map((statuses) => ({
    title: `${row[0] || 'the same'}, declared ${statuses.join(', ') || 'nothing'}: ${row[2]}`,
    statuses,
    holds,
  })),
);

it.each(cases)('$title', async ({ statuses, holds }) => {
  const mock = await startMock({ spec: contractWith(statuses), records: { '/users': [ada] } });
  onTestFinished(() => mock.close());
  await holds(async (method, path, body) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const { status, json = null } = await send(`${mock.url}${path}`, { method, ...sent });
    return [status, json];
  });
});
