import { beforeAll, describe, expect, it } from 'vitest';
import { causes } from './causes/index.ts';
import { type ClassifiedDifferences, classifyDifferences, describeDifference } from './classify.ts';
import { type CollectedPairs, collect, ROUNDS } from './collect.ts';
import { documentedCauses } from './docs-table.ts';

describe("2,000 requests to Prism's command line and to the fake store", () => {
  let collected: CollectedPairs;
  let sorted: ClassifiedDifferences;

  beforeAll(async () => {
    collected = await collect(ROUNDS);
    sorted = classifyDifferences(collected.pairs);
  });

  it('are as many as that, of three contracts', () => {
    expect(collected.pairs.length).toBeGreaterThanOrEqual(2_000);
    expect(new Set(collected.pairs.map(({ probe }) => probe.contract)).size).toBe(3);
  });

  it('are answered by ours as contract and RFCs demand', () => {
    expect(sorted.wrong.map((pair) => describeDifference({ aspect: 'status', pair }))).toEqual([]);
  });

  it('are answered otherwise than by Prism for a known cause alone', () => {
    expect(sorted.unexplained.map(describeDifference)).toEqual([]);
  });

  it('show every cause, and the document names each', async () => {
    const seen = [...sorted.explained].filter(([, pairs]) => pairs.length > 0).map(([{ id }]) => id);
    expect(seen).toEqual(causes.map(({ id }) => id));
    expect((await documentedCauses()).toSorted()).toEqual(seen.toSorted());
  });

  it('are answered alike where there is nothing to do better', () => {
    expect(sorted.same).toBeGreaterThan(100);
  });
});
