/** Runs the cases of an operation: sends, checks and counts them, and yields the results. */
import { type CheckedCase, type CheckedExchange, checkCase, isChangedByHook } from '../checking/checked-case.ts';
import {
  hasTimedOut,
  isRateLimited,
  isSuccess,
  isTooLarge,
  isUnreachable,
  isWithheld,
  statusOf,
} from '../model/exchange.ts';
import { toHookCase } from '../model/hook-views.ts';
import type { CaseFinished } from '../model/run-result.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { hasLostAccess } from './lost-access.ts';
import { orderedConcurrentMap } from './ordered-concurrent-map.ts';
import { casesInShard } from './shard-and-budget.ts';
import { isRateLimitedOperation, type Run, stopReason } from './stop-conditions.ts';

/**
 * Sends cases concurrently and checks them in their order, so that the results do not depend on response times. Returns
 * whether all cases were sent.
 */
export async function* runCases(run: Run, cases: Iterable<TestCase>): AsyncGenerator<CaseFinished, boolean> {
  const { session } = run;
  const { concurrency } = session.target;
  const prefetched = prefetchItems(casesInShard(countApplicable(run, cases), run.shard), concurrency);
  let isComplete = false;
  function* untilEnd(): Generator<TestCase> {
    for (const testCase of run.hanging.filterHanging(prefetched.items)) {
      if (isRateLimitedOperation(run, testCase.operation)) return;
      yield testCase;
    }
    isComplete = true;
  }
  const execute = async (testCase: TestCase): Promise<ExecutedCase> => {
    if (session.target.hooks?.has('filterCase') === true && (await isLeftOut(run, testCase)))
      return { testCase, exchanges: [], isLeftOut: true };
    const caseExchanges = await run.closedConnections.settle(testCase, await session.execute(testCase));
    // Counted immediately, not when the case is checked: otherwise more cases of the category would be sent meanwhile.
    if (caseExchanges.some(({ exchange }) => hasTimedOut(exchange))) run.hanging.count(testCase);
    if (caseExchanges.some(({ exchange }) => isTooLarge(exchange))) run.counters.countTooLarge(testCase.operation.id);
    return { testCase, exchanges: caseExchanges };
  };
  const isStopped = () => stopReason(run) !== undefined;
  const options = {
    concurrency,
    isMostlyWaiting,
    resultBytes: responseBytes,
    isStopped,
  };
  for await (const executed of orderedConcurrentMap(untilEnd(), execute, options)) {
    const done = await checkExecuted(run, executed);
    // Responses are still pending, so there is time to generate cases.
    prefetched.prefetch();
    if (done !== undefined) yield done;
  }
  return isComplete;
}

interface ExecutedCase {
  readonly testCase: TestCase;
  readonly exchanges: readonly CaseExchange[];
  /** A hook of the user leaves it out. */
  readonly isLeftOut?: boolean;
}

async function isLeftOut({ session, hookEffects }: Run, testCase: TestCase): Promise<boolean> {
  if ((await session.target.hooks?.filterCase(toHookCase(testCase))) !== false) return false;
  hookEffects.countLeftOut(testCase);
  return true;
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
  if (exchanges.some(isRateLimited)) {
    counters.countRateLimited(testCase.operation.id);
    return undefined;
  }
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
  };
}
