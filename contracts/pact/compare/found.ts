/** What one check of one interaction found, before the lines of both files are looked up. */
import type { Place } from '../../../spec/model/contract.ts';
import type { CompareSeverity } from './compare-finding.ts';

export interface Found {
  readonly severity: CompareSeverity;
  readonly code: string;
  /** The part that it is about: `body.tag`, `status`, `query.limit`. */
  readonly at: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** Into the pact; what is missing is pointed at by what it is missing from. */
  readonly pointer: string;
  /** In the document. */
  readonly place: Place;
}

/** `body.tag: received integer 5; the contract says string` */
export function messageOf({ at, received, expected }: Found): string {
  return `${at}: received ${received}; the contract says ${expected}`;
}
