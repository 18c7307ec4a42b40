import { beforeAll, describe, expect, it } from 'vitest';
import { causes } from './causes/index.ts';
import { type ClassifiedDifferences, classifyDifferences, describeDifference } from './classify.ts';
import { type CollectedPairs, collect, ROUNDS } from './collect.ts';
import { documentedCauses } from './docs-table.ts';

describe("2,000 requests to Prism's command line and to the mock", () => {
  let collected: CollectedPairs;
  let sorted: ClassifiedDifferences;

  beforeAll(async () => {
    collected = await collect(ROUNDS);
    sorted = classifyDifferences(collected.pairs);
  });

  it('cover three contracts', () => {
    expect(collected.pairs.length).toBeGreaterThanOrEqual(2_000);
    expect(new Set(collected.pairs.map(({ probe }) => probe.contract)).size).toBe(3);
  });

  it('get responses from ours that conform to contract and RFCs', () => {
    expect(sorted.wrong.map((pair) => describeDifference({ aspect: 'status', pair }))).toEqual([]);
  });

  it('get different responses from Prism only for known causes', () => {
    expect(sorted.unexplained.map(describeDifference)).toEqual([]);
  });

  it('show every documented cause', async () => {
    const seen = [...sorted.explained].filter(([, pairs]) => pairs.length > 0).map(([{ id }]) => id);
    expect(seen).toEqual(causes.map(({ id }) => id));
    expect((await documentedCauses()).toSorted()).toEqual(seen.toSorted());
  });

  it("get the same responses if Prism's are correct", () => {
    expect(sorted.same).toBeGreaterThan(100);
  });
});
