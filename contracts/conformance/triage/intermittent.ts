/**
 * The rule for failures that are not reproduced. One or two may be caused by the network or by another case: a warning. Three
 * or more, each in another case and while the verifier itself was not late, show that the implementation fails now and
 * then: an error.
 */
import type { Finding, Severity } from '../../finding/finding.ts';
import type { CaseFailure } from '../checking/checked-case.ts';
import { hasTimedOut } from '../model/exchange.ts';
import type { Session } from '../session/session.ts';

/** From so many occurrences on, failures that are not reproduced are an error. */
export const MIN_OCCURRENCES = 3;

export interface IntermittentFailures {
  /** Counts a case whose failure was not reproduced, and returns the number of occurrences of its kind. */
  count(findingKey: string, failure: CaseFailure): void;
  /** The finding, as an error where its kind of failure occurs often. */
  apply(findingKey: string, finding: Finding): Finding;
}

/** What a session measures of the run itself. */
type RunMeasures = Pick<Session, 'ownDelay' | 'requestCount'>;

interface Kind {
  occurrences: number;
  readonly operation: string | undefined;
}

export function createIntermittentFailures(session: RunMeasures): IntermittentFailures {
  const kinds = new Map<string, Kind>();
  const byFinding = new Map<string, { readonly kind: Kind; readonly severity: Severity }>();
  return {
    count(findingKey, failure) {
      if (mayBeCausedByRun(session, failure)) return;
      const kindKey = kindOf(failure);
      const operation = isTransportFailure(failure)
        ? undefined
        : failure.exchange.checkResult.context.testCase.operation.id;
      const kind = kinds.get(kindKey) ?? { occurrences: 0, operation };
      kind.occurrences++;
      kinds.set(kindKey, kind);
      byFinding.set(findingKey, { kind, severity: failure.violation.severity ?? failure.check.severity });
    },
    apply(findingKey, finding) {
      const counted = byFinding.get(findingKey);
      const { evidence } = finding;
      if (counted === undefined || evidence === undefined || !isSeenOnce(finding)) return finding;
      const { kind, severity } = counted;
      if (kind.occurrences < MIN_OCCURRENCES) return finding;
      const intermittent = { occurrences: kind.occurrences, requests: session.requestCount(kind.operation) };
      return {
        ...finding,
        severity,
        evidence: { ...evidence, reproduction: { ...evidence.reproduction, intermittent } },
      };
    },
  };
}

/** It was repeated, and none of the repetitions failed. */
export function isSeenOnce({ evidence }: Finding): boolean {
  if (evidence === undefined) return false;
  const { reproduced, attempts, isUnreachable } = evidence.reproduction;
  return reproduced === 1 && attempts > 1 && !isUnreachable;
}

/** A missing response counts for the whole run, any other failure for its operation. */
function kindOf(failure: CaseFailure): string {
  const { check, violation, fingerprintPrefix } = failure;
  return isTransportFailure(failure) ? `${check.id}|${violation.key.split(' ')[0]}` : fingerprintPrefix;
}

function isTransportFailure({ exchange: { exchange } }: CaseFailure): boolean {
  return exchange.outcome.kind === 'failure';
}

/** The verifier may have read the response too late, or the case may have met another one of the run. */
function mayBeCausedByRun(session: RunMeasures, { exchange: { exchange, step } }: CaseFailure): boolean {
  if (step?.expectedState !== undefined) return true;
  return hasTimedOut(exchange) && session.ownDelay(exchange) > exchange.ms * MAX_OWN_SHARE;
}

/** Share of the time limit by which the verifier may be late. */
const MAX_OWN_SHARE = 0.1;
