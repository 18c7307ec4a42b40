/** The short name of a finding: what a waiver names, and what tells CI that two runs show the same. */
import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';

/** Begins the fingerprints of what a pact has shown to break the contract: only a run with that pact looks for it. */
export const BY_PACT = 'by pact|';

/** Begins the fingerprints of what stands in many places of a document: it is about none of them more than of the others. */
export const MANY = 'many|';

/** `invalid-rejected/createOrder/3f2a91c07b5d`, of many `text-has-limit/document/...`, by a pact `.../pact-3f2a91c07b5d`: the same in every run that shows the same. */
export function findingId({ check, subject, fingerprint }: Finding): string {
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  const mark = fingerprint.startsWith(BY_PACT) ? 'pact-' : '';
  const about = isOfMany({ fingerprint }) ? 'document' : subject.replace(/[^\w.-]+/g, '-').slice(0, 60);
  return `${check}/${about}/${mark}${hash}`;
}

/** Whether it stands for many places, whichever of them is told. */
export function isOfMany({ fingerprint }: Pick<Finding, 'fingerprint'>): boolean {
  return fingerprint.startsWith(MANY);
}

/** Whether it is that of such a finding by a pact. */
export function isByPact(id: string): boolean {
  return /\/pact-[^/]*$/.test(id);
}
