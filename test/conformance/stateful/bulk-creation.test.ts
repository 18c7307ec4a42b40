/** Records that one request creates, and lists whose filters are members of an object. */
import { test } from 'vitest';
import { failingChecks, verify } from '../support.ts';
import { type PartStoreOverrides, partsContract, startPartStore } from './part-store.ts';

const backwards = <T>(items: readonly T[]): readonly T[] => items.toReversed();

test.concurrent.for<readonly [string, PartStoreOverrides, readonly string[]]>([
  ['stores all of them', {}, []],
  ['returns them in another order', { returned: backwards }, []],
  ['stores them in another order', { stored: backwards }, []],
  ['stores the first one', { stored: (created) => created.slice(0, 1) }, ['list-has-created']],
  [
    'returns their ids in another order',
    {
      returned: (created) =>
        created.map((part, index) => ({ ...part, id: created[(index + 1) % created.length]?.['id'] ?? null })),
    },
    ['list-shows-written'],
  ],
  [
    'stores the valid ones of a rejected request',
    { storedOfInvalid: (sent) => sent.slice(0, 1) },
    ['list-shows-written'],
  ],
])('reports for an implementation that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startPartStore(onTestFinished, overrides);
  const result = await verify({ contract: partsContract, baseUrl, categories: ['lifecycles'] });
  expect(failingChecks(result)).toEqual(expected);
  // The list was tested with the records of one request.
  if (expected.length === 0) expect(result.unchecked).toEqual([]);
});

test.concurrent.for<readonly [string, PartStoreOverrides, readonly string[]]>([
  ['applies both members of a filter', {}, []],
  ['ignores the filter', { applied: () => [] }, ['filter-respected']],
  ['applies the first member alone', { applied: (names) => names.slice(0, 1) }, ['filter-respected']],
  ['applies the last member alone', { applied: (names) => names.slice(-1) }, ['filter-respected']],
  ['sends no link to the next page', { hasLinks: false }, ['pages-complete']],
])('reports for a list that %s', async ([, overrides, expected], { expect, onTestFinished }) => {
  const baseUrl = await startPartStore(onTestFinished, overrides);
  const result = await verify({ contract: partsContract, baseUrl, categories: ['list-queries'] });
  expect(failingChecks(result)).toEqual(expected);
});
