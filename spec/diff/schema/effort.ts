/**
 * What a comparison may cost, counted in steps: pairs of schemas, pairs of alternatives, and combinations of these. Schemas that
 * refer to each other in many ways can have more of them than could ever be looked at.
 */

/** More steps were needed than were granted: what was to be compared is not compared. */
export class EffortExceeded extends Error {}

/** Of the comparison that runs now. Comparisons are synchronous: nothing else runs between the start and the end of one. */
let left = Infinity;

/** Throws `EffortExceeded` where none is left. */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0) throw new EffortExceeded('too many steps');
}

/** Runs with so many steps at most, and no more than are left of those around it. */
export function withinEffort<T>(most: number, run: () => T): T {
  const outer = left;
  const granted = Math.min(most, Math.max(outer, 0));
  left = granted;
  try {
    return run();
  } finally {
    left = outer - (granted - left);
  }
}
