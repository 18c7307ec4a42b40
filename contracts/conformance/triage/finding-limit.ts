/**
 * A store that makes up a name in every answer breaks a check in as many ways as there are cases. So many are told one by
 * one; all others of the kind are one finding, which counts them and is not sent again.
 */
import type { Finding } from '../../finding/finding.ts';
import type { CaseFailure } from '../checking/checked-case.ts';
import { createFinding } from '../findings/create-finding.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from '../session/session.ts';

/** Of one check, operation and severity. */
export const MAX_CAUSES = 100;

/** The confirmation of what was not sent again. */
export const SEEN_ONCE = { seen: 1, sent: 1, gone: false };

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
      // What weighs less for being seen once must not take the place of what makes the verdict.
      if (severity === failureSeverity(failure)) counts.set(failure.fingerprintPrefix, countOf(failure) + 1);
    },
  };
}

function failureSeverity({ check, violation }: CaseFailure): Finding['severity'] {
  return violation.severity ?? check.severity;
}

const OTHER_CAUSES = 'all others';

/** By which all that there is no room for is known. */
export function restFingerprint({ fingerprintPrefix }: CaseFailure): string {
  return `${fingerprintPrefix}|${OTHER_CAUSES}`;
}

/** The first of them stands for all. */
export function createRestFinding(session: Session, testCase: TestCase, failure: CaseFailure): Finding {
  const violation = { ...failure.violation, key: OTHER_CAUSES };
  const finding = createFinding(session, testCase, { ...failure, violation }, SEEN_ONCE);
  const title = `${finding.title}, in more ways than the ${MAX_CAUSES} told one by one`;
  return { ...finding, title, isRest: true };
}
