/**
 * A store that makes up a name in every answer breaks a check in as many ways as there are cases. So many are told one by
 * one; all others of the kind are one finding, which counts them and is not sent again.
 */
import type { Finding } from '../../finding/finding.ts';
import type { Broken } from '../judging/attempt.ts';
import type { Case } from '../model/case.ts';
import type { Session } from '../session/session.ts';
import { findingOf } from '../telling/make-finding.ts';

/** Of one check, operation and severity. */
export const MOST_CAUSES = 100;

/** The confirmation of what was not sent again. */
export const ONCE = { seen: 1, sent: 1, gone: false };

export interface Causes {
  add(broken: Broken, finding: Finding): void;
  hasRoomFor(broken: Broken): boolean;
}

export function countCauses(): Causes {
  const counts = new Map<string, number>();
  const countOf = ({ kind }: Broken) => counts.get(kind) ?? 0;
  return {
    hasRoomFor: (broken) => countOf(broken) < MOST_CAUSES,
    add(broken, { severity }) {
      // What weighs less for being seen once must not take the place of what makes the verdict.
      if (severity === severityOf(broken)) counts.set(broken.kind, countOf(broken) + 1);
    },
  };
}

function severityOf({ check, violation }: Broken): Finding['severity'] {
  return violation.severity ?? check.severity;
}

const OTHERS = 'all others';

/** By which all that there is no room for is known. */
export function nameOfRest({ kind }: Broken): string {
  return `${kind}|${OTHERS}`;
}

/** The first of them stands for all. */
export function restOf(session: Session, tried: Case, broken: Broken): Finding {
  const violation = { ...broken.violation, key: OTHERS };
  const finding = findingOf(session, tried, { ...broken, violation }, ONCE);
  const title = `${finding.title}, in more ways than the ${MOST_CAUSES} told one by one`;
  return { ...finding, title, isRest: true };
}
