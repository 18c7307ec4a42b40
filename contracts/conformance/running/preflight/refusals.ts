/** Why there is nothing to rest on, as an error that names the way out. */
import { KitError } from '../../../../errors.ts';
import { isSecured } from '../../../../spec/model/contract.ts';
import { type Exchange, isLimited } from '../../exchange.ts';
import { masker } from '../../request/mask-credentials.ts';
import { noHttpAt } from '../../transport/unreachable.ts';
import type { Session } from '../session.ts';
import type { Attempt } from './attempt.ts';

/** Nothing has been answered at all: most likely another protocol is spoken there. */
export function speaksNoHttp({ target }: Session, { exchange: { outcome } }: Attempt): KitError {
  return noHttpAt(target.baseUrl, outcome.kind === 'failure' ? outcome.failure.reason : '');
}

export function refusalOf(session: Session, { tried: { operation }, exchange, status }: Attempt): KitError {
  const mask = masker(session.target.credentials);
  const what = `${operation.method} ${mask(exchange.request.url)} with a valid request`;
  // An operation that is open to all may have a 401 of its own, such as a login.
  if (isSecured(operation) && (status === 401 || status === 403))
    return new KitError('credentials-refused', `${what} and the credentials given is answered ${status}`);
  return new KitError(
    'valid-request-refused',
    `${what} is answered ${status}: ${answerText(session, exchange)}`,
    isLimited(exchange) ? { fix: LIFT } : {},
  );
}

const LIFT =
  'It limits its callers: lift the limit for the time of the run, or spare it with --concurrency 1.';

function answerText(session: Session, { outcome }: Exchange): string {
  const text = outcome.kind === 'answer' ? Buffer.from(outcome.answer.body).toString('utf8') : '';
  return masker(session.target.credentials)(text).slice(0, 300) || '(no body)';
}
