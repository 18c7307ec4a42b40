/** Checks the operations of a run: plans each, and runs its cases in turns with those of the others. */
import type { Operation } from '../../../spec/model/contract.ts';
import { DEFAULT_MAX_SECONDS } from '../../options/number-limits.ts';
import { defaultRandomOptions, type RandomOptions } from '../cases/test-category.ts';
import { checkCase } from '../checking/checked-case.ts';
import type { CaseFinished, NeedyOperation } from '../model/run-result.ts';
import { initialCases, planDenials, planOperation, quickCases } from '../plan/index.ts';
import type { Plan, PlanOptions } from '../plan/plan.ts';
import { allowOwnCases, endsOwnSession, selectFewCategories, takeFewCases } from './few-requests.ts';
import { checkAccess, checkAccessAtEnd } from './lost-access.ts';
import { throwIfNothingMounted } from './nothing-mounted.ts';
import { orderInPhases } from './operation-order.ts';
import { runCases } from './run-cases.ts';
import { type BudgetShare, createCaseBudget } from './shard-and-budget.ts';
import { isOutOfTime, MAX_RATE_LIMITED, type Run, reasonsNotChecked, stopReason } from './stop-conditions.ts';
import { type Pause, type TurnTask, takeTurns } from './turns.ts';

export interface CheckOptions {
  readonly categories: readonly string[];
  readonly randomOptions?: RandomOptions;
  readonly budget?: number | undefined;
  readonly casesPerOperation?: number | undefined;
}

/** What a run did not check. */
export interface UncheckedParts {
  readonly unchecked: readonly NeedyOperation[];
  /** Operations with more cases than their share of the budget. */
  readonly truncatedOperations: readonly string[];
}

/** Closes the session of the run. */
export async function* checkOperations(
  run: Run,
  operations: readonly Operation[],
  { categories, randomOptions = defaultRandomOptions, budget, casesPerOperation }: CheckOptions,
): AsyncGenerator<CaseFinished, UncheckedParts> {
  const outcome: Outcome = { unchecked: new Map(), truncated: new Set() };
  const shares = createCaseBudget(budget, operations.length, casesPerOperation);
  const plan = { categories, randomOptions, alternatesCategories: budget !== undefined };
  const createTask = (operation: Operation) => checkInTurns(run, operation, { plan, outcome, shares });
  try {
    const phases = orderInPhases(operations).map((phase) => phase.map(createTask));
    // The last ones may end the session.
    yield* takeTurns([...phases.slice(0, -1), [removeRecords(run)], ...phases.slice(-1)], run.turns);
    for (const cases of run.finalCases) yield* withoutPauses(runCases(run, cases));
    const atEnd = await checkAccessAtEnd(run);
    await run.removal?.remove();
    return {
      unchecked: confirmUnchecked(run, [
        ...operations.flatMap((operation) => outcome.unchecked.get(operation) ?? []),
        ...atEnd,
        ...run.capacity.unchecked(),
      ]),
      truncatedOperations:
        budget === undefined ? [] : operations.filter((one) => outcome.truncated.has(one)).map(({ id }) => id),
    };
  } finally {
    await run.session.close();
  }
}

async function* removeRecords({ removal }: Run): TurnTask {
  await removal?.remove();
  yield* [];
}

/** What is known of the operations that were checked so far; grows. */
interface Outcome {
  readonly unchecked: Map<Operation, readonly NeedyOperation[]>;
  readonly truncated: Set<Operation>;
}

interface TaskOptions {
  readonly plan: PlanOptions;
  readonly outcome: Outcome;
  readonly shares: ReturnType<typeof createCaseBudget>;
}

async function* checkInTurns(run: Run, operation: Operation, { plan, outcome, shares }: TaskOptions): TurnTask {
  const reason = stopReason(run);
  if (reason !== undefined) {
    yield* tryOnce(run, operation, plan);
    const casesRun = run.counters.caseCount(operation.id) === 0 ? 'none' : 'some';
    outcome.unchecked.set(operation, [{ operation: operation.id, reason, casesRun }]);
    return;
  }
  const share = shares.nextShare();
  try {
    outcome.unchecked.set(operation, yield* checkOperation(run, operation, { plan, share }));
  } finally {
    share.release();
    if (share.wasCut()) outcome.truncated.add(operation);
  }
}

/** So that a run with little time has tried every operation, unless that takes much longer. */
const MAX_SECONDS_OF_TRIES = 30;

/** One request, also when the time of the run is over: of a valid kind, if that changes no record that exists. */
async function* tryOnce(run: Run, operation: Operation, { categories }: PlanOptions): TurnTask {
  const maxSeconds = (run.limits.maxSeconds ?? DEFAULT_MAX_SECONDS) + MAX_SECONDS_OF_TRIES;
  const limits = { ...run.limits, maxSeconds };
  yield* runCases({ ...run, limits }, quickCases(run.session, operation, categories).slice(-1));
}

interface OperationOptions {
  readonly plan: PlanOptions;
  readonly share: BudgetShare;
}

