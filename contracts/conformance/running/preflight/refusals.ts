/** Why there is nothing to rest on, as an error that names the way out. */
import { KitError } from '../../../../errors.ts';
import { isSecured } from '../../../../spec/contract.ts';
import type { Exchange } from '../../exchange.ts';
import { masker } from '../../request/mask-credentials.ts';
import type { Session } from '../session.ts';
import type { Attempt } from './attempt.ts';

/** Nothing has been answered at all: most likely another protocol is spoken there. */
export function speaksNoHttp({ target }: Session, { exchange: { outcome } }: Attempt): KitError {
  const reason = outcome.kind === 'failure' ? outcome.failure.reason : '';
  const other = target.baseUrl.startsWith('https:') ? 'http' : 'https';
  return new KitError('target-unreachable', `${target.baseUrl}: not one request has an answer; ${reason}`, {
    fix: `Check the base URL: is it ${other}://, or another port? Does the implementation answer anything there?`,
  });
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
  );
}

function answerText(session: Session, { outcome }: Exchange): string {
  const text = outcome.kind === 'answer' ? Buffer.from(outcome.answer.body).toString('utf8') : '';
  return masker(session.target.credentials)(text).slice(0, 300) || '(no body)';
}
