import type { Contract, Unsupported } from '../../../spec/contract.ts';
import type { CoverageGroup, CoverageItem } from '../model/coverage.ts';

/** By operation: what its part of the document says and this kit does not act upon, each once. */
export function unsupportedGroups({ unsupported = [] }: Contract): ReadonlyMap<string, CoverageGroup> {
  const own = unsupported.filter(({ operation }) => operation !== undefined);
  const byOperation = Map.groupBy(own, ({ operation }) => operation ?? '');
  return new Map(
    [...byOperation].map(
      ([id, notes]) => [id, { kind: 'unsupported parts', items: itemsOf(notes) }] as const,
    ),
  );
}

function itemsOf(notes: readonly Unsupported[]): readonly CoverageItem[] {
  const same = Map.groupBy(notes, ({ what, effect }) => `${what}: ${effect}`);
  return [...same.values()].flatMap((places) => {
    const [first] = places;
    return first === undefined ? [] : [itemOf(first, places.length)];
  });
}

function itemOf({ what, effect, place }: Unsupported, places: number): CoverageItem {
  return {
    name: places === 1 ? what : `${what} (${places} places)`,
    place,
    seen: { 'acted upon': 0 },
    missing: [{ side: 'acted upon', why: effect }],
  };
}
