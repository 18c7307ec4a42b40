/** A defect that cannot be reached does not pass; `npm run obstacles` crosses all variants. */
import { describe, test } from 'vitest';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { crossOne, isApplicable, isUnexpected } from '../evals/obstacles/cross.ts';
import { none, type Obstacle, obstacles } from '../evals/obstacles/obstacle.ts';
import { zoos } from '../evals/zoo/zoos.ts';

/** Variants of a zoo that are found with different categories, and correct ones whose runs are short. */
const sample: Readonly<Record<string, readonly string[]>> = {
  plants: ['takes-missing-name', 'lowers-name', 'takes-any-authorization', 'right-store'],
  tools: ['stores-weights-in-single-precision', 'ignores-schema-of-labels'],
  desk: ['right-desk'],
};

/** Of a correct variant: some of each category for each operation. */
const correctCases = 240;

const sampledZoos = zoos.filter(({ name }) => sample[name] !== undefined);

const named = (one: Obstacle) => [one.name, one] as const;

// Most of the time is waiting.
describe.concurrent.for(sampledZoos.map((zoo) => [zoo.name, zoo] as const))('%s', ([, zoo]) => {
  const variants = zoo.variants.filter(({ name }) => sample[zoo.name]?.includes(name));

  test('has the variants of the sample, with defects that are found without an obstacle', async ({ expect }) => {
    expect(variants).toHaveLength(sample[zoo.name]?.length ?? 0);
    const contract = await loadContract(zoo.contract);
    for (const variant of variants) {
      const { kind } = await crossOne({ zoo, contract, variant, obstacle: none, correctCases });
      expect([variant.name, kind]).toEqual([variant.name, variant.kind === 'faulty' ? 'errors' : 'conforms']);
    }
  });

  test.for(obstacles.map(named))('%s', async ([, obstacle], { skip, expect }) => {
    const contract = await loadContract(zoo.contract);
    if (!isApplicable(contract, obstacle)) skip('the contract has no such operation');
    // Behind a rate limit a run mostly waits.
    const crossings = variants.map((variant) => ({ zoo, contract, variant, obstacle, correctCases }));
    const crossed = await Promise.all(
      crossings.map(async (crossing) => ({ ...crossing, verdict: await crossOne(crossing) })),
    );
    expect(crossed.filter(isUnexpected).map(({ variant }) => variant.name)).toEqual([]);
  });
});
