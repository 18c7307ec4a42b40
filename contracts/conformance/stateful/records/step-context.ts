/** Where a step of a story is taken: who plays in it, and what is known by then. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import type { ResourceOperations } from '../model/resource-operations.ts';

export interface SequenceContext {
  readonly resourceOperations: ResourceOperations;
  readonly fresh: FreshValues;
  /** What names the items that the records lie below. */
  readonly parentValues: readonly Json[];
}

export interface StepContext extends SequenceContext {
  readonly record: KnownRecord | undefined;
  /** What the story has made before it. */
  readonly otherRecords: readonly KnownRecord[];
}

/** Undefined where nothing has changed; `unknown` where nobody can tell what there is now. */
export type ActionResult = KnownRecord | 'unknown' | undefined;
