/** A list with a stated order has it over all its pages, and not only on each page. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { item, itemContract, itemHandlers, pick, responds, startItemStore } from './item-store.ts';
import { describeErrors, verify } from './support.ts';

const count = { type: 'integer', minimum: 0, maximum: 1_000 };
const operations = pick('POST /items', 'GET /items/{id}', 'DELETE /items/{id}');

const contract = await itemContract({
  ...operations,
  'GET /items': {
    operationId: 'list',
    description: 'The items, sorted by stock, ascending.',
    parameters: [
      { name: 'limit', in: 'query', schema: { ...count, minimum: 1 } },
      { name: 'offset', in: 'query', schema: count },
    ],
    ...responds({ 200: { type: 'array', items: item } }),
  },
});

const byStock = (one: JsonObject, other: JsonObject) => Number(one['stock'] ?? 0) - Number(other['stock'] ?? 0);

async function errorsOf({ sortsPagesOnly }: { readonly sortsPagesOnly: boolean }): Promise<readonly string[]> {
  const items = new Map<string, JsonObject>();
  const baseUrl = await startItemStore(onTestFinished, contract, {
    ...itemHandlers(items),
    'GET /items': ({ query }) => {
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 1_000)];
      // From the last to the first, so that each border is in the wrong order.
      const sorted = [...items.values()].toSorted(byStock);
      const stored = sortsPagesOnly ? sorted.toReversed() : sorted;
      return { status: 200, body: stored.slice(offset, offset + limit).toSorted(byStock) };
    },
  });
  return describeErrors(await verify({ contract, baseUrl, categories: ['list-queries'] }));
}

test('an implementation that sorts before it paginates is not reported', async () => {
  expect(await errorsOf({ sortsPagesOnly: false })).toEqual([]);
});

test('an implementation that sorts each page alone is reported', async () => {
  expect((await errorsOf({ sortsPagesOnly: true })).join('\n')).toMatch(/^pages-complete: /);
});
