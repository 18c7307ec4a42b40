/**
 * Limits the cost of a comparison, counted in steps: pairs of schemas, pairs of alternatives, and their combinations.
 * Schemas that refer to each other in many ways can need an unfeasible number.
 */

/** The step budget was exceeded, so the comparison is incomplete. */
export class StepBudgetExceededError extends Error {}

/** Steps left for the current comparison. Comparisons are synchronous, so no other one runs in between. */
let remainingSteps = Infinity;

/** Limits for two schemas: about a second. Those of real documents take a few thousand. */
const MAX_STEPS_FOR_SCHEMAS = 50_000;
const MIN_STEPS_FOR_SCHEMAS = 2_000;
/** The limit for the next two schemas, within the current comparison of documents. */
let schemaBudget: number | undefined;

/** Runs the comparison of two documents with a step limit. */
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
 * Runs the comparison of two schemas. After each one that exceeds its budget, the budget is halved, down to what plain
 * schemas need, so that a document with many expensive schemas also finishes in time.
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

/** Throws `StepBudgetExceededError` if the budget is exceeded. */
export function spendSteps(steps = 1): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new StepBudgetExceededError('too many steps');
}

/** Runs with a step limit, also limited by the remaining steps of the enclosing budget. */
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
