/** A valid request as it is tried first, and once more where that is fair. */
import type { Case } from '../../case.ts';
import { plainValidCase } from '../../cases/valid-bodies.ts';
import type { Draft } from '../../draft.ts';
import { type Exchange, isBroken, isClientError } from '../../exchange.ts';
import type { Twin } from '../../request/twin.ts';
import { type Session, unreachable } from '../session.ts';

export interface Attempt {
  readonly twin: Twin;
  readonly tried: Case;
  readonly draft: Draft;
  readonly exchange: Exchange;
  /** Undefined when no whole answer arrived. */
  readonly status: number | undefined;
}

/**
 * Where it is refused, once more with values that no earlier run with the same seed can have left there. Where those are
 * refused as well it was not for the values, and the run stays with what its seed gives.
 */
export async function attemptAnew(session: Session, twin: Twin): Promise<Attempt> {
  const attempt = await attemptTwice(session, twin);
  const goBack = isRefused(attempt) ? session.fresh.moveOn() : undefined;
  if (goBack === undefined) return attempt;
  const again = await attemptTwice(session, twin);
  if (!isRefused(again)) return again;
  goBack();
  return again.status === attempt.status ? attempt : again;
}

export function isRefused({ status }: Attempt): boolean {
  return status !== undefined && isClientError(status);
}

/** Once more where the connection broke: that need not be about the request. */
async function attemptTwice(session: Session, twin: Twin): Promise<Attempt> {
  const attempt = await attemptWith(session, twin);
  return isBroken(attempt.exchange) ? attemptWith(session, twin) : attempt;
}

export async function attemptWith(session: Session, twin: Twin): Promise<Attempt> {
  const tried = plainValidCase(twin);
  const draft = tried.build(session.fresh);
  const exchange = await session.send(tried, draft);
  const { outcome } = exchange;
  if (outcome.kind === 'answer') return { twin, tried, draft, exchange, status: outcome.answer.status };
  if (outcome.failure.kind === 'unreachable') throw unreachable(session.target, outcome.failure.reason);
  return { twin, tried, draft, exchange, status: undefined };
}
