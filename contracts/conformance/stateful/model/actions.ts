/** What happens in a story: actions upon numbered records of one resource. The plot of every resource, and any that is drawn. */
import type { FollowUpRole } from '../../../../spec/resources/creations.ts';

/** What is no operation upon a record, but tries what becomes of it. */
const negativeActions = ['look elsewhere', 'create alike', 'refuse', 'replace otherwise', 'change in turn'] as const;

export type NegativeAction = (typeof negativeActions)[number];

export function isNegativeAction(kind: Action['kind']): kind is NegativeAction {
  return negativeActions.some((one) => one === kind);
}

export interface Action {
  readonly kind: 'create' | NegativeAction | FollowUpRole;
  /** Which of the records of the story; none for the list. */
  readonly record: number;
}

/** Each is looked at after everything that is done to it; the other one stands by. */
export const lifecycle: readonly Action[] = [
  { kind: 'create', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'create', record: 1 },
  { kind: 'read', record: 1 },
  { kind: 'list', record: 0 },
  { kind: 'look elsewhere', record: 0 },
  { kind: 'replace', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'change', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'read', record: 1 },
  { kind: 'remove', record: 0 },
  { kind: 'read', record: 0 },
  { kind: 'remove', record: 0 },
  { kind: 'list', record: 0 },
  { kind: 'read', record: 1 },
  // What may change or end the record in a way of the store's own comes last.
  { kind: 'create', record: 2 },
  { kind: 'remove', record: 2 },
  { kind: 'read', record: 2 },
  { kind: 'read', record: 1 },
  { kind: 'create alike', record: 1 },
  { kind: 'refuse', record: 1 },
  { kind: 'replace otherwise', record: 1 },
  { kind: 'change in turn', record: 1 },
  { kind: 'list', record: 0 },
  { kind: 'remove', record: 1 },
];
