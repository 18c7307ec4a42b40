/** Records that the response to their creation does not name. */
import { expect, onTestFinished, test } from 'vitest';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  itemOperations,
  newItem,
  pick,
  rejections,
  responds,
  sends,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

type Operations = Parameters<typeof itemContract>[0];

const withoutBody = {
  'POST /items': { operationId: 'create', ...sends(newItem), ...responds({ 201: undefined, ...rejections }) },
};

const withResult = {
  'POST /items': {
    operationId: 'create',
    ...sends(newItem),
    ...responds({
      201: { type: 'object', properties: { result: { type: 'string' }, reference: { type: 'integer' } } },
      ...rejections,
    }),
  },
};

const itemsWithList = pick('GET /items', 'GET /items/{id}', 'DELETE /items/{id}');
const itemsWithoutList = pick('GET /items/{id}', 'DELETE /items/{id}');

/** Responds to a creation with another body than the record. */
function creating(handlers: ItemHandlers, shown: (id: unknown) => { result: string; reference?: number } | undefined) {
  return {
    ...handlers,
    'POST /items': (request) => {
      const { body, ...reply } = handlers['POST /items']?.(request) ?? { status: 500 };
      const other = shown(Object(body).id);
      return { ...reply, ...(other && { body: { ...other } }) };
    },
  } satisfies ItemHandlers;
}

const unnamed = () => undefined;
const referring = (id: unknown) => ({ result: 'ok', reference: Number(id) });

async function verifyItems(operations: Operations, handlers: ItemHandlers) {
  const contract = await itemContract(operations);
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, categories: ['lifecycles'], concurrency: 1 });
}

/** Responds as if it deleted. */
const keepsDeleted = (handlers: ItemHandlers): ItemHandlers => ({
  ...handlers,
  'DELETE /items/{id}': (request) =>
    handlers['GET /items/{id}']?.(request).status === 200 ? { status: 204 } : { status: 404 },
});

const found: readonly (readonly [string, Operations, Parameters<typeof creating>[1]])[] = [
  ['in the list, without a body', { ...withoutBody, ...itemsWithList }, unnamed],
  ['in the list, with another body', { ...withResult, ...itemsWithList }, () => ({ result: 'ok' })],
  ['under the only value that leads to it', { ...withResult, ...itemsWithoutList }, referring],
];

test.each(found)('a record that is found %s is tested', async (_name, operations, shown) => {
  const right = await verifyItems(operations, creating(itemHandlers(), shown));
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  const wrong = await verifyItems(operations, creating(keepsDeleted(itemHandlers()), shown));
  expect(failingChecks(wrong)).toEqual(['deleted-not-found']);
});

test('a list that lacks the new record leaves everything about it untested', async () => {
  const handlers = itemHandlers();
  const lost: ItemHandlers = { ...handlers, 'POST /items': () => ({ status: 201 }) };
  const { findings, unchecked } = await verifyItems({ ...withoutBody, ...itemsWithList }, lost);
  expect(findings).toEqual([]);
  const reasons = unchecked.map(({ operation, reason }) => `${operation}: ${reason}`);
  expect(reasons).toContainEqual(
    expect.stringMatching(/^create: tested in part, because the response to POST \/items does not identify .* declare/),
  );
  expect(reasons).toContainEqual(expect.stringMatching(/^remove: /));
});

test('records that nothing shows are not tested, and the reason says what to supply', async () => {
  const operations = { ...withoutBody, ...itemsWithoutList };
  const { unchecked } = await verifyItems(operations, creating(itemHandlers(), unnamed));
  expect(unchecked.map(({ operation }) => operation).toSorted()).toEqual(['create', 'read', 'remove']);
  expect(unchecked.find(({ operation }) => operation === 'create')?.reason).toContain(
    'declare its identifier or a Location in that response',
  );
});

test('a value of the response that leads to another record does not name the new one', async () => {
  const items = new Map([['7', { id: 7, name: 'another' }]]);
  const handlers = creating(itemHandlers(items), () => ({ result: 'ok', reference: 7 }));
  const { findings, unchecked } = await verifyItems({ ...withResult, ...itemsWithoutList }, handlers);
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation }) => operation)).toContain('create');
  expect(items.has('7')).toBe(true);
});

test('a record that the response names is read without a search', async () => {
  const handlers = itemHandlers();
  let lists = 0;
  const counting: ItemHandlers = {
    ...handlers,
    'GET /items': (request) => {
      lists++;
      return handlers['GET /items']?.(request) ?? { status: 500 };
    },
  };
  await verifyItems({ 'POST /items': itemOperations['POST /items'], ...itemsWithList }, counting);
  expect(lists).toBeLessThan(12);
});
