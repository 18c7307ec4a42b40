/** Counts one part of the coverage of an operation. */
import type { Place } from '../../../spec/model/contract.ts';
import type { CoverageGroup, CoverageItem } from '../../report/coverage.ts';
import type { Judged } from '../checks/check.ts';

/** Takes note of exchanges, and tells what they cover. */
export interface Ledger {
  note(judged: Judged): void;
  read(): readonly CoverageGroup[];
}

/** How often each thing was seen on each of its sides. */
export interface Counter {
  add(name: string, side: string): void;
  of(name: string, side: string): number;
  /** How many different ones there are. */
  size(): number;
}

/** With nothing counted. */
export function createCounter(): Counter {
  const sides = new Map<string, Map<string, number>>();
  let size = 0;
  return {
    add(name, side) {
      const counts = sides.get(side) ?? new Map<string, number>();
      if (counts.size === 0) sides.set(side, counts);
      const before = counts.get(name) ?? 0;
      if (before === 0) size++;
      counts.set(name, before + 1);
    },
    of: (name, side) => sides.get(side)?.get(name) ?? 0,
    size: () => size,
  };
}

/** Something to cover, before anything of it is counted. */
export interface ItemSeed {
  readonly name: string;
  readonly place: Place;
  /** Each side that there is, and why it is not seen where it is not. */
  readonly sides: Readonly<Record<string, string>>;
}

/** With what was counted. */
export function itemOf({ name, place, sides }: ItemSeed, counter: Counter): CoverageItem {
  const seen = Object.keys(sides).map((side) => [side, counter.of(name, side)] as const);
  return {
    name,
    place,
    seen: Object.fromEntries(seen),
    missing: seen
      .filter(([, count]) => count === 0)
      .map(([side]) => ({ side, why: sides[side] ?? 'not tried' })),
  };
}

/** Looking into a body costs time: every one is looked into while that shows something new, then one in many. */
export interface Sampler {
  wants(): boolean;
  /** Whether the last one showed something new. */
  told(isNew: boolean): void;
}

const FRUITLESS = 64;

const ONE_IN = 32;

/** For one kind of body. */
export function createSampler(): Sampler {
  let [fruitless, asked] = [0, 0];
  return {
    wants: () => fruitless < FRUITLESS || ++asked % ONE_IN === 0,
    told: (isNew) => {
      fruitless = isNew ? 0 : fruitless + 1;
    },
  };
}
