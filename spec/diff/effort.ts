/**
 * What a comparison may cost, counted in steps: pairs of schemas, pairs of alternatives, and combinations of these. Schemas that
 * refer to each other in many ways can have more of them than could ever be looked at.
 */

/** More steps were needed than were granted: what was to be compared is not compared. */
export class EffortExceeded extends Error {}

/** Of the comparison that runs now. Comparisons are synchronous: nothing else runs between the start and the end of one. */
let left = Infinity;

/** For two schemas: a second or so. Those of real documents take some thousands. */
const MOST_FOR_SCHEMAS = 50_000;
const FEWEST_FOR_SCHEMAS = 2_000;
/** Of the next two schemas, in the comparison of two documents that runs now. */
let allowance: number | undefined;

/** For two documents: so many steps at most. */
export function withinDocuments<T>(most: number, run: () => T): T {
  const outer = allowance;
  allowance = MOST_FOR_SCHEMAS;
  try {
    return withinEffort(most, run);
  } finally {
    allowance = outer;
  }
}

/**
 * For two schemas. After each two that were given up the next ones get half as much, down to what plain schemas take: a document
 * with many that are too much is done in time all the same.
 */
export function withinSchemas<T>(run: () => T): T {
  try {
    return withinEffort(allowance ?? MOST_FOR_SCHEMAS, run);
  } catch (error) {
    if (error instanceof EffortExceeded && allowance !== undefined)
      allowance = Math.max(FEWEST_FOR_SCHEMAS, allowance / 2);
    throw error;
  }
}

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
