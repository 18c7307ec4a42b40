/** Counts one part of the coverage of an operation. */
import type { Place } from '../../../spec/model/contract.ts';
import type { CoverageGroup, CoverageItem } from '../../report/coverage.ts';
import type { CheckContext } from '../checks/check.ts';

/** Takes note of exchanges, and tells what they cover. */
export interface CoverageGroupCounter {
  record(context: CheckContext): void;
  read(): readonly CoverageGroup[];
}

/** How often each thing was seen on each of its sides. */
export interface VariantCounter {
  add(name: string, variant: string): void;
  count(name: string, variant: string): number;
  /** How many different ones there are. */
  size(): number;
}

/** With nothing counted. */
export function createVariantCounter(): VariantCounter {
  const variants = new Map<string, Map<string, number>>();
  let size = 0;
  return {
    add(name, variant) {
      const counts = variants.get(variant) ?? new Map<string, number>();
      if (counts.size === 0) variants.set(variant, counts);
      const before = counts.get(name) ?? 0;
      if (before === 0) size++;
      counts.set(name, before + 1);
    },
    count: (name, variant) => variants.get(variant)?.get(name) ?? 0,
    size: () => size,
  };
}

/** Something to cover, before anything of it is counted. */
export interface CoverageItemSeed {
  readonly name: string;
  readonly place: Place;
  /** Each side that there is, and why it is not seen where it is not. */
  readonly variants: Readonly<Record<string, string>>;
}

/** With what was counted. */
export function createCoverageItem({ name, place, variants }: CoverageItemSeed, counter: VariantCounter): CoverageItem {
  const seen = Object.keys(variants).map((variant) => [variant, counter.count(name, variant)] as const);
  return {
    name,
    place,
    seen: Object.fromEntries(seen),
    missing: seen
      .filter(([, count]) => count === 0)
      .map(([variant]) => ({ side: variant, why: variants[variant] ?? 'not tried' })),
  };
}

/** Looking into a body costs time: every one is looked into while that shows something new, then one in many. */
export interface Sampler {
  shouldSample(): boolean;
  /** Whether the last one showed something new. */
  reportResult(isNew: boolean): void;
}

const MAX_WITHOUT_NEWS = 64;

const SAMPLING_INTERVAL = 32;

/** For one kind of body. */
export function createSampler(): Sampler {
  let [withoutNews, sinceLastSample] = [0, 0];
  return {
    shouldSample: () => withoutNews < MAX_WITHOUT_NEWS || ++sinceLastSample % SAMPLING_INTERVAL === 0,
    reportResult: (isNew) => {
      withoutNews = isNew ? 0 : withoutNews + 1;
    },
  };
}
