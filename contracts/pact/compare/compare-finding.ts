/** What a comparison finds, as data. */
import type { Place } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';

/**
 * `error`: the pact contradicts the contract; `warning`: it relies on what the contract does not promise, or may not
 * work; `silent`: the contract does not say, or it cannot be told here.
 */
export type CompareSeverity = 'error' | 'warning' | 'silent';

/** One difference, pointing at both sides. */
export interface CompareFinding {
  readonly severity: CompareSeverity;
  /** `part.aspect.verdict`: `request.body.incompatible`. */
  readonly code: string;
  /** `body.tag: received integer 5; the contract says string` */
  readonly message: string;
  /** Noun phrases. */
  readonly received: string;
  readonly expected: string;
  /** Undefined for what is about the pact as a whole. */
  readonly interaction: Interaction | undefined;
  /** Whose pact it is. */
  readonly consumer: string;
  readonly pactPlace: Place;
  /** The text of that line, trimmed. */
  readonly pactLine: string;
  readonly specPlace: Place;
  readonly specLine: string;
}

export interface CompareResult {
  readonly pactFile: string;
  readonly consumer: string;
  /** How many interactions were compared; never 0. */
  readonly interactions: number;
  /** Those. */
  readonly compared: readonly Interaction[];
  /** In the order of the pact. */
  readonly findings: readonly CompareFinding[];
  /** No finding is an error. */
  readonly ok: boolean;
}
