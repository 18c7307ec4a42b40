/** Which implementations `npm run test:all` tries; `npm run zoo` tries all. */
import type { FaultyVariant } from './variant.ts';
import type { VariantInfo, Zoo } from './zoo.ts';

type Faulty = Omit<FaultyVariant, 'behavior'>;

export interface SampledZoo {
  readonly zoo: Zoo;
  readonly faulty: readonly Faulty[];
}

/** A run of their contracts takes several times as long as that of the others. */
const LARGE: readonly Zoo['name'][] = ['orders', 'files', 'calendar'];
const ONE_IN = 20;

export function isLarge(zoo: Zoo): boolean {
  return LARGE.includes(zoo.name);
}

/** One in 20. */
export function sampleLarge<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((_, index) => index % ONE_IN === 0);
}

/**
 * One faulty implementation, or more, for each group of each zoo, and for each check with each test category in which it
 * finds a defect. A pair of check and category is the same code of the verifier in every zoo, so that it is in the sample
 * once. Of the large zoos one in 20. Known misses are left out.
 */
export function sampleFaulty(zoos: readonly Zoo[]): readonly SampledZoo[] {
  const covered = new Set<string>();
  return zoos.map((zoo) => {
    if (isLarge(zoo)) return { zoo, faulty: sampleLarge(zoo.variants.filter(isDetected)) };
    const faulty = zoo.variantGroups.flatMap(({ title, variants }) =>
      variants.filter(isDetected).filter((variant) => {
        const added = classesOf(zoo, title, variant).filter((one) => !covered.has(one));
        for (const one of added) covered.add(one);
        return added.length > 0;
      }),
    );
    return { zoo, faulty };
  });
}

/** What a faulty implementation stands for: its group in the tables, and each check with each category that shows it. */
export function classesOf(zoo: Zoo, group: string, variant: Faulty): readonly string[] {
  // One has no measured categories: all of them run for it.
  const { categories = [] } = variant;
  const pairs = zoo
    .foundBy(variant)
    .flatMap((check) => (categories.length === 0 ? [check] : categories.map((category) => `${check} in ${category}`)));
  return [`${zoo.name}: ${group}`, ...pairs];
}

export function isDetected(variant: VariantInfo): variant is Faulty {
  return variant.kind === 'faulty' && variant.missedToday === undefined;
}
