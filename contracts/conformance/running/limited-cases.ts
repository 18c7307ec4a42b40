/**
 * Cases of an operation that got 429, or 503 with Retry-After, also after waiting: the limit may be that of the
 * operation, and over when the others are checked. Then they are sent again, once.
 */
import { isRateLimited } from '../model/exchange.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { announcedWaitMs } from '../session/retry-policy.ts';
import type { ExecutionMode } from '../session/session.ts';
import { isRateLimitedOperation, type Run } from './stop-conditions.ts';
import type { Pause } from './turns.ts';

export interface ExecutedCase {
  readonly testCase: TestCase;
  readonly exchanges: readonly CaseExchange[];
  /** A hook of the user leaves it out. */
  readonly isLeftOut?: boolean;
}

export interface LimitedCases {
  /** Whether the case was limited, so that it cannot be checked. */
  add(executed: ExecutedCase): boolean;
  /** No further case of the operation should be sent for now. */
  isReached(): boolean;
  /** The pause after which they should be sent again; undefined if there are none, or not yet. `isLast`: no cases are left. */
  pause(isLast: boolean): Pause | undefined;
  /** The cases to send again, after that pause. */
  takeCases(): readonly TestCase[];
  executionMode(testCase: TestCase): ExecutionMode;
}

export function createLimitedCases(run: Run): LimitedCases {
  const { counters, postponed, turns } = run;
  const limited: TestCase[] = [];
  const repeated = new Set<TestCase>();
  let acceptsAt = 0;
  const isReached = () => limited.some(({ operation }) => isRateLimitedOperation(run, operation));
  return {
    add({ testCase, exchanges }) {
      const found = exchanges.filter(({ exchange }) => isRateLimited(exchange));
      if (found.length === 0) return false;
      for (const { exchange } of found)
        acceptsAt = Math.max(acceptsAt, turns.now() + (announcedWaitMs(exchange, Date.now()) ?? 0));
      counters.countRateLimited(testCase.operation.id);
      limited.push(testCase);
      return true;
    },
    isReached,
    pause(isLast) {
      const mayComeAgain = limited.some(({ operation }) => !postponed.has(operation.id));
      return mayComeAgain && (isLast || isReached())
        ? { type: 'pause', reason: 'rate limit', until: acceptsAt }
        : undefined;
    },
    takeCases() {
      for (const testCase of limited) {
        postponed.add(testCase.operation.id);
        counters.forgetRateLimited(testCase.operation.id);
        repeated.add(testCase);
      }
      return limited.splice(0);
    },
    executionMode(testCase) {
      // With other values: the first attempt may have created some of its records.
      if (!repeated.has(testCase)) return 'first';
      return testCase.isExclusive === true ? 'exclusive' : 'repeat';
    },
  };
}
