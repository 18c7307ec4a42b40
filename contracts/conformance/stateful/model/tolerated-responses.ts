/** Responses tolerated for a valid step of a sequence, since they depend on the state of the implementation too. */
import type { ToleratedResponse } from '../../model/request-spec.ts';

/** Whether 404 or 410 is correct depends on the known records; the checks on records decide it. */
export const toleratesMissing: readonly ToleratedResponse[] = [404, 410].map((status) => ({
  status,
  reason: 'the checks on records decide it',
  isExpected: true,
}));

/** A record that a body refers to may not exist. */
export const toleratesRejection: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'the existing records may not allow it', isExpected: true },
];

/** Which properties must be unique does not always follow from their names. */
export const toleratesConflict: readonly ToleratedResponse[] = [
  { status: 409, reason: 'one of its values may have to be unique', isExpected: true },
];

/** Milliseconds after which an eventually consistent implementation should show a write everywhere. */
export const CONSISTENCY_DELAY_MS = 600;
