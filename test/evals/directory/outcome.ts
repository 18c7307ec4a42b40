/** What one document of the directory showed: a line of the file of results. */
import type { Severity } from '../../../contracts/finding/finding.ts';

export interface DirectoryOutcome {
  /** The path of the document below the folder of the package. */
  readonly name: string;
  readonly bytes: number;
  /** As the document names it: `2.0`, `3.0.3`; empty if it was not read. */
  readonly version: string;
  readonly operations: number;
  readonly cases: number;
  readonly requests: number;
  /** The number of places that were repaired when the document was read. */
  readonly repairs: number;
  readonly contradictions: readonly Contradiction[];
  readonly unchecked: readonly { readonly operation: string; readonly reason: string }[];
  /** Why the document could not be loaded or served. */
  readonly refusal?: Refusal;
  /** Why no request showed anything, although the mock serves the document. */
  readonly notVerified?: Refusal;
  /** Set if the process exceeded its limits or died. */
  readonly aborted?: AbortReason;
  readonly loadMs: number;
  readonly ms: number;
}

export type AbortReason = 'CPU time' | 'elapsed time' | 'memory or a crash';

export interface Refusal {
  /** A code of the kit's own errors, or `unexpected`. */
  readonly code: string;
  readonly message: string;
}

/** A finding of the verifier about the mock of the same document. */
export interface Contradiction {
  readonly severity: Severity;
  readonly check: string;
  readonly operation: string;
  readonly text: string;
}

export const emptyOutcome = {
  version: '',
  operations: 0,
  cases: 0,
  requests: 0,
  repairs: 0,
  contradictions: [],
  unchecked: [],
  loadMs: 0,
  ms: 0,
} as const;
