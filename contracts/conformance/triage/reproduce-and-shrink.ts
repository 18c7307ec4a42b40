/** Repeats a failed case to see whether it is flaky, and shrinks it to a simpler case with the same failure. */
import { type CheckedCase, checkCase, failuresByFingerprint } from '../checking/checked-case.ts';
import {
  type Exchange,
  hasTimedOut,
  isConnectionBroken,
  isRateLimited,
  isSuccess,
  isUnreachable,
  statusOf,
} from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { ExecutionMode, Session } from '../session/session.ts';

/** How often a failed case is repeated; only once after a timeout. */
const REPEAT_COUNT = 2;
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
/** Two different times: a server that closes idle connections just after one of them does not race with the other. */
const IDLE_TIMES_MS = [60, 200];

export function createReproducer(session: Session, isOver: () => boolean): Reproducer {
  const isDone = () => isOver() || session.unreachableReason() !== undefined;
  const normalSteps: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'repeat' };
  const stepsWithoutPauses: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'without pauses' };
  const stepsWithPauses: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS_WITH_PAUSES, mode: 'repeat' };
  let idleRepeatsLeft = MAX_IDLE_REPEATS;
  return {
    async reproduce({ testCase, exchanges }, fingerprints) {
      const reproduced = new Map(fingerprints.map((fingerprint) => [fingerprint, 1]));
      const firstExchanges = exchanges.map(({ exchange }) => exchange);
      let attempts = 1;
      for await (const repeated of repeats(testCase, firstExchanges)) {
        attempts++;
        for (const fingerprint of failuresByFingerprint(repeated).keys()) {
          const count = reproduced.get(fingerprint);
          if (count !== undefined) reproduced.set(fingerprint, count + 1);
        }
      }
      return { attempts, reproduced, isUnreachable: session.unreachableReason() !== undefined };
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
      const repeated = checkCase(found.testCase, await session.execute(found.testCase, 'repeat'));
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
      const other = checkCase(next.value, await session.execute(next.value, mode));
      if (!failuresByFingerprint(other).has(fingerprint)) continue;
      found = other;
      candidates = next.value.shrink?.()[Symbol.iterator]();
    }
    return found;
  }

  async function* repeats(testCase: TestCase, first: readonly Exchange[]): AsyncGenerator<CheckedCase, void> {
    if (canSucceedOnlyOnce(testCase, first)) return;
    if (first.some(isConnectionBroken)) return yield* onNewConnections(testCase);
    const timedOut = first.some(hasTimedOut);
    for (let repeat = 0; repeat < (timedOut ? 1 : REPEAT_COUNT) && !isDone(); repeat++) {
      // Exclusively: failures under concurrency are reported by the cases that test concurrency.
      const exchanges = await session.execute(testCase, 'exclusive');
      // A repetition that did not arrive says nothing.
      if (exchanges.some(({ exchange }) => isUnreachable(exchange) || isRateLimited(exchange))) break;
      yield checkCase(testCase, exchanges);
    }
  }

  /** The connection counts as broken only if it breaks after each idle time. */
  async function executeAfterIdle(testCase: TestCase): Promise<readonly CaseExchange[]> {
    let exchanges: readonly CaseExchange[] = [];
    for (const ms of IDLE_TIMES_MS) {
      exchanges = await session.execute(testCase, { idleMs: ms });
      if (!exchanges.some(({ exchange }) => isConnectionBroken(exchange))) break;
    }
    return exchanges;
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
        ? executeAfterIdle(testCase)
        : session.execute(testCase, 'new connection'));
      if (exchanges.some(({ exchange }) => isUnreachable(exchange))) break;
      if (exchanges.some(({ exchange }) => isConnectionBroken(exchange))) {
        brokenCases.push(checkCase(testCase, exchanges));
        continue;
      }
      yield checkCase(testCase, exchanges);
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

/** Its requests use connections that have carried other requests. */
function keepsConnection({ sendMode }: TestCase): boolean {
  return sendMode?.kind === 'preceded' || sendMode?.kind === 'sequential' || sendMode?.kind === 'concurrent';
}
