/** One valid request before all others: does the implementation answer, does the token work, is there a twin to rest on? */
import { KitError } from '../../errors.ts';
import { isSecured, type Operation, responseFor } from '../../spec/contract.ts';
import { isInteger, type Json, stringifyJson } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { headerOf } from '../headers.ts';
import type { Case, Draft } from './case.ts';
import { plainValidCase } from './cases/valid-bodies.ts';
import { isClientError, isSuccess } from './checks/check.ts';
import { deniesDeclared } from './checks/refusing/denied.ts';
import { type Exchange, hasTimedOut, isBroken, statusOf } from './exchange.ts';
import { masker } from './mask-credentials.ts';
import type { Payload } from './payload/payload.ts';
import { payloadsOf } from './payload/payloads.ts';
import { candidates } from './preflight/candidates.ts';
import { type Session, unreachable } from './session.ts';
import { replaceAt, sitesBelow } from './sites.ts';
import { jsonDraft, payloadOf, rawDraft, type Twin, withFreshUuids, withPayload } from './twin.ts';

export type Preflight =
  /** A valid request is accepted (`twin` has its body), or goes wrong in a way that is itself a finding. */
  | { readonly kind: 'ready'; readonly twin: Twin; readonly duplicates: DuplicatePolicy }
  /** Refused, though valid in form: the credentials are wrong, or something that it names does not exist here. */
  | {
      readonly kind: 'no twin';
      readonly refusal: KitError;
      /** The refusal contradicts the contract by itself. */
      readonly isDenied: boolean;
    }
  /** The contract declares no success, and what comes back is what it declares. */
  | { readonly kind: 'no success'; readonly reason: string }
  /** Nothing comes back: waiting for every case would take long and say no more. */
  | { readonly kind: 'mute'; readonly reason: string };

/** Whether the implementation refuses what it has already, and which part of a body makes it the same. */
export type DuplicatePolicy = 'taken' | 'refused by number' | 'refused' | 'refused, however new';

/**
 * Tries valid requests until one is accepted. Throws `target-unreachable`. A refusal is one of `credentials-refused` and
 * `valid-request-refused`. Whatever else comes back, the cases will judge.
 */
export async function preflight(session: Session, twin: Twin): Promise<Preflight> {
  const interim = onlyInterim(twin.operation);
  if (interim !== undefined) return { kind: 'no success', reason: interim };
  const attempts: Attempt[] = [];
  let once: Ready | undefined;
  for (const candidate of candidates(twin)) {
    const attempt = await attemptAnew(session, candidate);
    if (attempt.status !== undefined && isSuccess(attempt.status)) {
      const ready = await readyWith(session, attempt);
      if (ready.duplicates !== 'refused, however new')
        return once === undefined ? ready : inPlaceOf(once, ready);
      once ??= ready;
      continue;
    }
    attempts.push(attempt);
    if (hasTimedOut(attempt.exchange))
      return { kind: 'mute', reason: 'a valid request has no whole answer in time' };
  }
  if (once !== undefined) return once;
  const [first] = attempts;
  if (first !== undefined && !session.hasAnswered()) throw speaksNoHttp(session, first);
  if (declaresNoSuccess(twin.operation) && attempts.every(isAsDeclared))
    return { kind: 'no success', reason: noSuccessOf(twin.operation) };
  if (first === undefined || attempts.some(({ status }) => status === undefined || !isClientError(status))) {
    return { kind: 'ready', twin, duplicates: 'taken' };
  }
  const isDenied = deniesDeclared(twin.operation, first.draft, first.status ?? 0);
  return { kind: 'no twin', refusal: refusalOf(session, first), isDenied };
}

/** A valid request was accepted, or nothing speaks against it. */
export type Ready = Extract<Preflight, { kind: 'ready' }>;

