/** Sends a case again: to see whether it was chance, and to find a simpler one that shows the same. */
import { type CheckedCase, checkCase, failuresByFingerprint } from '../checking/checked-case.ts';
import {
  type Exchange,
  hasTimedOut,
  isConnectionBroken,
  isSuccess,
  isUnreachable,
  statusOf,
} from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { ExecutionMode, Session } from '../session/session.ts';

/** How often a request that went wrong is sent again; once where it hangs, which takes long enough. */
const REPEAT_COUNT = 2;
/** How many simpler cases are tried for one. */
const MAX_SHRINK_STEPS = 100;
/** The same where the store is given its time in each of them, which may be more than a second. */
const MAX_PATIENT_SHRINK_STEPS = 10;

export interface ReproductionResult {
  /** How often it was sent, the first time included. */
  readonly attempts: number;
  /** By fingerprint, how often it was seen. */
  readonly reproduced: ReadonlyMap<string, number>;
  /** The implementation could not be reached any more afterwards. */
  readonly isUnreachable: boolean;
}

export interface Reproducer {
  /** With fresh ids each time. */
  reproduce(checkedCase: CheckedCase, fingerprints: readonly string[]): Promise<ReproductionResult>;
  /** What was drawn at random, as simple as it can be and still show the first of these. */
  shrink(checkedCase: CheckedCase, fingerprints: readonly string[]): Promise<CheckedCase>;
}

/** How what is simpler is tried. */
interface ShrinkOptions {
  readonly maxSteps: number;
  readonly mode: ExecutionMode;
}

/**
 * A connection that broke may have been closed by a server that was done with it, in the moment in which the request
 * went out. On a new connection that cannot be; what breaks on kept ones alone is waited for, but not for ever.
 */
const MAX_IDLE_REPEATS = 4;
/** A server that closes what is idle after the one is not lost to again after the other. */
const IDLE_TIMES_MS = [60, 200];

export function createReproducer(session: Session, isOver: () => boolean): Reproducer {
  const isDone = () => isOver() || session.unreachableReason() !== undefined;
  const normalSteps: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'repeat' };
  const stepsWithoutPauses: ShrinkOptions = { maxSteps: MAX_SHRINK_STEPS, mode: 'without pauses' };
  const patientSteps: ShrinkOptions = { maxSteps: MAX_PATIENT_SHRINK_STEPS, mode: 'repeat' };
  let idleRepeatsLeft = MAX_IDLE_REPEATS;
  return {
    async reproduce({ testCase, exchanges }, fingerprints) {
      const reproduced = new Map(fingerprints.map((fingerprint) => [fingerprint, 1]));
      const firstExchanges = exchanges.map(({ exchange }) => exchange);
      let attempts = 1;
      for await (const again of repeats(testCase, firstExchanges)) {
        attempts++;
        for (const fingerprint of failuresByFingerprint(again).keys()) {
          const count = reproduced.get(fingerprint);
          if (count !== undefined) reproduced.set(fingerprint, count + 1);
        }
      }
      return { attempts, reproduced, isUnreachable: session.unreachableReason() !== undefined };
    },
    async shrink(checkedCase, [fingerprint]) {
      if (checkedCase.testCase.shrink === undefined || fingerprint === undefined) return checkedCase;
      if (checkedCase.testCase.kind === 'request') return shrinkWith(checkedCase, fingerprint, normalSteps);
      // What holds later cannot be seen in haste. What was waited for in vain can, and is waited for at the end.
      if (failuresByFingerprint(checkedCase).get(fingerprint)?.exchange.fulfilledAfterMs !== undefined)
        return shrinkWith(checkedCase, fingerprint, patientSteps);
      const found = await shrinkWith(checkedCase, fingerprint, stepsWithoutPauses);
      if (found === checkedCase || isDone()) return checkedCase;
      const again = checkCase(found.testCase, await session.execute(found.testCase, 'repeat'));
      return failuresByFingerprint(again).has(fingerprint) ? again : shrinkWith(checkedCase, fingerprint, patientSteps);
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
    const hangs = first.some(hasTimedOut);
    for (let repeat = 0; repeat < (hangs ? 1 : REPEAT_COUNT) && !isDone(); repeat++) {
      // Alone: what only goes wrong beside others of ours is told as such, by the case that is about it.
      const exchanges = await session.execute(testCase, 'exclusive');
      if (exchanges.some(({ exchange }) => isUnreachable(exchange))) break;
      yield checkCase(testCase, exchanges);
    }
  }

  /** What breaks has broken each time. */
  async function executeAfterIdle(testCase: TestCase): Promise<readonly CaseExchange[]> {
    let exchanges: readonly CaseExchange[] = [];
    for (const ms of IDLE_TIMES_MS) {
      exchanges = await session.execute(testCase, { idleMs: ms });
      if (!exchanges.some(({ exchange }) => isConnectionBroken(exchange))) break;
    }
    return exchanges;
  }

  /** What a server closes on purpose, it closes each time: a single break among whole answers may be the race. */
  async function* onNewConnections(testCase: TestCase): AsyncGenerator<CheckedCase, void> {
    let waitsForIdle = keepsConnection(testCase);
    const brokenCases: CheckedCase[] = [];
    let hasSucceeded = false;
    for (let repeat = 0; repeat < REPEAT_COUNT && !isDone(); repeat++) {
      // What breaks every Nth time is only seen there, and there is one such case.
      if (waitsForIdle && idleRepeatsLeft === 0 && testCase.sendMode?.kind !== 'in a row') break;
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

/** What is deleted cannot be deleted again, unless each time another one is made for it. */
function canSucceedOnlyOnce(testCase: TestCase, first: readonly Exchange[]): boolean {
  if (testCase.kind === 'request' && testCase.prepare !== undefined) return false;
  const { operation } = testCase;
  return operation.method === 'DELETE' && first.some((exchange) => isSuccess(statusOf(exchange) ?? 0));
}

/** It is made of requests on connections that have carried others. */
function keepsConnection({ sendMode }: TestCase): boolean {
  return sendMode?.kind === 'preceded' || sendMode?.kind === 'in a row' || sendMode?.kind === 'at once';
}
