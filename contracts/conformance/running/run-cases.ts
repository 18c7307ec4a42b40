/** Runs the cases of an operation: sends, checks and counts them, and yields the results. */
import { type CheckedCase, type CheckedExchange, checkCase, isChangedByHook } from '../checking/checked-case.ts';
import { hasTimedOut, isSuccess, isTooLarge, isUnreachable, isWithheld, statusOf } from '../model/exchange.ts';
import { toHookCase } from '../model/hook-views.ts';
import type { CaseFinished } from '../model/run-result.ts';
import type { TestCase } from '../model/test-case.ts';
import { createLimitedCases, type ExecutedCase, type LimitedCases } from './limited-cases.ts';
import { hasLostAccess } from './lost-access.ts';
import { orderedConcurrentMap } from './ordered-concurrent-map.ts';
import { casesInShard } from './shard-and-budget.ts';
import { type Run, stopReason } from './stop-conditions.ts';
import type { Pause } from './turns.ts';

/**
 * Sends cases concurrently and checks them in their order, so that the results do not depend on response times. Pauses
 * when the turn is over, and once when the implementation limits the rate of the operation: its cases are sent again in
 * the next turn. Returns whether all cases were sent.
 */
export async function* runCases(run: Run, cases: Iterable<TestCase>): AsyncGenerator<CaseFinished | Pause, boolean> {
  const { concurrency } = run.session.target;
  const prefetched = prefetchItems(casesInShard(countApplicable(run, cases), run.shard), concurrency);
  let items: Iterable<TestCase> = run.hanging.filterHanging(prefetched.items);
  const limits = createLimitedCases(run);
  for (;;) {
    yield* sendCases(run, items, { prefetched, limits });
    const isComplete = prefetched.isExhausted();
    if (stopReason(run) !== undefined) return isComplete;
    const limitPause = limits.pause(isComplete);
    if (limitPause === undefined && (isComplete || !run.turns.isOver() || limits.isReached())) return isComplete;
    yield limitPause ?? { type: 'pause', reason: 'time' };
    if (run.turns.isLast()) return false;
    if (limitPause !== undefined) items = concatenate(limits.takeCases(), items);
  }
}

interface SendOptions {
  readonly prefetched: Prefetched<TestCase>;
  readonly limits: LimitedCases;
}

/** Until all are sent, the run stops, the turn is over or the rate limit of the operation is reached. */
async function* sendCases(
  run: Run,
  cases: Iterable<TestCase>,
  { prefetched, limits }: SendOptions,
): AsyncGenerator<CaseFinished, void> {
  const { session } = run;
  let started = 0;
  const execute = async (testCase: TestCase): Promise<ExecutedCase> => {
    if (session.target.hooks?.has('filterCase') === true && (await isLeftOut(run, testCase)))
      return { testCase, exchanges: [], isLeftOut: true };
    started++;
    const sent = await session.execute(testCase, limits.executionMode(testCase));
    const caseExchanges = await run.closedConnections.settle(testCase, sent);
    // Counted immediately, not when the case is checked: otherwise more cases of the category would be sent meanwhile.
    if (caseExchanges.some(({ exchange }) => hasTimedOut(exchange))) run.hanging.count(testCase);
    if (caseExchanges.some(({ exchange }) => isTooLarge(exchange))) run.counters.countTooLarge(testCase.operation.id);
    return { testCase, exchanges: caseExchanges };
  };
  // Each turn has at least one case.
  const isTurnOver = () => started > 0 && run.turns.isOver();
  const options = {
    concurrency: session.target.concurrency,
    currentConcurrency: session.currentConcurrency,
    isMostlyWaiting,
    resultBytes: responseBytes,
    isStopped: () => stopReason(run) !== undefined || limits.isReached() || isTurnOver(),
  };
  for await (const executed of orderedConcurrentMap(cases, execute, options)) {
    if (limits.add(executed)) continue;
    const done = await checkExecuted(run, executed);
    // Responses are still pending, so there is time to generate cases.
    prefetched.prefetch();
    if (done !== undefined) yield done;
  }
}