async function* checkOperation(
  run: Run,
  operation: Operation,
  { plan: options, share }: OperationOptions,
): AsyncGenerator<CaseFinished | Pause, readonly NeedyOperation[]> {
  const { session, limited } = run;
  const isFew = limited.has(operation.id);
  const isWithoutValid = endsOwnSession(limited, operation, session.target.credentials);
  allowOwnCases(run.requestLimits, operation);
  yield* runFirstCases(run, operation, { plan: options, share });
  if (run.turns.isLast() || isOutOfTime(run.limits, run.start)) return describeIncomplete(run, operation, false);
  const plan = isWithoutValid
    ? planDenials(session, operation, options.categories)
    : yield* planAcceptedOperation(run, operation, isFew ? fewOptions(options) : options);
  await throwIfNothingMounted(session);
  const lostAccess = await checkAccess(run, operation);
  if (lostAccess !== undefined) return [lostAccess];
  if (plan.rejection !== undefined) run.rejections.push(plan.rejection);
  if (!isWithoutValid && (await run.built.isNotBuilt(operation))) return [];
  if (plan.isAccepted) run.acceptedOperations.push(operation);
  await reportFailedOnce(run, plan);
  const cases = isFew ? takeFewCases(plan.cases) : plan.cases;
  const isComplete = yield* runCases(run, share.take(cases));
  if (plan.finalCases !== undefined) run.finalCases.push(share.take(plan.finalCases));
  const incomplete = describeIncomplete(run, operation, isComplete);
  if (plan.unchecked === undefined) return incomplete;
  const { unchecked, isRefutedBy } = plan;
  if (isRefutedBy !== undefined) run.acceptedLater.add(operation, unchecked, isRefutedBy);
  return [unchecked, ...incomplete];
}

function fewOptions(options: PlanOptions): PlanOptions {
  return { ...options, categories: selectFewCategories(options.categories), alternatesCategories: true };
}

/** Those before the preflight. Where time is short, the other operations have a turn after them. */
async function* runFirstCases(
  run: Run,
  operation: Operation,
  { plan: { categories }, share }: OperationOptions,
): AsyncGenerator<CaseFinished | Pause, void> {
  // With a share of one case, that case should be the valid request.
  if (share.maxCases <= 1) return;
  const { session, turns, limited } = run;
  const initial = initialCases(session, operation, categories);
  if (turns.isShort()) {
    const quick = limited.has(operation.id) ? initial : quickCases(session, operation, categories);
    yield* runCases(run, share.take(quick));
    if (!turns.isLast()) yield { type: 'pause', reason: 'time' };
    if (turns.isLast()) return;
  }
  yield* runCases(run, share.take(initial));
}

function describeIncomplete(run: Run, operation: Operation, isComplete: boolean): readonly NeedyOperation[] {
  return reasonsNotChecked(run, operation, isComplete).map((reason) => ({
    operation: operation.id,
    reason,
    casesRun: run.counters.caseCount(operation.id) === 0 ? 'none' : 'some',
  }));
}

/** Planned again after the other operations, if the implementation limits the rate of its requests. */
async function* planAcceptedOperation(
  { fixtures, postponed, counters, turns }: Run,
  operation: Operation,
  options: PlanOptions,
): AsyncGenerator<Pause, Plan> {
  const plan = await planOperation(fixtures, operation, options);
  if (plan.isRateLimited !== true || postponed.has(operation.id)) return plan;
  // Nothing more is sent to it, as after the last of its cases that are limited.
  counters.countRateLimited(operation.id, MAX_RATE_LIMITED);
  yield { type: 'pause', reason: 'rate limit' };
  postponed.add(operation.id);
  counters.forgetRateLimited(operation.id);
  if (turns.isLast()) return plan;
  return planOperation(fixtures, operation, options);
}

/** Final cases run when no other operation waits. */
async function* withoutPauses(cases: AsyncGenerator<CaseFinished | Pause, boolean>): AsyncGenerator<CaseFinished> {
  for await (const event of cases) if (event.type === 'case') yield event;
}

/** A server error is a finding, also where the same request was accepted later. */
async function reportFailedOnce({ triage }: Run, { failedOnce }: Plan): Promise<void> {
  if (failedOnce === undefined || (failedOnce.status ?? 500) < 500) return;
  const { testCase, requestSpec, exchange } = failedOnce;
  await triage.add(checkCase(testCase, [{ requestSpec, exchange, precedingExchanges: [] }]));
}

/** Without what was refuted later; with what the sequences did not show. One reason for each operation is enough. */
function confirmUnchecked(
  { acceptedLater, goals, session }: Run,
  unchecked: readonly NeedyOperation[],
): readonly NeedyOperation[] {
  const confirmed = unchecked.filter((one) => !acceptedLater.isRefuted(one));
  const known = new Set(confirmed.map(({ operation }) => operation));
  const missedGoals = goals.unchecked().filter(({ operation }) => !known.has(operation));
  const isReported = ({ operation, reason }: NeedyOperation) =>
    confirmed.some((one) => one.operation === operation && one.reason === reason);
  const unknownValues = session.unknownValues.unchecked().filter((one) => !isReported(one));
  return [...confirmed, ...missedGoals, ...unknownValues];
}
