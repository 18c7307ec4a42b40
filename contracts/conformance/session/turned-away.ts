/** Answers that say who is not let in, and what a run says that is not let in any more. */
import type { Operation } from '../../../spec/contract.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';

/** Who is not known, who may not, and who is sent to a page for signing in. */
const statuses: ReadonlySet<number> = new Set([401, 403, 302, 303, 307]);

export function isTurnedAway(exchange: Exchange): boolean {
  return statuses.has(statusOf(exchange) ?? 0);
}

/** When that was first seen, in words. */
export interface Moment {
  readonly since: string;
  /** The id of the case. */
  readonly after?: string;
}

export interface Closed extends Moment {
  readonly exchange: Exchange;
  /** Credentials go with it. */
  readonly isSecured: boolean;
}

/** The way out comes early: lines are cut where there is little room. */
export function closedBecause(
  { method, path }: Operation,
  { exchange, isSecured, since, after }: Closed,
): string {
  const what = isSecured
    ? 'the credentials are no longer accepted'
    : 'the implementation turns its caller away';
  const fix = isSecured
    ? 'give a token that outlives the run (PLANT_STORE_TOKEN), or lift what bans the caller'
    : 'lift what bans it';
  const then = after === undefined ? '' : `after ${after}, `;
  const seen = `${then}a valid ${method} ${path}, accepted before, is answered ${statusOf(exchange)}`;
  return `stopped: ${what} since ${since}: ${fix}; ${seen}`;
}
