/** Repeats a failed case to see whether it is flaky, and shrinks it to a simpler case with the same failure. */
import { type CheckedCase, checkCase, failuresByFingerprint } from '../checking/checked-case.ts';
import {
  type Exchange,
  hasTimedOut,
  isConnectionBroken,
  isRateLimited,
  isSuccess,
  isUnreachable,
  isWithheld,
  statusOf,
} from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { executeAfterIdle, keepsConnection } from '../session/after-idle.ts';
import type { ExecutionMode, Session } from '../session/session.ts';
import { MIN_OCCURRENCES } from './intermittent.ts';
import type { FilterDuplicates } from './unique-values.ts';

/** How often a failed case is repeated; only once after a timeout. */
const REPEAT_COUNT = 2;
/** A failure that these do not show may be rare: how often a single request is repeated in all, and in how many cases. */
const RARE_REPEAT_COUNT = 24;
const MAX_RARE_CASES = 12;
/** How often a case that passes alone is sent concurrently. */
const CONCURRENT_ROUNDS = 2;
/** How many simpler cases are tried for one case. */
const MAX_SHRINK_STEPS = 100;
/** The same when each attempt includes pauses, which may take more than a second. */
const MAX_SHRINK_STEPS_WITH_PAUSES = 10;

export interface ReproductionResult {
  /** How often the case was sent, including the first time. */
  readonly attempts: number;
  /** How often each failure was seen, by fingerprint. */
  readonly reproduced: ReadonlyMap<string, number>;
  /** The implementation was unreachable afterwards. */
  readonly isUnreachable: boolean;
  /** The failures that occurred only while so many requests were sent concurrently, by fingerprint. */
  readonly concurrency?: ReadonlyMap<string, number>;
}

export interface Reproducer {
  /** Repeats the case, with fresh values each time. */
  reproduce(checkedCase: CheckedCase, fingerprints: readonly string[]): Promise<ReproductionResult>;
  /** The simplest variant of a random case that still shows the first of these failures. */
  shrink(checkedCase: CheckedCase, fingerprints: readonly string[]): Promise<CheckedCase>;
}

/** How simpler cases are sent. */
interface ShrinkOptions {
  readonly maxSteps: number;
  readonly mode: ExecutionMode;
}

/**
 * A broken connection may have been idle and closed by the server just when the request was sent. That cannot happen on
 * a new connection. Failures that occur only on reused connections are repeated after idle times; this limits how
 * often.
 */
const MAX_IDLE_REPEATS = 4;

