/** An id for each case: two names of a document may differ in characters that ids do not have, such as `a b` and `a-b`. */
import type { Case } from '../model/case.ts';

/**
 * Of one operation and family, in the order in which they are made, the later ones of one id numbered. That order is the same
 * each time, so that `replay` finds them.
 */
export function* distinct(cases: Iterable<Case>): Generator<Case> {
  const times = new Map<string, number>();
  for (const tried of cases) {
    const time = (times.get(tried.id) ?? 0) + 1;
    times.set(tried.id, time);
    // No text is written with two of these in a row.
    yield time === 1 ? tried : { ...tried, id: `${tried.id}~~${time}` };
  }
}
