/** What was drawn at random, and shows most likely what a case has shown already that was made on purpose. */
import type { Finding } from '../../finding/finding.ts';
import { random } from '../cases/random.ts';
import { validAccepted } from '../checks/valid-accepted.ts';

/** What was found broken by a case that was drawn at random. */
export interface RandomFailure extends Pick<Finding, 'check' | 'severity' | 'subject' | 'place'> {
  readonly fingerprint: string;
}

/**
 * The finding that tells of the same: of the same check at the same value of the contract. A valid body that is refused
 * has no line of its own. What does not go by the family of its case, but by what is wrong, is known by its fingerprint.
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

/** The pointer of the value: some cases rest on it, and others on the keyword that it breaks. */
function valuePointer({ pointer }: Finding['place']): string {
  return pointer.replace(/\/(?:type|format|(?:exclusiveM|m)(?:in|ax)imum)$/, '');
}

/** What was seen once only, and did not come again, must not hide what comes every time. */
export function isReproduced(finding: Finding | undefined): boolean {
  if (finding?.evidence === undefined) return finding !== undefined;
  const { seen, gone: isUnreachable } = finding.evidence.confirmation;
  return seen > 1 || isUnreachable;
}
