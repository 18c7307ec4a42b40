import { fileURLToPath } from 'node:url';
import { defaultRandomOptions } from '../../../contracts/conformance/cases/test-category.ts';
import type { TestCase } from '../../../contracts/conformance/model/test-case.ts';
import { planWithBaseline } from '../../../contracts/conformance/plan/with-baseline.ts';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

/** The cases for orders.yaml by id, as in a run where every valid request is accepted. */
export async function planOrderCases(): Promise<ReadonlyMap<string, TestCase>> {
  const contract = await loadContract(fileURLToPath(new URL('orders.yaml', import.meta.url)));
  const { operations } = contract;
  const cases = operations
    .map((operation) => deriveBaseline(operation, operation.security[0]?.schemes ?? [], operations))
    .filter(isBaseline)
    .flatMap((baseline) => [
      ...planWithBaseline(
        baseline,
        { kind: 'ready', baseline, duplicatePolicy: 'accepted' },
        { contract, categories: [], randomOptions: defaultRandomOptions, isAcceptedElsewhere: () => false },
      ).cases,
    ]);
  return new Map(cases.map((testCase) => [testCase.id, testCase]));
}
