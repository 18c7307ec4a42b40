/**
 * An implementation that invents a property in every response fails a check with a different cause in every case. Up to
 * `MAX_CAUSES` causes are reported separately; all others become one finding, which counts them and is not reproduced.
 */
import type { Finding } from '../../finding/finding.ts';
import type { CaseFailure } from '../checking/checked-case.ts';
import { createFinding } from '../findings/create-finding.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from '../session/session.ts';

/** Limit for one check, operation and severity. */
export const MAX_CAUSES = 100;

/** The reproduction of a finding that was not sent again. */
export const SEEN_ONCE = { reproduced: 1, attempts: 1, isUnreachable: false };

export interface CauseLimit {
  add(failure: CaseFailure, finding: Finding): void;
  hasCapacityFor(failure: CaseFailure): boolean;
}

export function createCauseLimit(): CauseLimit {
  const counts = new Map<string, number>();
  const countOf = ({ fingerprintPrefix }: CaseFailure) => counts.get(fingerprintPrefix) ?? 0;
  return {
    hasCapacityFor: (failure) => countOf(failure) < MAX_CAUSES,
    add(failure, { severity }) {
      // A finding downgraded because it was not reproduced must not use up the limit.
      if (severity === failureSeverity(failure)) counts.set(failure.fingerprintPrefix, countOf(failure) + 1);
    },
  };
}

function failureSeverity({ check, violation }: CaseFailure): Finding['severity'] {
  return violation.severity ?? check.severity;
}

const OTHER_CAUSES = 'all others';

/** The fingerprint of all failures above the limit. */
export function restFingerprint({ fingerprintPrefix }: CaseFailure): string {
  return `${fingerprintPrefix}|${OTHER_CAUSES}`;
}

/** The first failure above the limit represents all of them. */
export function createRestFinding(session: Session, testCase: TestCase, failure: CaseFailure): Finding {
  const violation = { ...failure.violation, key: OTHER_CAUSES };
  const finding = createFinding(session, testCase, { ...failure, violation }, SEEN_ONCE);
  const title = `${finding.title}, for more causes than the ${MAX_CAUSES} reported separately`;
  return { ...finding, title, isRemainder: true };
}
