/** One valid request before all others: does the implementation answer, does the token work, is there a twin to rest on? */
import { KitError } from '../../errors.ts';
import { isSecured, responseFor } from '../../spec/contract.ts';
import { isInteger, type Json, stringifyJson } from '../../spec/exact-json.ts';
import { flatten } from '../../spec/flatten.ts';
import { sampleOf } from '../../spec/sample.ts';
import type { Schema } from '../../spec/schema.ts';
import { isValid } from '../../spec/validate.ts';
import { headerOf } from '../headers.ts';
import type { Case, Draft } from './case.ts';
import { plainValidCase } from './cases/valid-bodies.ts';
import { isClientError, isSuccess } from './checks/check.ts';
import { masker } from './credentials.ts';
import { type Exchange, hasTimedOut, isBroken, statusOf } from './exchange.ts';
import { type Session, unreachable } from './session.ts';
import { replaceAt, sitesBelow } from './sites.ts';
import { jsonDraft, type Twin, withFreshUuids } from './twin.ts';

export type Preflight =
  /** A valid request is accepted (`twin` has its body), or goes wrong in a way that is itself a finding. */
  | { readonly kind: 'ready'; readonly twin: Twin; readonly duplicates: DuplicatePolicy }
  /** Refused, though valid in form: the credentials are wrong, or something that it names does not exist here. */
  | { readonly kind: 'no twin'; readonly refusal: KitError }
  /** Nothing comes back: waiting for every case would take long and say no more. */
  | { readonly kind: 'mute'; readonly reason: string };

/** Whether the implementation refuses what it has already, and which part of a body makes it the same. */
export type DuplicatePolicy = 'taken' | 'refused by number' | 'refused';

/**
 * Tries valid requests until one is accepted. Throws `target-unreachable`. A refusal is one of `credentials-refused` and
 * `valid-request-refused`. Whatever else comes back, the cases will judge.
 */
export async function preflight(session: Session, twin: Twin): Promise<Preflight> {
  const attempts: Attempt[] = [];
  for (const candidate of candidates(twin)) {
    const attempt = await attemptAnew(session, candidate);
    if (attempt.status !== undefined && isSuccess(attempt.status)) {
      session.fresh.keep();
      session.accepted(candidate.operation, (fresh) => plainValidCase(candidate).build(fresh));
      const duplicates = await duplicatePolicy(session, attempt);
      // Values that an earlier run may have left there would be refused for that alone.
      if (duplicates !== 'taken') session.fresh.moveOn();
      return {
        kind: 'ready',
        twin: { ...candidate, setsCookies: setsCookies(attempt.exchange) },
        duplicates,
      };
    }
    attempts.push(attempt);
    if (hasTimedOut(attempt.exchange))
      return { kind: 'mute', reason: 'a valid request has no whole answer in time' };
  }
  const [first] = attempts;
  if (first !== undefined && !session.hasAnswered()) throw speaksNoHttp(session, first);
  if (first === undefined || attempts.some(({ status }) => status === undefined || !isClientError(status))) {
    return { kind: 'ready', twin, duplicates: 'taken' };
  }
  return { kind: 'no twin', refusal: refusalOf(session, first) };
}

/** Nothing has been answered at all: most likely another protocol is spoken there. */
function speaksNoHttp({ target }: Session, { exchange: { outcome } }: Attempt): KitError {
  const reason = outcome.kind === 'failure' ? outcome.failure.reason : '';
  const other = target.baseUrl.startsWith('https:') ? 'http' : 'https';
  return new KitError('target-unreachable', `${target.baseUrl}: not one request has an answer; ${reason}`, {
    fix: `Check the base URL: is it ${other}://, or another port? Does the implementation answer anything there?`,
  });
}

interface Attempt {
  readonly twin: Twin;
  readonly tried: Case;
  readonly draft: Draft;
  readonly exchange: Exchange;
  /** Undefined when no whole answer arrived. */
  readonly status: number | undefined;
}

function setsCookies({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && headerOf(outcome.answer.headers, 'set-cookie') !== undefined;
}

/** All properties first, then the examples of the contract, then only what is required; at last as they stand. */
function candidates(twin: Twin): readonly Twin[] {
  const { body } = twin;
  if (body === undefined) return [twin];
  const bare = sampleOf(body.schema, 'request', { optional: 'none' });
  const examples = [
    ...body.media.examples.map(({ value }) => value),
    ...flatten(body.schema).examples,
  ].filter((value) => isValid(body.schema, value, 'request'));
  const asTwins = (bodies: readonly Json[], isFrozen: boolean) =>
    bodies.map((full) => ({ ...twin, isFrozen, body: { ...body, full } }));
  const plain = [body.full, ...examples, ...(bare === undefined ? [] : [bare])];
  // What an example names (a user, a query, a small number) may be all that there is.
  return [...asTwins(plain, false), ...asTwins([...examples, body.full], true)];
}

/** Where it is refused, once more with values that no earlier run with the same seed can have left there. */
async function attemptAnew(session: Session, twin: Twin): Promise<Attempt> {
  const attempt = await attemptTwice(session, twin);
  const isRefused = attempt.status !== undefined && isClientError(attempt.status);
  return isRefused && session.fresh.moveOn() ? attemptTwice(session, twin) : attempt;
}

/** Once more where the connection broke: that need not be about the request. */
async function attemptTwice(session: Session, twin: Twin): Promise<Attempt> {
  const attempt = await attemptWith(session, twin);
  return isBroken(attempt.exchange) ? attemptWith(session, twin) : attempt;
}

async function attemptWith(session: Session, twin: Twin): Promise<Attempt> {
  const tried = plainValidCase(twin);
  const draft = tried.build(session.fresh);
  const exchange = await session.send(tried, draft);
  const { outcome } = exchange;
  if (outcome.kind === 'answer') return { twin, tried, draft, exchange, status: outcome.answer.status };
  if (outcome.failure.kind === 'unreachable') throw unreachable(session.target, outcome.failure.reason);
  return { twin, tried, draft, exchange, status: undefined };
}

function refusalOf(session: Session, { tried: { operation }, exchange, status }: Attempt): KitError {
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

async function duplicatePolicy(session: Session, { twin, tried, draft }: Attempt): Promise<DuplicatePolicy> {
  if (twin.body === undefined || draft.value === undefined) return 'taken';
  const again = statusOf(await session.send(tried, draft));
  if (again === undefined || !isClientError(again) || responseFor(tried.operation, again) === undefined)
    return 'taken';
  const renumbered = withFreshNumbers(session, twin.body.schema, draft.value);
  const renewed = withFreshUuids(jsonDraft(twin, renumbered), session.fresh);
  const status = statusOf(await session.send(tried, renewed));
  return status !== undefined && isSuccess(status) ? 'refused by number' : 'refused';
}

function withFreshNumbers(session: Session, schema: Schema, value: Json): Json {
  return [...sitesBelow(schema, value)]
    .filter((site) => isInteger(site.value) && stringifyJson(site.value).length > 5)
    .reduce((body, site) => replaceAt(body, site.path, session.fresh.number()), value);
}
