/** Where a finding is that is not about the implementation: whoever wrote that has to mend it. */
import type { Entry } from './told.ts';

/** By stage; what the others find is about the implementation. */
const places: ReadonlyMap<string, string> = new Map([
  ['contract lint', 'in the contract itself'],
  ['breaking changes', 'in the contract itself'],
  ['pact × contract', 'between a pact and the contract'],
]);

/** In words; undefined where the implementation is meant. */
export function elsewhere({ stage }: Pick<Entry, 'stage'>): string | undefined {
  return places.get(stage);
}
