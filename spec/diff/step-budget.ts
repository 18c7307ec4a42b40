/**
 * What a comparison may cost, counted in steps: pairs of schemas, pairs of alternatives, and combinations of these. Schemas that
 * refer to each other in many ways can have more of them than could ever be looked at.
 */

/** More steps were needed than were granted: what was to be compared is not compared. */
export class StepBudgetExceededError extends Error {}

/** Of the comparison that runs now. Comparisons are synchronous: nothing else runs between the start and the end of one. */
let remainingSteps = Infinity;

/** For two schemas: a second or so. Those of real documents take some thousands. */
const MAX_STEPS_FOR_SCHEMAS = 50_000;
const MIN_STEPS_FOR_SCHEMAS = 2_000;
/** Of the next two schemas, in the comparison of two documents that runs now. */
let schemaBudget: number | undefined;

/** For two documents: so many steps at most. */
export function withDocumentBudget<T>(maxSteps: number, run: () => T): T {
  const outerBudget = schemaBudget;
  schemaBudget = MAX_STEPS_FOR_SCHEMAS;
  try {
    return withStepBudget(maxSteps, run);
  } finally {
    schemaBudget = outerBudget;
  }
}

/**
 * For two schemas. After each two that were given up the next ones get half as much, down to what plain schemas take: a document
 * with many that are too much is done in time all the same.
 */
export function withSchemaBudget<T>(run: () => T): T {
  try {
    return withStepBudget(schemaBudget ?? MAX_STEPS_FOR_SCHEMAS, run);
  } catch (error) {
    if (error instanceof StepBudgetExceededError && schemaBudget !== undefined)
      schemaBudget = Math.max(MIN_STEPS_FOR_SCHEMAS, schemaBudget / 2);
    throw error;
  }
}

/** Throws `EffortExceeded` where none is left. */
export function spendSteps(steps = 1): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new StepBudgetExceededError('too many steps');
}

/** Runs with so many steps at most, and no more than are left of those around it. */
export function withStepBudget<T>(maxSteps: number, run: () => T): T {
  const outerBudget = remainingSteps;
  const budget = Math.min(maxSteps, Math.max(outerBudget, 0));
  remainingSteps = budget;
  try {
    return run();
  } finally {
    remainingSteps = outerBudget - (budget - remainingSteps);
  }
}
