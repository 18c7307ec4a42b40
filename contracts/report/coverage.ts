/** Which parts of a contract a run has covered, as data. */
import type { Place } from '../../spec/model/contract.ts';

/** Coverage of all operations. */
export interface Coverage {
  /** In the order of the document. */
  readonly operations: readonly OperationCoverage[];
}

/** Coverage of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  /** The number of checked exchanges; if 0, nothing else is covered either. */
  readonly exchanges: number;
  /** Requests that have to be rejected by the contract, and how many were. */
  readonly rejections: RejectionCoverage;
  /** Only kinds that the operation has items of. */
  readonly groups: readonly CoverageGroup[];
}

/** Items of one kind. */
export interface CoverageGroup {
  readonly kind: CoverageKind;
  readonly items: readonly CoverageItem[];
}

/** Of checked responses. `invalidRequests`: requests that violate the contract; `invalidCredentials`: requests without valid credentials. */
export interface RejectionCoverage {
  readonly invalidRequests: RejectionCount;
  readonly invalidCredentials: RejectionCount;
}

/**
 * `responses`: requests with a response; `rejected`: those of them that were rejected, invalid ones with a client error,
 * unauthorized ones with anything but a success.
 */
export interface RejectionCount {
  readonly responses: number;
  readonly rejected: number;
}

type CoverageKind =
  | 'responses'
  | 'request media types'
  | 'response media types'
  | 'parameters'
  | 'request properties'
  | 'response properties'
  | 'constraints'
  | 'security schemes'
  | 'unsupported parts';

/** One part that the contract declares. */
export interface CoverageItem {
  /** `400`, `application/json`, `body.lines[].size`, `query limit`, `/components/schemas/Order/required`. */
  readonly name: string;
  readonly place: Place;
  /**
   * How often each variant of the item was seen: `{ satisfied: 12, violated: 3 }`. A count other than 0 means at least once.
   */
  readonly counts: Readonly<Record<string, number>>;
  /** The variants that were not seen; empty if the item is covered. */
  readonly missing: readonly UncoveredVariant[];
}

interface UncoveredVariant {
  readonly variant: string;
  readonly reason: string;
}
