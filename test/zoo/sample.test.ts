/** The sample of faulty implementations in the long tests has every class of defect. */
import { describe, expect, test } from 'vitest';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { classesOf, isDetected, isLarge, sampleFaulty } from '../evals/zoo/sample.ts';
import { zoos } from '../evals/zoo/zoos.ts';

const small = zoos.filter((zoo) => !isLarge(zoo));
const all = sampleFaulty(zoos);
const sample = all.filter(({ zoo }) => !isLarge(zoo));
const sampled = sample.flatMap(({ zoo, faulty }) => faulty.map((variant) => ({ zoo, variant })));
const detected = small.flatMap((zoo) => zoo.variants.filter(isDetected).map((variant) => ({ zoo, variant })));

const checksOf = (some: typeof detected) => new Set(some.flatMap(({ zoo, variant }) => zoo.foundBy(variant)));
const categoriesOf = (some: typeof detected) => new Set(some.flatMap(({ variant }) => variant.categories ?? []));

describe('the sample of faulty implementations', () => {
  test('has each check, and each test category, that finds any of them', () => {
    expect([...checksOf(sampled)].toSorted()).toEqual([...checksOf(detected)].toSorted());
    expect([...categoriesOf(sampled)].toSorted()).toEqual([...categoriesOf(detected)].toSorted());
    expect(testCategories.map(({ name }) => name)).toEqual(expect.arrayContaining([...categoriesOf(sampled)]));
  });

  test('has one of each class: group of a zoo, and check with category', () => {
    const classes = new Set(
      sample.flatMap(({ zoo, faulty }) =>
        zoo.variantGroups.flatMap(({ title, variants }) =>
          faulty.filter((one) => variants.includes(one)).flatMap((one) => classesOf(zoo, title, one)),
        ),
      ),
    );
    const missing = small.flatMap((zoo) =>
      zoo.variantGroups.flatMap(({ title, variants }) =>
        variants
          .filter(isDetected)
          .flatMap((one) => classesOf(zoo, title, one))
          .filter((one) => !classes.has(one)),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('is at most a third of all, and has some of every zoo', () => {
    expect(sampled.length).toBeLessThan(detected.length / 3);
    expect(all.map(({ faulty }) => faulty.length > 10)).toEqual(zoos.map(() => true));
  });
});
