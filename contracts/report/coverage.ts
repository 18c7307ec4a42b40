/** What of a contract a run has tried, as data. */
import type { Place } from '../../spec/model/contract.ts';

/** Of all operations. */
export interface Coverage {
  /** In the order of the document. */
  readonly operations: readonly OperationCoverage[];
}

/** Of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  /** Judged exchanges; with none, nothing else is covered either. */
  readonly exchanges: number;
  /** What the contract demands to be rejected or refused, and how much of it was. */
  readonly demands: RejectionCoverage;
  /** Those that the operation has something of. */
  readonly groups: readonly CoverageGroup[];
}

/** Things of one kind. */
export interface CoverageGroup {
  readonly kind: CoverageKind;
  readonly items: readonly CoverageItem[];
}

/** Of judged answers. */
export interface RejectionCoverage {
  readonly reject: RejectionCount;
  readonly refuse: RejectionCount;
}

/** Requests answered, and those of them that were: rejected with a client error, refused with anything but a success. */
export interface RejectionCount {
  readonly answered: number;
  readonly kept: number;
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

/** One thing that the contract declares. */
export interface CoverageItem {
  /** `400`, `application/json`, `body.lines[].size`, `query limit`, `/components/schemas/Order/required`. */
  readonly name: string;
  readonly place: Place;
  /** How often on each side that there is to it: `{ kept: 12, broken: 3 }`. At least once where it is not 0. */
  readonly seen: Readonly<Record<string, number>>;
  /** The sides that were not seen; none when the item is covered. */
  readonly missing: readonly UncoveredVariant[];
}

interface UncoveredVariant {
  readonly side: string;
  readonly why: string;
}
