import { expect, test } from 'vitest';
import { deriveBaseline, isBaseline } from '../../../contracts/conformance/request/baseline-request.ts';
import { createResourceOperations } from '../../../contracts/conformance/stateful/model/resource-operations.ts';
import { createMadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import { createKeyedMutex } from '../../../mock/records/collection.ts';
import { createRecordHandler } from '../../../mock/records/create-record-handler.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { getResourceModel } from '../../../spec/resources/resource-model.ts';
import { corpus, loadCorpusContract } from '../../evals/corpus/corpus.ts';

const found = { collections: 0, creations: 0 };

test.each(corpus)('the mock and the verifier share the resource model of $name', async (document) => {
  const contract = await loadCorpusContract(document);
  const { collections, creations } = getResourceModel(contract);
  const modelled = collections.map(({ resource }) => resource.collection);
  expect(collectionsOfMock(contract)).toEqual(modelled);
  for (const [operation, creation] of creations) {
    const baseline = deriveBaseline(operation, [], contract.operations);
    if (!isBaseline(baseline)) continue;
    const resourceOperations = createResourceOperations(baseline, contract);
    const followUps = 'create' in creation ? [...creation.followUps] : [];
    const valid = followUps.filter(([, next]) => isBaseline(deriveBaseline(next.operation, [], contract.operations)));
    expect(idsOf(resourceOperations?.baselines ?? new Map())).toEqual(
      valid.map(([part, next]) => `${part} ${next.operation.id}`),
    );
    found.creations += followUps.length;
  }
  found.collections += modelled.length;
});

test('has some resources', () => {
  expect(found.collections).toBeGreaterThan(100);
  expect(found.creations).toBeGreaterThan(100);
});

function collectionsOfMock(contract: Contract): readonly string[] {
  const { records } = createMemoryStorage();
  const madeUp = createMadeUpValues({ seed: 'one', locale: undefined });
  const options = { prefix: '', records, givenRecords: {}, seed: 'one', madeUp, runExclusive: createKeyedMutex() };
  return createRecordHandler(contract, options).collections;
}

function idsOf(baselines: ReadonlyMap<string, { readonly operation: Operation }>): readonly string[] {
  return [...baselines].map(([part, { operation }]) => `${part} ${operation.id}`);
}
