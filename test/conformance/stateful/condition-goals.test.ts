/** Conditions and idempotency keys that the contract declares, and that a run could not try. */
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ItemHandlers,
  type ItemReply,
  item,
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

const header = (name: string, required = false) => ({ name, in: 'header', required, schema: { type: 'string' } });

const conditional = {
  ...pick('POST /items'),
  'GET /items/{id}': { ...itemOperations['GET /items/{id}'], parameters: [header('If-None-Match')] },
  'PUT /items/{id}': {
    operationId: 'replace',
    parameters: [header('If-Match')],
    ...sends(newItem),
    ...responds({ 200: item, ...rejections, 412: undefined }),
  },
};

async function verifyItems(operations: Parameters<typeof itemContract>[0], handlers: ItemHandlers) {
  const contract = await itemContract(operations);
  const baseUrl = await startItemStore(onTestFinished, contract, handlers);
  return verify({ contract, baseUrl, categories: ['conditional-requests', 'idempotency-keys'], concurrency: 1 });
}

const etagOf = (body: unknown) => `"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;

/** With ETags, which `isCurrent` compares. */
function withEtags(isCurrent: (condition: string, etag: string) => boolean): ItemHandlers {
  const handlers = itemHandlers();
  const read = (request: Parameters<ItemHandlers[string]>[0]): ItemReply =>
    handlers['GET /items/{id}']?.(request) ?? { status: 500 };
  return {
    ...handlers,
    'GET /items/{id}': (request) => {
      const reply = read(request);
      if (reply.status !== 200) return reply;
      const headers = { ETag: etagOf(reply.body) };
      const condition = request.headers['if-none-match'];
      return condition !== undefined && matches(condition, headers.ETag)
        ? { status: 304, headers }
        : { ...reply, headers };
    },
    'PUT /items/{id}': (request) => {
      const condition = request.headers['if-match'];
      const before = read(request);
      if (before.status === 200 && condition !== undefined && !isCurrent(condition, etagOf(before.body)))
        return { status: 412 };
      return handlers['PUT /items/{id}']?.(request) ?? { status: 500 };
    },
  };
}

function matches(condition: string, etag: string): boolean {
  return condition === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

test('conditions are tested where records have ETags', async () => {
  const right = await verifyItems(conditional, withEtags(matches));
  expect(failingChecks(right)).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(
    failingChecks(
      await verifyItems(
        conditional,
        withEtags(() => true),
      ),
    ),
  ).toEqual(['if-match-respected']);
});

test('conditions are not tested where records have no ETag', async () => {
  const { findings, unchecked } = await verifyItems(conditional, itemHandlers());
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`).toSorted()).toEqual([
    expect.stringMatching(/^read: tested in part, because GET \/items\/\{id\} returned no ETag: return one/),
    expect.stringMatching(/^replace: tested in part, because GET \/items\/\{id\} returned no ETag: return one/),
  ]);
});

const keyed = (body: Parameters<typeof responds>[0][201]) => ({
  'POST /items': {
    operationId: 'create',
    parameters: [header('Idempotency-Key', true)],
    ...sends(newItem),
    ...responds({ 201: body, ...rejections, 422: undefined }),
  },
  ...pick('GET /items/{id}'),
});

/** Returns the first response to the same key again, unless it creates each time. */
function withKeys(createsAgain: boolean, hasBody: boolean): ItemHandlers {
  const handlers = itemHandlers();
  const replies = new Map<string, ItemReply>();
  return {
    ...handlers,
    'POST /items': (request) => {
      const key = String(request.headers['idempotency-key']);
      const known = createsAgain ? undefined : replies.get(key);
      const created = known ?? handlers['POST /items']?.(request) ?? { status: 500 };
      replies.set(key, created);
      return hasBody ? created : { status: created.status };
    },
  };
}

test('an idempotency key is tested where the response names the record', async () => {
  const operations = keyed(item);
  const right = await verifyItems(operations, withKeys(false, true));
  expect(failingChecks(right)).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(failingChecks(await verifyItems(operations, withKeys(true, true)))).toEqual(['idempotency-key-respected']);
});

test.each([true, false])('without a named record an idempotency key is not tested: created again %s', async (again) => {
  const { findings, unchecked } = await verifyItems(keyed(undefined), withKeys(again, false));
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toContainEqual(
    expect.stringMatching(
      /^create: tested in part, because the response to POST \/items does not identify .* declare its/,
    ),
  );
});
