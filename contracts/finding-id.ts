/** The short name of a finding: what a waiver names, and what tells CI that two runs show the same. */
import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';

/** `invalid-rejected/createOrder/3f2a91c07b5d`: the same in every run that shows the same. */
export function findingId({ check, subject, fingerprint }: Finding): string {
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  return `${check}/${subject.replace(/[^\w.-]+/g, '-').slice(0, 60)}/${hash}`;
}
