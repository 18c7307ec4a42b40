/** The context of a step in a sequence: the operations, and the records known by then. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';

export interface SequenceContext {
  readonly resourceOperations: ResourceOperations;
  readonly fresh: FreshValues;
  /** The path values of the parents. */
  readonly parentValues: readonly Json[];
}

export interface StepContext extends SequenceContext {
  readonly record: KnownRecord | undefined;
  /** The other records that the sequence has created. */
  readonly otherRecords: readonly KnownRecord[];
}

/** Undefined when nothing has changed; `unknown` when the state of the record is unknown. */
export type ActionResult = KnownRecord | 'unknown' | undefined;
