import { readFileSync } from 'node:fs';
import { afterAll, describe, test, vi } from 'vitest';
import { plants } from '../evals/zoo/plants.ts';
import { isLarge, sampleFaulty, sampleLarge } from '../evals/zoo/sample.ts';
import type { Trial } from '../evals/zoo/trial.ts';
import { startZooWorkerPool } from '../evals/zoo/worker-pool.ts';
import type { VariantInfo, Zoo } from '../evals/zoo/zoo.ts';
import { zoos } from '../evals/zoo/zoos.ts';

/** All wait for the workers concurrently. */
vi.setConfig({ maxConcurrency: zoos.flatMap(({ variants }) => variants).length, testTimeout: 900_000 });

const pool = startZooWorkerPool();
afterAll(() => pool.close());

const named = (zoo: Zoo, kind: VariantInfo['kind']) =>
  zoo.variants.filter((one) => one.kind === kind).map((one) => [one.name, one] as const);

const isKnownError = (variant: VariantInfo): boolean =>
  (variant.kind === 'faulty' ? variant.missedToday : variant.falsePositiveToday) !== undefined;

/** One faulty implementation, or more, of each class; `npm run zoo` runs all, and those with a known error of the verifier. */
const faultySample = new Map(sampleFaulty(zoos).map(({ zoo, faulty }) => [zoo, faulty]));

const faultyOf = (zoo: Zoo) => (faultySample.get(zoo) ?? []).map((one) => [one.name, one] as const);

const rightOf = (zoo: Zoo) => {
  const right = withoutKnownErrors(zoo, 'right');
  return isLarge(zoo) ? sampleLarge(right) : right;
};

const withoutKnownErrors = (zoo: Zoo, kind: VariantInfo['kind']) =>
  named(zoo, kind).filter(([, variant]) => !isKnownError(variant));

const knownErrors = (zoo: Zoo, kind: VariantInfo['kind']) =>
  named(zoo, kind).filter(([, variant]) => isKnownError(variant));

/** These correct implementations are verified as a whole, and twice; `npm run zoo` does so with all. */
const wholeRuns = new Set(
  named(plants, 'right')
    .filter((_, index) => index % 32 === 0)
    .map(([name]) => name),
);
const isRunWhole = (zoo: Zoo, { kind, name }: VariantInfo) => kind === 'right' && zoo === plants && wholeRuns.has(name);

/** Faulty implementations are checked by the categories and operations that show their defect, correct ones in part. */
const trial = (zoo: Zoo, variant: VariantInfo): Promise<Trial> =>
  pool.run({ zooName: zoo.name, variantName: variant.name, isBrief: !isRunWhole(zoo, variant) });

describe.concurrent.for(zoos.map((zoo) => [zoo.name, zoo] as const))('%s', ([, zoo]) => {
  describe.concurrent('finds each faulty implementation of the sample with the expected checks', () => {
    test.for(faultyOf(zoo))('%s', async ([, variant], { expect }) => {
      const { checks, errors } = await trial(zoo, variant);
      expect(checks, [variant.description, ...errors].join('\n')).toEqual(
        expect.arrayContaining([...zoo.foundBy(variant)]),
      );
    });
  });

  describe.concurrent('reports no error for a correct implementation, in a first or second run', () => {
    test.for(rightOf(zoo))('%s', async ([, variant], { expect }) => {
      const { errors, cases } = await trial(zoo, variant);
      const [first, second = first] = cases;
      expect(errors, variant.description).toEqual([]);
      expect(cases).toHaveLength(isRunWhole(zoo, variant) ? 2 : 1);
      expect(first).toBeGreaterThan(150);
      expect(second).toBe(first);
    });
  });

  test('the README has the current figures of the zoo', ({ expect }) => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, reported = ''] = /<!-- zoo -->(.*)<!-- \/zoo -->/s.exec(readme) ?? [];
    const [faulty, right] = [named(zoo, 'faulty').length, named(zoo, 'right').length];
    const [missed, falsePositives] = [knownErrors(zoo, 'faulty').length, knownErrors(zoo, 'right').length];
    expect(cellsOf(reported, zoo.title).slice(0, 5)).toEqual(
      [faulty, faulty - missed, missed, right, falsePositives].map(String),
    );
  });

  test('every faulty implementation has expected checks', ({ expect }) => {
    const without = named(zoo, 'faulty').filter(([, variant]) => zoo.foundBy(variant).length === 0);
    expect(without.map(([name]) => name)).toEqual([]);
  });
});

/** Faulty, found, missed, correct, false positives. */
function cellsOf(table: string, words: string): readonly string[] {
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.find(([, first]) => first === words)?.slice(2) ?? [];
}

test('no checks are listed for a plant store that does not exist', ({ expect }) => {
  const foundBy = JSON.parse(readFileSync(new URL('found-by.json', import.meta.url), 'utf8'));
  expect(Object.keys(foundBy).toSorted()).toEqual(
    named(plants, 'faulty')
      .map(([name]) => name)
      .toSorted(),
  );
});
