/** Where a step of a story is taken: who plays in it, and what is known by then. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Fresh, OpenAnswer } from '../../model/draft.ts';
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

/** What is there by its name, whatever a cache or a limit of rights says of it: 404 and 410 are judged by what is known. */
export const mayBeMissing: readonly OpenAnswer[] = [404, 410].map((status) => ({
  status,
  because: 'the checks on records judge it',
  isExpected: true,
}));

/** What a body names need not be there. */
export const mayBeRefused: readonly OpenAnswer[] = [
  { status: 'declared client error', because: 'what is there already may not allow it', isExpected: true },
];

/** What has to be unique is not always told by its name. */
export const mayBeTaken: readonly OpenAnswer[] = [
  { status: 409, because: 'a part of it may have to be unique', isExpected: true },
];
