/** Deletions where no operation reads or lists records: only a second one shows the effect of the first. */
import { expect, onTestFinished, test } from 'vitest';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  itemOperations,
  pick,
  responds,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

const declared = pick('POST /items', 'DELETE /items/{id}');
const undeclared = { ...declared, 'DELETE /items/{id}': { operationId: 'remove', ...responds({ 204: undefined }) } };

async function verifyDeletions(operations: Parameters<typeof itemContract>[0], handlers: ItemHandlers) {
  const contract = await itemContract(operations);
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

/** Always responds as if it deleted. */
const deletesNothing: ItemHandlers = { ...itemHandlers(), 'DELETE /items/{id}': () => ({ status: 204 }) };

test('a second deletion is sent, and has to be rejected as declared', async () => {
  const right = await verifyDeletions(declared, itemHandlers());
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(failingChecks(await verifyDeletions(declared, deletesNothing))).toEqual(['deleted-once']);
});

test('without a declared response for a missing record the deletion is not tested if both succeed', async () => {
  const { findings, unchecked } = await verifyDeletions(undeclared, deletesNothing);
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(
      /^remove: tested in part, because the responses do not show it: declare 404 for the deletion/,
    ),
  ]);
});

test('an undeclared 404 for the second deletion shows the first one', async () => {
  const { unchecked } = await verifyDeletions(undeclared, itemHandlers());
  expect(unchecked).toEqual([]);
});

test('where an operation lists records, the list shows the deletion', async () => {
  const operations = { ...undeclared, 'GET /items': itemOperations['GET /items'] };
  expect(failingChecks(await verifyDeletions(operations, itemHandlers()))).toEqual([]);
});
