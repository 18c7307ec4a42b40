/** Changes of records that only their list shows. */
import { expect, onTestFinished, test } from 'vitest';
import {
  type ItemHandlers,
  type ItemOperation,
  itemContract,
  itemHandlers,
  itemOperations,
  pick,
  rejections,
  responds,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

async function verifyItems(operations: Parameters<typeof itemContract>[0], handlers: ItemHandlers) {
  const contract = await itemContract(operations);
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

/** Returns what was sent, and stores nothing. */
const echoes: ItemHandlers[string] = ({ values: [id], sent }) => ({ status: 200, body: { ...sent, id: Number(id) } });

const changes: readonly ItemOperation[] = ['PUT /items/{id}', 'PATCH /items/{id}'];

test.each(changes)('%s is read back in the list', async (change) => {
  const operations = pick('POST /items', 'GET /items', change);
  const right = await verifyItems(operations, itemHandlers());
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  const handlers = itemHandlers();
  const named: ItemHandlers = {
    ...handlers,
    // A PATCH returns the whole record.
    [change]: (request) => {
      const [before] = [handlers['GET /items/{id}']?.(request)];
      const reply = echoes(request);
      return before?.status === 200
        ? { ...reply, body: { ...Object(before.body), ...Object(reply.body) } }
        : { status: 404 };
    },
  };
  expect(failingChecks(await verifyItems(operations, named))).toEqual(['list-shows-written']);
});

test('an implementation that shows in its response that it keeps a value is not reported by the list', async () => {
  const handlers = itemHandlers();
  const keeping: ItemHandlers = {
    ...handlers,
    'PATCH /items/{id}': (request) => handlers['GET /items/{id}']?.(request) ?? { status: 404 },
  };
  const result = await verifyItems(pick('POST /items', 'GET /items', 'PATCH /items/{id}'), keeping);
  expect(failingChecks(result)).not.toContain('list-shows-written');
});

test('a list that shows no property that can be changed leaves the change untested', async () => {
  const handlers = itemHandlers();
  const summary = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const operations = {
    ...pick('POST /items', 'PUT /items/{id}'),
    'GET /items': { ...itemOperations['GET /items'], ...responds({ 200: { type: 'array', items: summary } }) },
  };
  const { findings, unchecked } = await verifyItems(operations, {
    ...handlers,
    'GET /items': (request) => {
      const { body } = handlers['GET /items']?.(request) ?? {};
      return { status: 200, body: Array.isArray(body) ? body.map((one) => ({ id: Object(one).id })) : [] };
    },
  });
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(
      /^replace: tested in part, because the responses do not show it: declare an operation that reads/,
    ),
  ]);
});

test('a record that shows nothing that is written leaves the change untested', async () => {
  const handlers = itemHandlers();
  const onlyId = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const operations = {
    ...pick('POST /items', 'PUT /items/{id}'),
    'GET /items/{id}': { ...itemOperations['GET /items/{id}'], ...responds({ 200: onlyId, ...rejections }) },
  };
  const { findings, unchecked } = await verifyItems(operations, {
    ...handlers,
    'GET /items/{id}': (request) => {
      const { status, body } = handlers['GET /items/{id}']?.(request) ?? { status: 500 };
      return { status, body: status === 200 ? { id: Object(body).id } : (body ?? null) };
    },
  });
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    'replace: tested in part, because the responses do not show it: declare what is written in the response that reads the record; not tested: a replaced record is read with the new values',
  ]);
});

test('a list without identifiers does not show that a record was deleted', async () => {
  const names = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const remove = { ...itemOperations['DELETE /items/{id}'], ...responds({ 204: undefined, 400: {} }) };
  const operations = {
    ...pick('POST /items'),
    'GET /items': { ...itemOperations['GET /items'], ...responds({ 200: { type: 'array', items: names } }) },
    'DELETE /items/{id}': remove,
  };
  const handlers = itemHandlers();
  const { unchecked } = await verifyItems(operations, {
    ...handlers,
    'GET /items': (request) => {
      const { body } = handlers['GET /items']?.(request) ?? {};
      return { status: 200, body: Array.isArray(body) ? body.map((one) => ({ name: Object(one).name })) : [] };
    },
    'DELETE /items/{id}': () => ({ status: 204 }),
  });
  expect(unchecked.map(({ operation }) => operation)).toEqual(['remove']);
});
