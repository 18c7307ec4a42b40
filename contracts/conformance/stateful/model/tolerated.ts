/** What a store may answer to a valid step of a sequence, since what is there already decides it too. */
import type { OpenAnswer } from '../../model/draft.ts';

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

/** A store may pass on what it is told, and know it everywhere a moment later; in milliseconds. */
export const LATER_MS = 600;
