/** One valid request before all others: does the implementation answer, does the token work, is there a twin to rest on? */
import type { KitError } from '../../../errors.ts';
import { type Operation, responseFor } from '../../../spec/contract.ts';
import { headerOf } from '../../headers.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import { deniesDeclared } from '../checks/refusing/denied.ts';
import { type Exchange, hasTimedOut, isClientError, isSuccess } from '../exchange.ts';
import type { Payload } from '../payload/payload.ts';
import { payloadsOf } from '../payload/payloads.ts';
import { payloadOf, type Twin, withPayload } from '../request/twin.ts';
import { type Attempt, attemptAnew, attemptWith, isRefused } from './preflight/attempt.ts';
import { candidates } from './preflight/candidates.ts';
import { type DuplicatePolicy, duplicatePolicy } from './preflight/duplicates.ts';
import { refusalOf, speaksNoHttp } from './preflight/refusals.ts';
import type { Session } from './session.ts';

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
  const isTaken = duplicates === 'taken' || twin.isFrozen || (await isTakenAnew(session, twin));
  if (duplicates === 'refused' && !isTaken)
    return { kind: 'ready', twin, duplicates: 'refused, however new' };
  const payloads = await acceptedPayloads(session, twin);
  return {
    kind: 'ready',
    twin: { ...twin, payloads, setsCookies: setsCookies(exchange) },
    duplicates: twin.redraws ? 'refused' : duplicates,
  };
}

/** What an earlier run has left there may be refused, though the record that it made first is gone. */
async function isTakenAnew(session: Session, twin: Twin): Promise<boolean> {
  return !isRefused(await attemptAnew(session, twin));
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
