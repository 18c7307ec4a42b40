/** Where a step of a story is taken: who plays in it, and what is known by then. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Fresh } from '../../model/draft.ts';
import type { Known } from '../../model/sequence.ts';
import type { Cast } from '../model/resource-operations.ts';

export interface Setting {
  readonly cast: Cast;
  readonly fresh: Fresh;
  /** What names the items that the records lie below. */
  readonly parents: readonly Json[];
}

export interface StepContext extends Setting {
  readonly known: Known | undefined;
  /** What the story has made before it. */
  readonly others: readonly Known[];
}

/** Undefined where nothing has changed; `unknown` where nobody can tell what there is now. */
export type After = Known | 'unknown' | undefined;
