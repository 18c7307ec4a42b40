/** Case ids identify cases in `replay`, in reports, and where several cases have the same finding. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';
import { planWithBaseline } from '../../contracts/conformance/plan/with-baseline.ts';
import { deriveBaseline, isBaseline } from '../../contracts/conformance/request/baseline-request.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';

const zoos = ['../spec/plant-store', 'evals/zoo/desk/desk', 'evals/zoo/tools/tools'];
const corpus = [
  'arrays-and-unevaluated',
  'combinators',
  'conditionals',
  'const-defs-and-recursion',
  'discriminator',
  'formats',
  'forms',
  'links',
  'media-types',
  'nullable',
  'parameters-header-cookie',
  'parameters-path',
  'parameters-query',
  'read-and-write-only',
  'security',
  'type-arrays',
].map((name) => `evals/corpus/features/${name}`);
const alike = 'fixtures/conformance/alike-names';

test.each([...zoos, ...corpus, 'fixtures/mock/books', alike])('%s: gives every case a unique id', async (name) => {
  const ids = plansOf(await load(name)).flatMap(({ cases }) => [...cases].map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('finds a case with similar names by its id, and the same case in a new plan', async () => {
  const contract = await load(alike);
  const cases = plansOf(contract).map((plan) => [...plan.cases]);
  const numbered = cases.map((ofOne) => ofOne.filter(({ id }) => /~~2$/.test(id)).slice(0, 12));
  expect(numbered.map(({ length }) => length)).toEqual([12, 12]);
  const found = numbered.map((ofOne, index) => ofOne.map(({ id }) => plansOf(contract)[index]?.findCase(id)));
  expect(found.map((ofOne) => ofOne.map(describeCase))).toEqual(numbered.map((ofOne) => ofOne.map(describeCase)));
});

function describeCase(testCase: TestCase | undefined) {
  return [testCase?.id, testCase?.mutation, testCase?.topic, testCase?.expectation, testCase?.operation.id];
}

function load(name: string): Promise<Contract> {
  return loadContract(fileURLToPath(new URL(`../${name}.yaml`, import.meta.url)));
}

/** The plans of all operations, as in a run where every valid request is accepted. */
function plansOf(contract: Contract) {
  const { operations } = contract;
  return operations
    .map((operation) => deriveBaseline(operation, operation.security[0]?.schemes ?? [], operations))
    .filter(isBaseline)
    .map((baseline) =>
      planWithBaseline(
        baseline,
        { kind: 'ready', baseline, duplicatePolicy: 'accepted' },
        {
          contract,
          categories: [],
          randomOptions: defaultRandomOptions,
          isAcceptedElsewhere: () => false,
          isOwnRecord: true,
        },
      ),
    );
}
