import { expect, test } from 'vitest';
import { isTwin, twinOf } from '../../../contracts/conformance/request/twin.ts';
import { castOf } from '../../../contracts/conformance/stateful/model/resource-operations.ts';
import { createKeeper } from '../../../mock/records/records.ts';
import { createOneByOne } from '../../../mock/records/shelf.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { resourceModelOf } from '../../../spec/resources/model.ts';
import { contractOf, corpus } from '../../evals/corpus/corpus.ts';

const found = { collections: 0, creations: 0 };

test.each(corpus)('the mock and the verifier see one model of the resources of $name', async (document) => {
  const contract = await contractOf(document);
  const { collections, creations } = resourceModelOf(contract);
  const modelled = collections.map(({ resource }) => resource.collection);
  expect(collectionsOfMock(contract)).toEqual(modelled);
  for (const [operation, creation] of creations) {
    const twin = twinOf(operation, [], contract.operations);
    if (!isTwin(twin)) continue;
    const cast = castOf(twin, contract);
    const followUps = 'create' in creation ? [...creation.parts] : [];
    const valid = followUps.filter(([, next]) => isTwin(twinOf(next.operation, [], contract.operations)));
    expect(idsOf(cast?.twins ?? new Map())).toEqual(
      valid.map(([part, next]) => `${part} ${next.operation.id}`),
    );
    found.creations += followUps.length;
  }
  found.collections += modelled.length;
});

test('of which there are some to see', () => {
  expect(found.collections).toBeGreaterThan(100);
  expect(found.creations).toBeGreaterThan(100);
});

function collectionsOfMock(contract: Contract): readonly string[] {
  const { records } = createMemoryStorage();
  const options = { prefix: '', records, initial: {}, seed: 'one', oneByOne: createOneByOne() };
  return createKeeper(contract, options).collections;
}

function idsOf(twins: ReadonlyMap<string, { readonly operation: Operation }>): readonly string[] {
  return [...twins].map(([part, { operation }]) => `${part} ${operation.id}`);
}
