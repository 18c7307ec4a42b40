import { expect, test } from 'vitest';
import { sampleOperations } from '../../../contracts/conformance/running/sampled-operations.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';

const { operations } = await loadContract('test/evals/zoo/tools/tools.yaml');
const positions = (count: number, seed: number) =>
  sampleOperations(operations, count, seed).map((one) => operations.indexOf(one));

test('a sample has as many operations as it may have, in the order of the document', () => {
  for (let count = 1; count <= operations.length + 1; count++) {
    const sample = positions(count, 1);
    expect(sample).toHaveLength(Math.min(count, operations.length));
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
  }
});

test('it is the same for the same seed, and others have every operation in turn', () => {
  expect(positions(3, 7)).toEqual(positions(3, 7));
  const found = new Set(Array.from({ length: 200 }, (_, seed) => positions(2, seed)).flat());
  expect(found.size).toBe(operations.length);
});

test('it is evenly distributed over the document', () => {
  const step = operations.length / 3;
  for (let seed = 0; seed < 20; seed++) {
    const [first = 0, second = 0, third = 0] = positions(3, seed);
    for (const distance of [second - first, third - second])
      expect([Math.floor(step), Math.ceil(step)]).toContain(distance);
  }
});