async function readyWith(session: Session, attempt: Attempt): Promise<Ready> {
  const { twin, exchange } = attempt;
  session.fresh.keep();
  session.accepted(twin.operation, (fresh) => plainValidCase(twin).build(fresh));
  const duplicates = await duplicatePolicy(session, attempt);
  // Values that an earlier run may have left there would be refused for that alone.
  if (duplicates !== 'taken') session.fresh.moveOn();
  if (duplicates === 'refused' && !twin.isFrozen && !(await isTakenAnew(session, twin)))
    return { kind: 'ready', twin, duplicates: 'refused, however new' };
  const payloads = await acceptedPayloads(session, twin);
  return {
    kind: 'ready',
    twin: { ...twin, payloads, setsCookies: setsCookies(exchange) },
    duplicates: twin.redraws ? 'refused' : duplicates,
  };
}

async function isTakenAnew(session: Session, twin: Twin): Promise<boolean> {
  const { status } = await attemptWith(session, twin);
  return status === undefined || !isClientError(status);
}

/** With other texts it is taken each time; with fewer, what the first one had more is still refused a second time. */
function inPlaceOf(once: Ready, ready: Ready): Ready {
  return ready.twin.redraws ? ready : { ...ready, duplicates: once.duplicates };
}

/** RFC 9110, section 15.2: another answer follows each of them, and none is declared. */
function onlyInterim({ responses }: Operation): string | undefined {
  const declared = responses.map(({ status }) => status);
  return declared.length > 0 && declared.every((status) => status.startsWith('1'))
    ? `the contract declares no success for it, only ${declared.join(', ')}, which no answer ends with`
    : undefined;
}

/** Neither a success nor anything on the way to one. */
function declaresNoSuccess({ responses }: Operation): boolean {
  return responses.length > 0 && responses.every(({ status }) => /^[45]/.test(status));
}

function isAsDeclared({ twin, status }: Attempt): boolean {
  return status !== undefined && responseFor(twin.operation, status) !== undefined;
}

function noSuccessOf({ responses }: Operation): string {
  const declared = responses.map(({ status }) => status).join(', ');
  return `the contract declares no success for it, only ${declared}, and that is what a valid request gets`;
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

/** What was accepted once is no longer in doubt; of the media types beside that of the request, those that are taken. */
async function acceptedPayloads(session: Session, twin: Twin): Promise<readonly Payload[]> {
  const own = payloadOf(twin);
  if (twin.body === undefined && own === undefined) return [];
  const accepted = own === undefined ? [] : [own];
  const others = payloadsOf(twin.operation, twin.body?.media).filter(
    ({ media }) => media.place !== own?.media.place,
  );
  for (const payload of others) {
    const { status } = await attemptWith(session, withPayload(twin, payload));
    if (status !== undefined && isSuccess(status)) accepted.push(payload);
  }
  return accepted.map((payload) => ({ ...payload, doubts: [] }));
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
  if (draft.body === undefined) return 'taken';
  const again = statusOf(await session.send(tried, draft));
  if (again === undefined || !isClientError(again) || responseFor(tried.operation, again) === undefined)
    return 'taken';
  const renumbered = withNewNumbers(session, twin, draft);
  if (renumbered === undefined) return 'refused';
  const renewed = withFreshUuids(renumbered, session.fresh);
  const status = statusOf(await session.send(tried, renewed));
  return status !== undefined && isSuccess(status) ? 'refused by number' : 'refused';
}

/** Undefined for what has no numbers that could be others. */
function withNewNumbers(session: Session, twin: Twin, { value }: Draft): Draft | undefined {
  if (value === undefined) return undefined;
  if (twin.body !== undefined) return jsonDraft(twin, withFreshNumbers(session, twin.body.schema, value));
  const payload = payloadOf(twin);
  return payload?.schema === undefined
    ? undefined
    : rawDraft(twin, payload.write(withFreshNumbers(session, payload.schema, value)));
}

function withFreshNumbers(session: Session, schema: Schema, value: Json): Json {
  return [...sitesBelow(schema, value)]
    .filter((site) => isInteger(site.value) && stringifyJson(site.value).length > 5)
    .reduce((body, site) => replaceAt(body, site.path, session.fresh.number()), value);
}
