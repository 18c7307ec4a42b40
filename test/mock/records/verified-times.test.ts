import { expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { verify } from '../../conformance/support.ts';
import { startMockOf } from '../support.ts';

const tickets = 'test/fixtures/mock/tickets.yaml';

it('the verifier finds nothing in two sequential runs if records have times', async () => {
  const store = await startMockOf(tickets);
  const contract = await loadContract(tickets);
  for (const _run of ['first', 'second']) {
    const options = { contract, baseUrl: store.url, token: store.token, timeoutMs: 60_000 };
    const { findings } = await verify(options);
    expect(findings.map(({ check, evidence, received }) => `${check} ${evidence?.caseId} ${received}`)).toEqual([]);
  }
});
