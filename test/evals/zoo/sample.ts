/** Which faulty implementations `npm run test:all` tries; `npm run zoo` tries all. */
import type { FaultyVariant } from './variant.ts';
import type { VariantInfo, Zoo } from './zoo.ts';

type Faulty = Omit<FaultyVariant, 'behavior'>;

export interface SampledZoo {
  readonly zoo: Zoo;
  readonly faulty: readonly Faulty[];
}

/**
 * One faulty implementation, or more, for each group of each zoo, and for each check with each test category in which it
 * finds a defect. A pair of check and category is the same code of the verifier in every zoo, so that it is in the sample
 * once: of the first zoo, whose contracts are the smallest. Known misses are left out.
 */
export function sampleFaulty(zoos: readonly Zoo[]): readonly SampledZoo[] {
  const covered = new Set<string>();
  return zoos.map((zoo) => ({
    zoo,
    faulty: zoo.variantGroups.flatMap(({ title, variants }) =>
      variants.filter(isDetected).filter((variant) => {
        const added = classesOf(zoo, title, variant).filter((one) => !covered.has(one));
        for (const one of added) covered.add(one);
        return added.length > 0;
      }),
    ),
  }));
}

/** What a faulty implementation stands for: its group in the tables, and each check with each category that shows it. */
export function classesOf(zoo: Zoo, group: string, variant: Faulty): readonly string[] {
  // Some have not been measured yet: all categories run for them.
  const { categories = [] } = variant;
  const pairs = zoo
    .foundBy(variant)
    .flatMap((check) => (categories.length === 0 ? [check] : categories.map((category) => `${check} in ${category}`)));
  return [`${zoo.name}: ${group}`, ...pairs];
}

export function isDetected(variant: VariantInfo): variant is Faulty {
  return variant.kind === 'faulty' && variant.missedToday === undefined;
}