export function createReproducer(
  session: Session,
  filterDuplicates: FilterDuplicates,
  isOver: () => boolean,
): Reproducer {
  const check = async (testCase: TestCase, exchanges: readonly CaseExchange[]) =>
    filterDuplicates(checkCase(testCase, exchanges));
  const isDone = () => isOver() || session.unreachableReason() !== undefined;
  const normalSteps: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'repeat' };
  const stepsWithoutPauses: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'without pauses' };
  const stepsWithPauses: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS_WITH_PAUSES, mode: 'repeat' };
  let idleRepeatsLeft = MAX_IDLE_REPEATS;
  let rareCasesLeft = MAX_RARE_CASES;
  return {
    async reproduce({ testCase, exchanges }, fingerprints) {
      const reproduced = new Map(fingerprints.map((fingerprint) => [fingerprint, 1]));
      const firstExchanges = exchanges.map(({ exchange }) => exchange);
      let attempts = 1;
      const isRare = () => [...reproduced.values()].some((count) => count < MIN_OCCURRENCES);
      for await (const repeated of repeats(testCase, firstExchanges, isRare)) {
        attempts++;
        const failures = failuresByFingerprint(repeated);
        const prefixes = new Set([...failures.values()].map(({ fingerprintPrefix }) => fingerprintPrefix));
        // The cause may differ each time, for example where the response has a random property.
        const isAgain = (one: string) =>
          failures.has(one) || [...prefixes].some((prefix) => one.startsWith(`${prefix}|`));
        for (const [fingerprint, count] of reproduced) if (isAgain(fingerprint)) reproduced.set(fingerprint, count + 1);
      }
      const notAlone = fingerprints.filter((fingerprint) => reproduced.get(fingerprint) === 1);
      const concurrency = new Map<string, number>();
      if (attempts > 1 && notAlone.length > 0 && dependsOnConcurrency(testCase, firstExchanges)) {
        attempts++;
        const failures = await failuresAtConcurrency(testCase);
        for (const fingerprint of notAlone.filter((one) => failures.has(one))) {
          reproduced.set(fingerprint, 2);
          concurrency.set(fingerprint, session.target.concurrency);
        }
      }
      return { attempts, reproduced, isUnreachable: session.unreachableReason() !== undefined, concurrency };
    },
    async shrink(checkedCase, [fingerprint]) {
      if (checkedCase.testCase.shrink === undefined || fingerprint === undefined) return checkedCase;
      if (checkedCase.testCase.kind === 'request') return shrinkWith(checkedCase, fingerprint, normalSteps);
      // A state that appears late is missing in every run without pauses, so it needs them. For a state that never
      // appears,
      // shrinking works without pauses; the result is then checked once with pauses.
      if (failuresByFingerprint(checkedCase).get(fingerprint)?.exchange.fulfilledAfterMs !== undefined)
        return shrinkWith(checkedCase, fingerprint, stepsWithPauses);
      const found = await shrinkWith(checkedCase, fingerprint, stepsWithoutPauses);
      if (found === checkedCase || isDone()) return checkedCase;
      const repeated = await check(found.testCase, await session.execute(found.testCase, 'repeat'));
      return failuresByFingerprint(repeated).has(fingerprint)
        ? repeated
        : shrinkWith(checkedCase, fingerprint, stepsWithPauses);
    },
  };

  async function shrinkWith(
    checkedCase: CheckedCase,
    fingerprint: string,
    { maxSteps, mode }: ShrinkOptions,
  ): Promise<CheckedCase> {
    let found = checkedCase;
    let candidates = found.testCase.shrink?.()[Symbol.iterator]();
    for (let step = 0; step < maxSteps && candidates !== undefined; step++) {
      const next = candidates.next();
      if (next.done === true || isDone()) break;
      const other = await check(next.value, await session.execute(next.value, mode));
      if (!failuresByFingerprint(other).has(fingerprint)) continue;
      found = other;
      candidates = next.value.shrink?.()[Symbol.iterator]();
    }
    return found;
  }

  /**
   * The failures of a case that passes alone, when it is sent as often as the run sends requests concurrently; only
   * those of each round, since another cause may show once.
   */
  async function failuresAtConcurrency(testCase: TestCase): Promise<ReadonlySet<string>> {
    let failures: ReadonlySet<string> | undefined;
    for (let round = 0; round < CONCURRENT_ROUNDS && !isDone() && failures?.size !== 0; round++) {
      const copies = Array.from({ length: session.target.concurrency }, () => session.execute(testCase, 'repeat'));
      const executed = await Promise.all(copies);
      const checkedCases = await Promise.all(executed.map((exchanges) => check(testCase, exchanges)));
      const found = checkedCases.flatMap((one) => [...failuresByFingerprint(one).keys()]);
      failures = failures === undefined ? new Set(found) : failures.intersection(new Set(found));
    }
    return failures ?? new Set();
  }

  /** Whether other requests of the run may have caused the failure, and the case does not use several itself. */
  function dependsOnConcurrency(testCase: TestCase, first: readonly Exchange[]): boolean {
    if (session.target.concurrency < 2 || testCase.kind === 'sequence' || testCase.isExclusive === true) return false;
    return testCase.sendMode === undefined && !first.some(isConnectionBroken) && !canSucceedOnlyOnce(testCase, first);
  }

  /** `isRare`: some failure has not been shown often. */
  async function* repeats(
    testCase: TestCase,
    first: readonly Exchange[],
    isRare: () => boolean,
  ): AsyncGenerator<CheckedCase, void> {
    if (testCase.usesFewKeys === true || canSucceedOnlyOnce(testCase, first)) return;
    if (first.some(isConnectionBroken)) return yield* onNewConnections(testCase);
    const timedOut = first.some(hasTimedOut);
    const mayBeRare = !timedOut && testCase.kind === 'request' && testCase.sendMode === undefined;
    for (let repeat = 0; !isDone(); repeat++) {
      if (repeat === (timedOut ? 1 : REPEAT_COUNT)) {
        if (!mayBeRare || !isRare() || rareCasesLeft === 0) break;
        rareCasesLeft--;
      }
      if (repeat === RARE_REPEAT_COUNT || (repeat > REPEAT_COUNT && !isRare())) break;
      // Exclusively: failures under concurrency are reported by the cases that test concurrency.
      const exchanges = await session.execute(testCase, 'exclusive');
      // A repetition that did not arrive says nothing.
      if (exchanges.some(({ exchange }) => isUnreachable(exchange) || isRateLimited(exchange) || isWithheld(exchange)))
        break;
      yield await check(testCase, exchanges);
    }
  }

  /**
   * A server that closes the connection deliberately does it every time; a single break may be the race with idle
   * close.
   */
  async function* onNewConnections(testCase: TestCase): AsyncGenerator<CheckedCase, void> {
    let waitsForIdle = keepsConnection(testCase);
    const brokenCases: CheckedCase[] = [];
    let hasSucceeded = false;
    for (let repeat = 0; repeat < REPEAT_COUNT && !isDone(); repeat++) {
      // Only this case shows a connection that breaks at every Nth request, so it may exceed the limit.
      if (waitsForIdle && idleRepeatsLeft === 0 && testCase.sendMode?.kind !== 'sequential') break;
      const exchanges: readonly CaseExchange[] = await (waitsForIdle
        ? executeAfterIdle(session, testCase)
        : session.execute(testCase, 'new connection'));
      if (exchanges.some(({ exchange }) => isUnreachable(exchange))) break;
      if (exchanges.some(({ exchange }) => isConnectionBroken(exchange))) {
        brokenCases.push(await check(testCase, exchanges));
        continue;
      }
      yield await check(testCase, exchanges);
      hasSucceeded ||= waitsForIdle;
      if (waitsForIdle) idleRepeatsLeft--;
      waitsForIdle = true;
    }
    if (!hasSucceeded) yield* brokenCases;
  }
}

/** A deletion can succeed only once, unless a new record is created for each attempt. */
function canSucceedOnlyOnce(testCase: TestCase, first: readonly Exchange[]): boolean {
  if (testCase.kind === 'request' && testCase.prepare !== undefined) return false;
  const { operation } = testCase;
  return operation.method === 'DELETE' && first.some((exchange) => isSuccess(statusOf(exchange) ?? 0));
}
