import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { compareStores, type StoreComparison } from './compare-stores.ts';

/** Records, lists, conditions, contents, envelopes, forms, XML, read-only and write-only properties. */
const files = [
  'spec/plant-store.yaml',
  'test/fixtures/mock/books.yaml',
  'test/fixtures/mock/gallery.yaml',
  'test/fixtures/mock/garden.yaml',
  'test/fixtures/mock/shapes.yaml',
  'test/fixtures/mock/shop.yaml',
  'test/fixtures/mock/tickets.yaml',
  'test/fixtures/mock/todos.yaml',
  'test/mock/differential/nursery.yaml',
];
const COUNT = 150;

/** The first one is enough to find the cause. */
const MAX_REPORTED = 3;

describe('more than 1,200 requests to a mock with memoization and to one without', () => {
  let all: readonly StoreComparison[] = [];

  beforeAll(async () => {
    const compared: StoreComparison[] = [];
    for (const [index, name] of files.entries())
      compared.push(await compareStores({ name, contract: await loadContract(name), seed: index + 1, count: COUNT }));
    all = compared;
  });

  it('are complete', () => {
    expect(all.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThan(1_200);
  });

  it('get the same responses from both, byte for byte', () => {
    expect(all.flatMap(({ different }) => different).slice(0, MAX_REPORTED)).toEqual([]);
  });

  it('get responses of every kind', () => {
    const seen = new Set(all.flatMap(({ statuses }) => [...statuses.keys()]));
    for (const status of [200, 201, 204, 400, 401, 404, 405, 406, 418, 422]) expect([...seen]).toContain(status);
  });
});