async function isLeftOut({ session, hookEffects }: Run, testCase: TestCase): Promise<boolean> {
  if ((await session.target.hooks?.filterCase(toHookCase(testCase))) !== false) return false;
  hookEffects.countLeftOut(testCase);
  return true;
}

function* concatenate(first: Iterable<TestCase>, rest: Iterable<TestCase>): Generator<TestCase> {
  yield* first;
  yield* rest;
}

function responseBytes({ exchanges }: ExecutedCase): number {
  let bytes = 0;
  for (const { exchange } of exchanges)
    if (exchange.outcome.kind === 'response') bytes += exchange.outcome.response.body.byteLength;
  return bytes;
}

function* countApplicable({ counters }: Run, cases: Iterable<TestCase>): Generator<TestCase> {
  for (const one of cases) {
    counters.countApplicable();
    yield one;
  }
}

function isMostlyWaiting({ sendMode }: TestCase): boolean {
  return sendMode?.kind === 'watched' || sendMode?.kind === 'paused';
}

async function checkExecuted(
  run: Run,
  { testCase, exchanges: caseExchanges, isLeftOut: wasLeftOut = false }: ExecutedCase,
): Promise<CaseFinished | undefined> {
  const { triage, counters } = run;
  if (wasLeftOut) return undefined;
  const exchanges = caseExchanges.map(({ exchange }) => exchange);
  if (exchanges.some(isWithheld)) {
    counters.countWithheld();
    return undefined;
  }
  // The request was not delivered, so the case cannot be checked.
  if (exchanges.some(isUnreachable)) return undefined;
  const { operation, category } = testCase;
  const checkedCase = await run.completeChecks(checkCase(testCase, caseExchanges));
  if (isChangedByHook(checkedCase)) run.hookEffects.countChangedMeaning(testCase);
  if ((await hasLostAccess(run, checkedCase)) || (await run.capacity.isOutOfCapacity(checkedCase))) return undefined;
  run.goals.record(checkedCase);
  run.acceptedLater.record(checkedCase);
  for (const caseExchange of checkedCase.exchanges) recordExchange(run, operation.id, caseExchange);
  const severities = hasNoViolations(checkedCase) ? [] : await triage.add(checkedCase);
  const result = severities.includes('error') ? 'error' : (severities[0] ?? 'passed');
  const done: CaseFinished = { type: 'case', operation: operation.id, category, result };
  counters.countCase(done);
  return done;
}

function recordExchange({ counters, coverage }: Run, operationId: string, { checkResult }: CheckedExchange): void {
  coverage.record(checkResult.context);
  counters.countChecks(checkResult.context.testCase.operation.id, checkResult.appliedChecks);
  const { requestSpec, exchange } = checkResult.context;
  // Deleted records that the run created are not listed.
  const isForeignRecord = exchange.request.method === 'DELETE' && requestSpec.mayNotExist === true;
  if (isForeignRecord && isSuccess(statusOf(exchange) ?? 0)) counters.recordDeletion(operationId, requestSpec.path);
}

function hasNoViolations({ exchanges }: CheckedCase): boolean {
  return exchanges.every(({ checkResult }) => checkResult.violations.length === 0);
}

/** Items that are generated ahead, while the run waits for responses. */
interface Prefetched<Item> {
  /** All items, in order. */
  readonly items: Iterable<Item>;
  /** Generates one more item, unless `maxWaiting` are waiting. */
  prefetch(): void;
  /** Whether no items are left. */
  isExhausted(): boolean;
}

export function prefetchItems<Item>(source: Iterable<Item>, maxWaiting: number): Prefetched<Item> {
  const iterator = source[Symbol.iterator]();
  const waiting: IteratorResult<Item, unknown>[] = [];
  function* items(): Generator<Item> {
    for (;;) {
      const next = waiting.shift() ?? iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    items: items(),
    prefetch() {
      if (waiting.length < maxWaiting && waiting.at(-1)?.done !== true) waiting.push(iterator.next());
    },
    isExhausted() {
      if (waiting.length === 0) waiting.push(iterator.next());
      return waiting[0]?.done === true;
    },
  };
}
