/** Lifecycles whose records are on a page further behind. */
import { test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type PaginationStoreOverrides, startPaginationStore } from './pagination-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/paged.yaml');

async function reportedFindings(baseUrl: string, only: readonly string[]): Promise<readonly string[]> {
  const { findings } = await verify({ contract, baseUrl, categories: only });
  const lines = findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`);
  return [...new Set(lines)].toSorted();
}

test.concurrent.for<readonly [string, PaginationStoreOverrides, readonly string[]]>([
  ['lists all', {}, []],
  [
    'lists what was there from the start alone',
    { list: (all) => all.slice(0, 12) },
    ['error listBooks list-has-created', 'error listSongs list-has-created'],
  ],
  ['has more than is looked through', { initialCount: 5_000 }, []],
  [
    'never ends, with other records each time, none of which are there',
    { isEndless: true },
    ['error listBooks pages-complete', 'error listSongs pages-complete'],
  ],
])('a store that %s is followed by places and by cursors', async ([, overrides, expected], context) => {
  const baseUrl = await startPaginationStore(context.onTestFinished, overrides);
  context.expect(await reportedFindings(baseUrl, ['lifecycles'])).toEqual(expected);
});

test.concurrent('a cursor that no answer has given may be refused', async ({ expect, onTestFinished }) => {
  const lines = await reportedFindings(await startPaginationStore(onTestFinished), ['parameters', 'list-queries']);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([
    'error listBooks invalid-rejected',
    'error listSongs invalid-rejected',
  ]);
});
