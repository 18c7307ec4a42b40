/** Records that a test needs first: those that only a PUT creates, two that others refer to, and a stored file. */
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { type ClubDefect, createClubStore } from './club-store.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const clubs = await loadContract('test/fixtures/conformance/clubs.yaml');
const categories = ['valid-bodies', 'lifecycles', 'list-queries'];

async function run(...defects: readonly ClubDefect[]) {
  const baseUrl = await startTestServer(createClubStore(...defects), onTestFinished);
  return verify({ contract: clubs, baseUrl, categories, randomOptions: { seed: 1, caseCount: 10 } });
}

test('tests all of a store whose clients choose the names of records', async () => {
  const { findings, unchecked } = await run();
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test.each<[ClubDefect, string]>([
  ['ignores the filter of clubs', 'filter-respected'],
  ['ignores the filter of teams', 'filter-respected'],
  ['returns a part of the logo', 'read-returns-written'],
  ['finds a court below every club', 'scoped-to-parent'],
])('reports a store that %s', async (defect, check) => {
  expect(failingChecks(await run(defect))).toContain(check);
});
