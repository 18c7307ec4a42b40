/** Records whose unique number has few possible values: each record gets another one, in lists too. */
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createLockerStore, type LockerDefect } from './locker-store.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const lockers = await loadContract('test/fixtures/conformance/lockers.yaml');
const categories = ['valid-bodies', 'lifecycles', 'list-queries'];

async function run(...defects: readonly LockerDefect[]) {
  const baseUrl = await startTestServer(createLockerStore(...defects), onTestFinished);
  return verify({ contract: lockers, baseUrl, categories, randomOptions: { seed: 1, caseCount: 10 } });
}

test('creates as many records as the sequences and lists need', async () => {
  const { findings, unchecked } = await run();
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test.each<[LockerDefect, string]>([
  ['ignores the order', 'sort-respected'],
  ['deletes nothing', 'deleted-not-found'],
  ['repeats a record on each page', 'pages-complete'],
])('reports a store that %s', async (defect, check) => {
  expect(failingChecks(await run(defect))).toContain(check);
});
