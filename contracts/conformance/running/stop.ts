/** When a run stops by itself before all cases are tried, and why. */
import type { KitError } from '../../../errors.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Shard } from '../../report/report.ts';
import type { CoverageCounter } from '../coverage/index.ts';
import type { Fixtures } from '../fixtures/records.ts';
import type { Case } from '../model/case.ts';
import type { Session } from '../session/session.ts';
import { MAX_ANSWER_BYTES } from '../transport/transport-failure.ts';
import type { Triage } from '../triage/triage.ts';
import type { Hanging } from './hanging.ts';
import type { Room } from './room.ts';
import type { Tally } from './tally.ts';

export interface StopLimits {
  /** Faults of different kinds; no limit when undefined. */
  readonly maxFailures?: number | undefined;
  /** For the whole run, in seconds. */
  readonly maxSeconds?: number | undefined;
}

export interface Run {
  readonly session: Session;
  /** The session again, with the records that the run has made. */
  readonly fixtures: Fixtures;
  readonly triage: Triage;
  readonly tally: Tally;
  readonly hanging: Hanging;
  /** What valid requests were refused with. */
  readonly refusals: KitError[];
  /** Operations whose valid request was accepted, or went wrong in a way that is itself a finding. */
  readonly accepted: Operation[];
  /** Cases that wait until all operations were judged. */
  readonly atTheEnd: Iterable<Case>[];
  /** What was turned away, and has been found to be so for what it is: grows. */
  readonly lookedInto: Set<string>;
  readonly room: Room;
  readonly coverage: CoverageCounter;
  readonly limits: StopLimits;
  readonly shard: Shard | undefined;
  /** As `performance.now()` gives it. */
  readonly start: number;
}

/** Each of them has been waited for. */
const MOST_LIMITED = 5;
export const DEFAULT_MAX_SECONDS = 1_800;

/** Undefined while the run may go on. */
export function stopReason({ session, tally, hanging, triage, limits, start }: Run): string | undefined {
  const gone = session.gone();
  if (gone !== undefined) return `stopped: the implementation went away during the run (${gone})`;
  const closed = session.entry.closed();
  if (closed !== undefined) return closed;
  if (tally.limitedSoFar() >= MOST_LIMITED)
    return 'stopped: requests are answered 429 (too many), also after waiting';
  if (hanging.isTooMuch())
    return `stopped: too many requests had no answer within ${session.target.timeoutMs} ms`;
  const { maxFailures = Infinity, maxSeconds = DEFAULT_MAX_SECONDS } = limits;
  if (triage.faults() >= maxFailures) return `stopped: ${maxFailures} faults were found (--max-failures)`;
  return isOutOfTime(limits, start)
    ? `stopped: the run took longer than ${maxSeconds} s (--max-time)`
    : undefined;
}

/** `start` as `performance.now()` gives it. */
export function isOutOfTime({ maxSeconds = DEFAULT_MAX_SECONDS }: StopLimits, start: number): boolean {
  return performance.now() - start >= maxSeconds * 1000;
}

/** Why cases of the plan were not judged, in words; `isComplete` when every one of them was sent. */
export function leftOut(run: Run, operation: Operation, isComplete: boolean): readonly string[] {
  const skipped = [...run.hanging.leftOut(operation), ...unread(run, operation)];
  // What came last may have shown it.
  const reason = isComplete ? run.session.entry.closed() : stopReason(run);
  if (reason !== undefined) return [...skipped, reason];
  return run.tally.limitedSoFar() === 0
    ? skipped
    : [...skipped, 'some requests were answered 429 (too many), also after waiting'];
}

function unread({ tally }: Run, { id }: Operation): readonly string[] {
  const count = tally.tooLargeOf(id);
  return count === 0
    ? []
    : [`${count} of its answers are larger than ${MAX_ANSWER_BYTES} bytes, which is more than is read`];
}
