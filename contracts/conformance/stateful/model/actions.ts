/** The actions of a sequence, on numbered records of one resource: the fixed lifecycle, and the random sequences. */
import type { FollowUpRole } from '../../../../spec/resources/creations.ts';

/** Actions that are more than one valid operation on a record. */
const negativeActions = [
  'read below other parent',
  'repeat replacement',
  'write twice',
  'create near duplicate',
  'send taken values',
  'change one of near duplicates',
  'send rejected',
  'replace all',
  'change one by one',
] as const;

export type NegativeAction = (typeof negativeActions)[number];

export function isNegativeAction(kind: Action['kind']): kind is NegativeAction {
  return negativeActions.some((one) => one === kind);
}

export interface Action {
  /** `read earlier record`: one of another case of the run, which the sequence does not write. */
  readonly kind: 'create' | 'read earlier record' | NegativeAction | FollowUpRole;
  /** The number of the record in the sequence; ignored for the list and for the earlier record. */
  readonly record: number;
}

/** Record 0 is read after every write; record 1 and an earlier one must stay unchanged meanwhile. */
export const lifecycle: readonly Action[] = [
  { kind: 'create', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'create', record: 1 },
  { kind: 'read', record: 1 },
  { kind: 'list', record: 0 },
  { kind: 'read below other parent', record: 0 },
  { kind: 'read earlier record', record: 0 },
  { kind: 'replace', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'read earlier record', record: 0 },
  { kind: 'repeat replacement', record: 0 },
  { kind: 'change', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'write twice', record: 0 },
  { kind: 'read', record: 1 },
  { kind: 'read earlier record', record: 0 },
  { kind: 'remove', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'remove', record: 0 },
  { kind: 'list', record: 0 },
  { kind: 'read', record: 1 },
  // Actions that may change or end the record in an implementation-specific way come last.
  { kind: 'create', record: 2 },
  { kind: 'remove', record: 2 },
  { kind: 'read', record: 2 },
  { kind: 'read', record: 1 },
  { kind: 'create near duplicate', record: 1 },
  { kind: 'send taken values', record: 1 },
  { kind: 'send rejected', record: 1 },
  { kind: 'replace all', record: 1 },
  { kind: 'read earlier record', record: 0 },
  { kind: 'change one by one', record: 1 },
  { kind: 'read earlier record', record: 0 },
  { kind: 'change one of near duplicates', record: 1 },
  { kind: 'list', record: 0 },
  { kind: 'remove', record: 1 },
];
