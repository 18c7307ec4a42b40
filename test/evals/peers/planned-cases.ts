import { fileURLToPath } from 'node:url';
import { defaultRandomOptions } from '../../../contracts/conformance/cases/test-category.ts';
import type { TestCase } from '../../../contracts/conformance/model/test-case.ts';
import { planWithBaseline } from '../../../contracts/conformance/plan/with-baseline.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { findAvailableCredentials } from '../../../contracts/conformance/request/credentials/security-alternatives.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

/** As with `--auth-other key=... --isolated "*"`. */
const credentials = {
  token: undefined,
  byScheme: new Map([['key', 'of-the-first-user']]),
  other: { byScheme: new Map([['key', 'of-the-second-user']]), isolated: ['*'] },
};

/** The cases for orders.yaml by id, as in a run where every valid request is accepted. */
export async function planOrderCases(): Promise<ReadonlyMap<string, TestCase>> {
  const contract = await loadContract(fileURLToPath(new URL('orders.yaml', import.meta.url)));
  const { operations } = contract;
  const cases = operations
    .map((operation) => deriveBaseline(operation, operation.security[0]?.schemes ?? [], operations))
    .filter(isBaseline)
    .map((baseline) => ({
      ...baseline,
      availableCredentials: findAvailableCredentials(baseline.operation, credentials, contract),
    }))
    .flatMap((baseline) => [
      ...planWithBaseline(
        baseline,
        { kind: 'ready', baseline, duplicatePolicy: 'accepted' },
        {
          contract,
          categories: [],
          randomOptions: defaultRandomOptions,
          isAcceptedElsewhere: () => false,
          isOwnRecord: true,
        },
      ).cases,
    ]);
  return new Map(cases.map((testCase) => [testCase.id, testCase]));
}
