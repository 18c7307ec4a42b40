/** Range bounds of lists whose values are limited. */
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type ItemHandlers,
  itemContract,
  itemHandlers,
  itemOperations,
  newItem,
  pick,
  startItemStore,
} from '../item-store.ts';
import { failingChecks, verify } from '../support.ts';

type Bound = 'minStock' | 'maxStock';

async function verifyBounds(schema: JsonObject, isKept: (stock: number, name: Bound, bound: number) => boolean) {
  const parameters = ['minStock', 'maxStock'].map((name) => ({ name, in: 'query', schema }));
  const contract = await itemContract({
    ...pick('POST /items', 'GET /items/{id}'),
    'GET /items': { ...itemOperations['GET /items'], parameters },
  });
  const handlers = itemHandlers();
  const filtering: ItemHandlers = {
    ...handlers,
    'GET /items': (request) => {
      const { status, body } = handlers['GET /items']?.(request) ?? { status: 500 };
      const items: readonly JsonObject[] = Array.isArray(body) ? body : [];
      const isListed = ({ stock }: JsonObject) =>
        (['minStock', 'maxStock'] as const).every((name) => {
          const bound = request.query.get(name);
          return bound === null || isKept(Number(stock ?? 0), name, Number(bound));
        });
      return { status, body: items.filter(isListed) };
    },
  };
  const baseUrl = await startItemStore(onTestFinished, contract, filtering);
  return verify({ contract, baseUrl, categories: ['list-queries'], concurrency: 1 });
}

const isWithin = (stock: number, name: Bound, bound: number) => (name === 'minStock' ? stock >= bound : stock <= bound);
const ignoring = (ignored: Bound) => (stock: number, name: Bound, bound: number) =>
  name === ignored || isWithin(stock, name, bound);

const { stock: sameLimits } = newItem.properties;

test('a bound with the limits of the property is tried within them', async () => {
  const right = await verifyBounds(sameLimits, isWithin);
  expect(right.findings).toEqual([]);
  expect(right.unchecked).toEqual([]);
  for (const name of ['minStock', 'maxStock'] as const)
    expect(failingChecks(await verifyBounds(sameLimits, ignoring(name)))).toEqual(['filter-respected']);
});

test('a lower bound with other limits may have another unit, and is not tested', async () => {
  const { findings, unchecked } = await verifyBounds(
    { type: 'integer', minimum: 0, maximum: 10 },
    (stock, name, bound) => (name === 'minStock' ? stock >= bound / 100 : stock <= bound),
  );
  expect(findings).toEqual([]);
  expect(unchecked.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    expect.stringMatching(
      /^list: tested in part, because no valid value certainly leaves out records: declare .* minStock/,
    ),
  ]);
});

test('a lower bound without limits is tried in any unit', async () => {
  const unlimited = { type: 'integer', minimum: 0 };
  expect((await verifyBounds(unlimited, isWithin)).unchecked).toEqual([]);
  expect(failingChecks(await verifyBounds(unlimited, ignoring('minStock')))).toEqual(['filter-respected']);
});
