/** When and why a run stops before all cases are sent. */
import type { KitError } from '../../../errors.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { pluralize } from '../../../spec/validation/violation.ts';
import { DEFAULT_MAX_SECONDS } from '../../options/number-limits.ts';
import type { Shard } from '../../report/report.ts';
import type { CompleteChecks } from '../checking/hook-checks.ts';
import type { CoverageCounter } from '../coverage/index.ts';
import type { Fixtures } from '../fixtures/record-fixtures.ts';
import type { TestCase } from '../model/test-case.ts';
import { untestableResponses } from '../model/untestable.ts';
import type { BuiltOperations } from '../session/built-operations.ts';
import type { Session } from '../session/session.ts';
import { MAX_RESPONSE_BYTES } from '../transport/transport-failure.ts';
import type { Triage } from '../triage/triage.ts';
import type { AcceptedLater } from './accepted-later.ts';
import type { CapacityTracker } from './capacity.ts';
import type { ClosedConnections } from './closed-connections.ts';
import type { LimitedOperations, RequestLimits } from './few-requests.ts';
import type { GoalTracker } from './goal-tracker.ts';
import type { HangingCases } from './hanging-cases.ts';
import type { HookEffectCounter } from './hook-effects.ts';
import type { RecordRemoval } from './remove-records.ts';
import type { RunCounters } from './run-counters.ts';
import type { Turns } from './turns.ts';

export interface StopLimits {
  /** Number of distinct errors; no limit when undefined. */
  readonly maxFailures?: number | undefined;
  /** Time limit for the whole run, in seconds. */
  readonly maxSeconds?: number | undefined;
}

export interface Run {
  readonly session: Session;
  /** The session with the records that the run has created. */
  readonly fixtures: Fixtures;
  readonly triage: Triage;
  readonly counters: RunCounters;
  readonly goals: GoalTracker;
  readonly acceptedLater: AcceptedLater;
  readonly hanging: HangingCases;
  readonly closedConnections: ClosedConnections;
  /** The errors of rejected valid requests. */
  readonly rejections: KitError[];
  /** Operations whose valid request was accepted, or failed in a way that is itself a finding. */
  readonly acceptedOperations: Operation[];
  /** Cases that run after all operations. */
  readonly finalCases: Iterable<TestCase>[];
  /** Kinds of denial that were already checked for lost access; grows. */
  readonly investigated: Set<string>;
  readonly capacity: CapacityTracker;
  readonly coverage: CoverageCounter;
  readonly built: BuiltOperations;
  readonly hookEffects: HookEffectCounter;
  readonly completeChecks: CompleteChecks;
  readonly limits: StopLimits;
  readonly shard: Shard | undefined;
  /** Operations that come last and get few requests. */
  readonly limited: LimitedOperations;
  readonly requestLimits: RequestLimits;
  /** Undefined when the records of the run are kept. */
  readonly removal: RecordRemoval | undefined;
  readonly turns: Turns;
  /** Operations that were sent again after the others, because of a rate limit. */
  readonly postponed: Set<string>;
  /** Start time, in milliseconds of `performance.now()`. */
  readonly start: number;
}

/** Cases of one operation; each was retried after a wait. */
export const MAX_RATE_LIMITED = 5;

/** Cases of several operations in sequence: the limit is that of the caller, not of an operation. */
const MAX_RATE_LIMITED_IN_SEQUENCE = 6 * MAX_RATE_LIMITED;

const RATE_LIMITED = 'requests get 429 (too many requests) or 503 with Retry-After, also after waiting';

/** Whether the rest of the operation's cases should not be sent. */
export function isRateLimitedOperation({ counters }: Run, { id }: Operation): boolean {
  return counters.rateLimitedCount(id) >= MAX_RATE_LIMITED;
}

/** Undefined while the run may continue. */
export function stopReason({ session, counters, hanging, triage, limits, start }: Run): string | undefined {
  const unreachableReason = session.unreachableReason();
  if (unreachableReason !== undefined)
    return `stopped: ${session.describeEnd() ?? `the implementation became unreachable (${unreachableReason})`}`;
  const lostAccessReason = session.access.lostReason();
  if (lostAccessReason !== undefined) return lostAccessReason;
  if (counters.rateLimitedInSequence() >= MAX_RATE_LIMITED_IN_SEQUENCE) return `stopped: ${RATE_LIMITED}`;
  if (hanging.exceedsLimit()) return `stopped: too many requests got no response within ${session.target.timeoutMs} ms`;
  const { maxFailures = Infinity, maxSeconds = DEFAULT_MAX_SECONDS } = limits;
  if (triage.errorCount() >= maxFailures)
    return `stopped: ${maxFailures} ${maxFailures === 1 ? 'error was' : 'errors were'} found (--max-failures)`;
  return isOutOfTime(limits, start) ? `stopped: the run took longer than ${maxSeconds} s (--max-time)` : undefined;
}

/** `start` in milliseconds of `performance.now()`. */
export function isOutOfTime({ maxSeconds = DEFAULT_MAX_SECONDS }: StopLimits, start: number): boolean {
  return performance.now() - start >= maxSeconds * 1000;
}

/** Describes why cases of the plan were not checked; `isComplete`: all of them were sent. */
export function reasonsNotChecked(run: Run, operation: Operation, isComplete: boolean): readonly string[] {
  const skipped = [
    ...run.hanging.describeSkipped(operation),
    ...oversizedResponses(run, operation),
    ...untestableResponses(operation),
  ];
  // After the last case, only lost access can still be a reason.
  const reason = isComplete ? run.session.access.lostReason() : (stopReason(run) ?? outOfTurnReason(run));
  if (reason !== undefined) return [...skipped, reason];
  if (run.counters.rateLimitedCount(operation.id) === 0) return skipped;
  return isRateLimitedOperation(run, operation)
    ? [...skipped, `the rest of its cases was not sent: ${RATE_LIMITED}`]
    : [...skipped, `some ${RATE_LIMITED}`];
}

/** Later phases have the rest of the time. */
function outOfTurnReason({ turns, limits: { maxSeconds = DEFAULT_MAX_SECONDS } }: Run): string | undefined {
  return turns.isLast() ? `stopped: its share of the ${maxSeconds} s of the run was used up (--max-time)` : undefined;
}

function oversizedResponses({ counters }: Run, { id }: Operation): readonly string[] {
  const count = counters.tooLargeCount(id);
  return count === 0 ? [] : [`${pluralize(count, 'response')} not checked: larger than ${MAX_RESPONSE_BYTES} bytes`];
}
