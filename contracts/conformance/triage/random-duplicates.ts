/** Detects failures of random cases that another case has probably shown already. */
import type { Finding } from '../../finding/finding.ts';
import { random } from '../cases/random.ts';
import { validAccepted } from '../checks/valid-accepted.ts';

/** A failure of a random case. */
export interface RandomFailure extends Pick<Finding, 'check' | 'severity' | 'subject' | 'place'> {
  readonly fingerprint: string;
}

/**
 * The finding of the same check at the same value of the contract. Rejected valid bodies have no more specific place,
 * so the check alone decides. Failures whose fingerprint does not contain the category need no search.
 */
export function findShownAlready(failure: RandomFailure, known: Iterable<Finding>): Finding | undefined {
  const { check, severity, subject, place, fingerprint } = failure;
  if (!categoryFingerprint.test(fingerprint)) return undefined;
  return Iterator.from(known).find(
    (one) =>
      one.check === check &&
      one.severity === severity &&
      one.subject === subject &&
      isReproduced(one) &&
      (check === validAccepted.id || valuePointer(one.place) === valuePointer(place)),
  );
}

const categoryFingerprint = new RegExp(String.raw`\|(?:\d{3} )?${random.name} `);

/** The pointer of the value: some cases point at the value, others at the violated keyword. */
function valuePointer({ pointer }: Finding['place']): string {
  return pointer.replace(/\/(?:type|format|(?:exclusiveM|m)(?:in|ax)imum)$/, '');
}

/** A failure that was seen only once must not hide one that is reproducible. */
export function isReproduced(finding: Finding | undefined): boolean {
  if (finding?.evidence === undefined) return finding !== undefined;
  const { reproduced, isUnreachable } = finding.evidence.reproduction;
  return reproduced > 1 || isUnreachable;
}
