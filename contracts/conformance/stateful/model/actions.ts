/** What happens in a story: actions upon numbered records of one resource. The plot of every resource, and any that is drawn. */
import type { RecordPart } from '../../../../spec/resources/creations.ts';

/** What is no operation upon a record, but tries what becomes of it. */
const trials = ['look elsewhere', 'create alike', 'refuse', 'replace otherwise', 'change in turn'] as const;

export type Trial = (typeof trials)[number];

export function isTrial(does: Action['does']): does is Trial {
  return trials.some((one) => one === does);
}

export interface Action {
  readonly does: 'create' | Trial | RecordPart;
  /** Which of the records of the story; none for the list. */
  readonly record: number;
}

/** Each is looked at after everything that is done to it; the other one stands by. */
export const lifecycle: readonly Action[] = [
  { does: 'create', record: 0 },
  { does: 'read', record: 0 },
  { does: 'create', record: 1 },
  { does: 'read', record: 1 },
  { does: 'list', record: 0 },
  { does: 'look elsewhere', record: 0 },
  { does: 'replace', record: 0 },
  { does: 'read', record: 0 },
  { does: 'change', record: 0 },
  { does: 'read', record: 0 },
  { does: 'read', record: 1 },
  { does: 'remove', record: 0 },
  { does: 'read', record: 0 },
  { does: 'remove', record: 0 },
  { does: 'list', record: 0 },
  { does: 'read', record: 1 },
  // What may change or end the record in a way of the store's own comes last.
  { does: 'create', record: 2 },
  { does: 'remove', record: 2 },
  { does: 'read', record: 2 },
  { does: 'read', record: 1 },
  { does: 'create alike', record: 1 },
  { does: 'refuse', record: 1 },
  { does: 'replace otherwise', record: 1 },
  { does: 'change in turn', record: 1 },
  { does: 'list', record: 0 },
  { does: 'remove', record: 1 },
];
