/** Lifecycles whose records are on a later page. */
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { usualPauses, verify } from '../support.ts';
import { type PaginationStoreOverrides, type StoredItem, startPaginationStore } from './pagination-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/paged.yaml');

async function reportedFindings(
  baseUrl: string,
  only: readonly string[],
  operations?: readonly string[],
): Promise<readonly string[]> {
  const { findings } = await verify({
    ...usualPauses,
    contract,
    baseUrl,
    categories: only,
    ...(operations && { operations }),
  });
  const lines = findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`);
  return [...new Set(lines)].toSorted();
}

/** A record appears 300 ms after the first list without it. */
function newestFirstAndLate(): (all: readonly StoredItem[]) => readonly StoredItem[] {
  const noticedAt = new Map<string, number>();
  return (all) => {
    for (const { id } of all) if (!noticedAt.has(id)) noticedAt.set(id, Date.now());
    const isInitial = ({ title }: StoredItem) => title.startsWith('the first');
    const isOld = ({ id }: StoredItem) => Date.now() - (noticedAt.get(id) ?? 0) > 300;
    return all.filter((item) => isInitial(item) || isOld(item)).toReversed();
  };
}

test.concurrent.for<readonly [string, PaginationStoreOverrides, readonly string[]]>([
  ['lists all', {}, []],
  [
    'lists only initial records',
    { list: (all) => all.slice(0, 12) },
    ['error listBooks list-has-created', 'error listSongs list-has-created'],
  ],
  ['lists new records first, and after a moment', { list: newestFirstAndLate() }, []],
  ['has more pages than are read', { initialCount: 5_000 }, []],
  [
    'never ends, with invented records each time',
    { isEndless: true },
    ['error listBooks pages-complete', 'error listSongs pages-complete'],
  ],
])('reads pages by offset and by cursor of an implementation that %s', async ([, overrides, expected], context) => {
  const baseUrl = await startPaginationStore(context.onTestFinished, overrides);
  context.expect(await reportedFindings(baseUrl, ['lifecycles'])).toEqual(expected);
});

test.concurrent('an unknown cursor may be rejected', async ({ expect, onTestFinished }) => {
  const lines = await reportedFindings(await startPaginationStore(onTestFinished), ['parameters', 'list-queries']);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([
    'error listBooks invalid-rejected',
    'error listSongs invalid-rejected',
  ]);
});

type Description = NonNullable<PaginationStoreOverrides['describe']>;

test.concurrent.for<readonly [string, Description]>([
  ['the number of all records', (total) => ({ total })],
  ['the number of pages', (total, size) => ({ page: { totalPages: Math.ceil(total / size) } })],
  ['the page size', (_total, size) => ({ size })],
])('a page that is shorter than requested is not the last, if it shows %s', async ([, describe], context) => {
  const { expect, onTestFinished } = context;
  const capped = { cap: 3, describe };
  const right = await startPaginationStore(onTestFinished, capped);
  expect(await reportedFindings(right, ['lifecycles'], ['addBook'])).toEqual([]);
  const faulty = await startPaginationStore(onTestFinished, { ...capped, list: (all) => all.slice(0, 12) });
  expect(await reportedFindings(faulty, ['lifecycles'], ['addBook'])).toEqual(['error listBooks list-has-created']);
});

test.concurrent('a record that the only page lacks is an error, although its total counts it', async (context) => {
  const list: PaginationStoreOverrides['list'] = (all) => all.slice(0, 2);
  const overrides = { initialCount: 1, list, describe: () => ({ total: 100 }) };
  const baseUrl = await startPaginationStore(context.onTestFinished, overrides);
  context
    .expect(await reportedFindings(baseUrl, ['lifecycles'], ['addBook']))
    .toEqual(['error listBooks list-has-created']);
});
