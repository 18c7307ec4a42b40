import { expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../../conformance/support.ts';
import { startMockOf } from '../support.ts';

const tickets = 'test/fixtures/mock/tickets.yaml';

/** Cases for each operation, one of each category in turn: the first run creates records of every kind. */
const CASES = 40;

/** Some of each category: the second run is about the records of the first. */
const CASES_OF_SECOND = 12;

it('the verifier finds nothing in two sequential runs if records have times', async () => {
  const store = await startMockOf(tickets);
  const contract = await loadContract(tickets);
  for (const ofEach of [CASES, CASES_OF_SECOND]) {
    const options = { contract, baseUrl: store.url, token: store.token, timeoutMs: 60_000 };
    const { findings } = await verify({ ...options, budget: ofEach * contract.operations.length });
    expect(findings.map(({ check, evidence, received }) => `${check} ${evidence?.caseId} ${received}`)).toEqual([]);
  }
});
