/** Actions on records that responses show in an envelope: `{"data": {"mode": "locked"}}`. */
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { createPumpStore, type PumpDefect } from './pump-store.ts';
import { failingChecks, verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const pumps = await loadContract('test/fixtures/conformance/pumps.yaml');

async function run(...defects: readonly PumpDefect[]) {
  const baseUrl = await startTestServer(createPumpStore(...defects), onTestFinished);
  return verify({ contract: pumps, baseUrl, categories: ['lifecycles'] });
}

test('reports nothing for a store whose actions change the state', async () => {
  const { findings, unchecked } = await run();
  expect(findings).toEqual([]);
  expect(unchecked).toEqual([]);
});

test.each<[PumpDefect, string]>([
  ['shows a lock that is not stored', 'action-changes-state'],
  ['locks twice', 'conflicting-action-rejected'],
  ['locks nothing', 'action-changes-state'],
])('reports a store that %s', async (defect, check) => {
  expect(failingChecks(await run(defect))).toContain(check);
});
