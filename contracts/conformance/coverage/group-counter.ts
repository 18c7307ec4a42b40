/** Counts one group of the coverage of an operation. */
import type { Place } from '../../../spec/model/contract.ts';
import type { CoverageGroup, CoverageItem } from '../../report/coverage.ts';
import type { CheckContext } from '../checks/check.ts';

/** Records exchanges and reports what they cover. */
export interface CoverageGroupCounter {
  record(context: CheckContext): void;
  read(): readonly CoverageGroup[];
}

/** Counts how often each item was seen, by variant. */
export interface VariantCounter {
  add(name: string, variant: string): void;
  count(name: string, variant: string): number;
  /** The number of distinct items and variants. */
  size(): number;
}

/** Creates an empty counter. */
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

/** An item to cover, without counts. */
export interface CoverageItemSeed {
  readonly name: string;
  readonly place: Place;
  /** Each variant with the reason to report where it was not seen. */
  readonly variants: Readonly<Record<string, string>>;
}

/** Adds the counts to the seed. */
export function createCoverageItem({ name, place, variants }: CoverageItemSeed, counter: VariantCounter): CoverageItem {
  const seen = Object.keys(variants).map((variant) => [variant, counter.count(name, variant)] as const);
  return {
    name,
    place,
    counts: Object.fromEntries(seen),
    missing: seen
      .filter(([, count]) => count === 0)
      .map(([variant]) => ({ variant, reason: variants[variant] ?? 'not tested' })),
  };
}

/** Inspecting a body is expensive: all are inspected while they add new coverage, then one in SAMPLING_INTERVAL. */
export interface Sampler {
  shouldSample(): boolean;
  /** Reports whether the last sample added new coverage. */
  reportResult(isNew: boolean): void;
}

const MAX_SAMPLES_WITHOUT_NEW = 64;

const SAMPLING_INTERVAL = 32;

/** Creates a sampler for one kind of body. */
export function createSampler(): Sampler {
  let [samplesWithoutNew, sinceLastSample] = [0, 0];
  return {
    shouldSample: () => samplesWithoutNew < MAX_SAMPLES_WITHOUT_NEW || ++sinceLastSample % SAMPLING_INTERVAL === 0,
    reportResult: (isNew) => {
      samplesWithoutNew = isNew ? 0 : samplesWithoutNew + 1;
    },
  };
}
