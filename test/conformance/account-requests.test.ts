/** Valid requests that depend on other records, on other properties, or on knowledge that no contract has. */
import { test } from 'vitest';
import { accountContract, startAccountStore } from './account-store.ts';
import { describeErrors, verify } from './support.ts';

test.concurrent.for([
  ['that the contract does not name', undefined],
  ['that the contract names', 1],
] as const)('reports no error about references to an owner %s', async ([_title, owner], { expect, onTestFinished }) => {
  const contract = await accountContract(owner);
  const result = await verify({ contract, baseUrl: await startAccountStore(onTestFinished, contract) });
  expect(describeErrors(result)).toEqual([]);
  expect(result.unchecked).toMatchObject([{ operation: 'login', reason: expect.stringContaining('gets 401') }]);
});

test('reports that a record of unusual values is rejected', async ({ expect, onTestFinished }) => {
  const contract = await accountContract(1);
  const baseUrl = await startAccountStore(onTestFinished, contract, { rejectsLeapDays: true });
  const result = await verify({ contract, baseUrl, categories: ['lifecycles'] });
  expect(describeErrors(result)).toEqual([
    expect.stringMatching(/^valid-accepted: .*body\.born is 2024-02-29 \(POST \/pets \{.*\}\): status 422$/),
  ]);
});
