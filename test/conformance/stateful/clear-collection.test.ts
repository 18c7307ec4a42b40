/** A DELETE of a whole collection. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { type ItemHandlers, itemContract, itemHandlers, pick, responds, startItemStore } from '../item-store.ts';
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
