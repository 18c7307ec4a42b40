/** A DELETE of a whole collection. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  newItem,
  pick,
  responds,
  sends,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

const clear = { operationId: 'clearItems', ...responds({ 204: undefined }) };

async function verifyClearing(operation: JsonObject, remove: (items: Map<string, JsonObject>) => void) {
  const contract = await itemContract({
    ...pick('POST /items', 'GET /items', 'GET /items/{id}'),
    'DELETE /items': operation,
  });
  const items = new Map<string, JsonObject>();
  const handlers: ItemHandlers = {
    ...itemHandlers(items),
    'DELETE /items': () => {
      remove(items);
      return { status: 204 };
    },
  };
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, operations: [String(operation['operationId'])], concurrency: 1 });
}

const deleteAll = (items: Map<string, JsonObject>) => items.clear();

const deleteFirst = (items: Map<string, JsonObject>) => {
  const [first] = items.keys();
  if (first !== undefined) items.delete(first);
};

test('all records are deleted, as the name of the operation says', async () => {
  const right = await verifyClearing(clear, deleteAll);
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(failingChecks(await verifyClearing(clear, () => {}))).toEqual(['deleted-not-found']);
  expect(failingChecks(await verifyClearing(clear, deleteFirst))).toEqual(['deleted-not-found']);
});

test('nothing is expected where a query selects the records', async () => {
  const selecting = { ...clear, parameters: [{ name: 'ids', in: 'query', schema: { type: 'string' } }] };
  expect((await verifyClearing(selecting, () => {})).findings).toEqual([]);
});

test('nothing is expected where the contract does not say that all records are deleted', async () => {
  const silent = { ...clear, operationId: 'removeItems' };
  expect((await verifyClearing(silent, () => {})).findings).toEqual([]);
});

async function verifyListed(
  operations: Readonly<Record<string, JsonObject>>,
  remove: (items: Map<string, JsonObject>) => void,
  seeds: readonly string[] = ['seed'],
) {
  const contract = await itemContract({
    ...operations,
    'GET /items': { operationId: 'list', ...responds({ 200: { type: 'array', items: newItem } }) },
    'DELETE /items': clear,
  });
  const items = new Map<string, JsonObject>(seeds.map((name) => [name, { name }]));
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...itemHandlers(items),
    'POST /items': ({ sent }) => {
      items.set(String(items.size + 1), sent);
      return { status: 201, body: sent };
    },
    'DELETE /items': () => {
      remove(items);
      return { status: 204 };
    },
  });
  return verify({ contract, baseUrl, operations: ['clearItems'], categories: ['lifecycles'], concurrency: 1 });
}

const unnamed = {
  'POST /items': { operationId: 'create', ...sends(newItem), ...responds({ 201: newItem, 400: {}, 415: {} }) },
};

test('records that only the list shows are deleted too', async () => {
  expect(await verifyListed(unnamed, deleteAll)).toMatchObject({ findings: [], unchecked: [] });
  expect(failingChecks(await verifyListed(unnamed, () => {}))).toEqual(['deleted-not-found']);
});

test('a list that nothing fills is compared with what it showed before', async () => {
  expect(await verifyListed({}, deleteAll)).toMatchObject({ findings: [], unchecked: [] });
  expect(failingChecks(await verifyListed({}, () => {}))).toEqual(['deleted-not-found']);
  const { findings, unchecked } = await verifyListed({}, deleteAll, []);
  expect(findings).toEqual([]);
  expect(unchecked.map(({ reason }) => reason)).toEqual([
    'tested in part, because GET /items returned no records before; not tested: deleted records are no longer found',
  ]);
});
