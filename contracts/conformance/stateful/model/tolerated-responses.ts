/** What a store may answer to a valid step of a sequence, since what is there already decides it too. */
import type { ToleratedResponse } from '../../model/request-spec.ts';

/** What is there by its name, whatever a cache or a limit of rights says of it: 404 and 410 are judged by what is known. */
export const toleratesMissing: readonly ToleratedResponse[] = [404, 410].map((status) => ({
  status,
  reason: 'the checks on records judge it',
  isExpected: true,
}));

/** What a body names need not be there. */
export const toleratesRejection: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'what is there already may not allow it', isExpected: true },
];

/** What has to be unique is not always told by its name. */
export const toleratesConflict: readonly ToleratedResponse[] = [
  { status: 409, reason: 'a part of it may have to be unique', isExpected: true },
];

/** A store may pass on what it is told, and know it everywhere a moment later; in milliseconds. */
export const CONSISTENCY_DELAY_MS = 600;
