/** The number of records on a page without a limit, and small and large limits of the contract. */
import { expect, onTestFinished, test } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { item, itemContract, itemHandlers, itemOperations, pick, responds, startItemStore } from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

interface LimitedList {
  readonly limit: JsonObject;
  readonly name?: string;
  readonly creates?: boolean;
  /** What the list shows for a requested limit. */
  show(all: readonly Json[], limit: number | undefined): readonly Json[];
}

async function verifyLimit({ limit, name = 'limit', creates = true, show }: LimitedList) {
  const contract = await itemContract({
    ...(creates ? pick('POST /items', 'GET /items/{id}') : {}),
    'GET /items': {
      ...itemOperations['GET /items'],
      ...responds({ 200: { type: 'array', items: item }, 400: { type: 'object' } }),
      parameters: [{ name, in: 'query', schema: { type: 'integer', ...limit } }],
    },
  });
  const items = new Map<string, JsonObject>([['1', { id: 1, name: 'seed' }]]);
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...itemHandlers(items),
    'GET /items': ({ query }) => {
      const sent = query.get(name);
      return { status: 200, body: [...show([...items.values()], sent === null ? undefined : Number(sent))] };
    },
  });
  return verify({ contract, baseUrl, categories: ['list-queries'], concurrency: 1 });
}

const byDefault = { minimum: 1, maximum: 100, default: 20 };

test('records are created until the default limit shows', async () => {
  const right = await verifyLimit({ limit: byDefault, show: (all, limit = 20) => all.slice(0, limit) });
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  const wrong = await verifyLimit({ limit: byDefault, show: (all, limit) => all.slice(0, limit) });
  expect(failingChecks(wrong)).toEqual(['limit-respected']);
});

test('a default limit that no list reaches is not tested', async () => {
  const short = await verifyLimit({ limit: byDefault, creates: false, show: (all, limit) => all.slice(0, limit) });
  expect(short.findings).toEqual([]);
  expect(short.unchecked.map(({ reason }) => reason)).toEqual([
    'tested in part, because the list has one record; not tested: a page has at most as many records as requested; a page has at most 20 records by default',
  ]);
});

test('a limit that has to be larger than a few records is tested', async () => {
  const limit = { minimum: 10, maximum: 50 };
  const right = await verifyLimit({ limit, show: (all, size) => all.slice(0, size) });
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  expect(failingChecks(await verifyLimit({ limit, show: (all) => all }))).toEqual(['limit-respected']);
});
