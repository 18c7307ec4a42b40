/** Pages that are selected by a cursor: in the body, in a link, or the id of the last record. */
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../support.ts';
import { type CursorStoreOverrides, startCursorStore } from './cursor-store.ts';

const contract = await loadContract('test/fixtures/conformance/stateful/cursor-lists.yaml');

const NOT_TESTED =
  'listUnclear: tested in part, because no response shows how to request the next page; not tested: pages together contain each record once';

async function run(overrides: CursorStoreOverrides, category = 'list-queries') {
  const baseUrl = await startCursorStore(onTestFinished, overrides);
  const { findings, unchecked } = await verify({ contract, baseUrl, categories: [category] });
  return {
    findings: findings.map(({ severity, subject, check }) => `${severity} ${subject} ${check}`).toSorted(),
    unchecked: unchecked.map(({ operation, reason }) => `${operation}: ${reason}`),
  };
}

const testedLists = ['After', 'Ids', 'Linked', 'Nested', 'Own', 'Relative'];

test('nothing is reported for pages that are complete, and a list without a cursor is not tested', async () => {
  expect(await run({})).toEqual({ findings: [], unchecked: [NOT_TESTED] });
});

test.each<[string, CursorStoreOverrides]>([
  ['a record that is on no page', { skipped: 1 }],
  ['a first page that says that it is the last', { endsEarly: true }],
])('%s is reported', async (_name, overrides) => {
  const { findings } = await run(overrides);
  const tested = findings.filter((line) => line.endsWith('pages-complete') && !line.includes('Unclear'));
  expect(tested).toEqual(testedLists.map((name) => `error list${name} pages-complete`));
});

test('a page that is shorter than requested is not the last, if it has a cursor', async () => {
  expect((await run({ cap: 1 }, 'lifecycles')).findings).toEqual([]);
});
