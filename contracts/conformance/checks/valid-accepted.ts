import { mediaTypeFor, type Operation } from '../../../spec/model/contract.ts';
import { headerOf } from '../../http/headers.ts';
import type { Draft, OpenAnswer } from '../model/draft.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import { acceptOf } from '../request/twin-draft.ts';
import { alwaysOpen, type Check, type Judged, weighed } from './check.ts';

export const validAccepted: Check = {
  id: 'valid-accepted',
  severity: 'fault',
  holds: 'a request that the contract allows is accepted',
  title: 'A valid request is refused',
  why: 'Clients that keep the contract are turned away. Likely causes: a rule that the contract does not state (length, characters, known properties), a number type that is too small, zero or an empty text taken for absent, a media type compared letter by letter. Take what the contract allows, or state the rule in the contract.',
  restsOn:
    'OpenAPI, Parameter Object, Request Body Object and Responses Object: what they allow is answered as they declare',
  appliesTo: ({ case: { expectation }, answer }) => expectation === 'accept' && answer !== undefined,
  violations(judged) {
    const { answer, case: tried } = judged;
    if (answer === undefined || !isClientError(answer.status) || isExpected(judged)) return [];
    const successes = tried.operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .map(({ status }) => status);
    const expected =
      successes.length === 0 ? 'a success' : `status ${successes.join(' or ')}, since the request is valid`;
    const received = `status ${answer.status}`;
    const key = `${tried.family} ${tried.topic}`;
    const violation = { expected, received, at: { in: 'status' }, place: tried.place, key } as const;
    return [weighed(violation, openReason(judged))];
  },
};

/** In conflict, a precondition failed, locked. What is there has just been found by the same path. */
const aboutState = new Set([409, 412, 423]);

function openReason(judged: Judged): string | undefined {
  const { case: tried, answer, response } = judged;
  const status = answer?.status ?? 0;
  if (isDenied(judged)) return undefined;
  const namesResource = tried.operation.parameters.some((parameter) => parameter.in === 'path');
  if (namesResource && response !== undefined && aboutState.has(status))
    return 'the state of the resource may not allow it';
  if (alwaysOpen.has(status)) return alwaysOpen.get(status);
  return openAnswer(judged)?.because;
}

/** Of several reasons, one that makes the answer expected. */
function openAnswer({ case: tried, answer, response }: Judged): OpenAnswer | undefined {
  const reasons = tried.open.filter(
    (open) =>
      open.status === answer?.status || (open.status === 'declared client error' && response !== undefined),
  );
  return reasons.find(({ isExpected }) => isExpected) ?? reasons[0];
}

/** The implementation has shown before that it answers so, or has good reason to. */
function isExpected(judged: Judged): boolean {
  const { answer, draft, earlier, case: tried } = judged;
  if (isDenied(judged)) return false;
  // What should have been refused, and was not, has left something behind; it is told of its own.
  const { company } = tried;
  const isRefused = company?.kind === 'preceded' && company.isRefusedBefore === true;
  if (isRefused && earlier.some(({ outcome }) => isSuccessful(outcome))) return true;
  // A condition that was made up does not hold (RFC 9110, section 13).
  if (answer?.status === 412 && draft.headers.some(([name]) => /^if-/i.test(name))) return true;
  return draft.mayNotExist === true || openAnswer(judged)?.isExpected === true;
}

/** Unless just this answer is left open. */
function isDenied({ answer, draft, case: { operation, open } }: Judged): boolean {
  const status = answer?.status ?? 0;
  return deniesDeclared(operation, draft, status) && !open.some((one) => one.status === status);
}

function isSuccessful(outcome: Judged['exchange']['outcome']): boolean {
  return outcome.kind === 'answer' && isSuccess(outcome.answer.status);
}

/** 415 to a media type that is declared, 406 to all that are declared, 405 to a method of a path that is always there. */
export function deniesDeclared(operation: Operation, { headers, method }: Draft, status: number): boolean {
  if (status === 415) return isDeclaredType(operation, headerOf(headers, 'content-type') ?? '');
  if (status === 406) return headerOf(headers, 'accept') === acceptOf(operation);
  const isItself = method === undefined || method === operation.method;
  return status === 405 && isItself && !operation.path.includes('{');
}

/** By its whole name: of a range, and where parameters are declared, a store may mean another one. */
function isDeclaredType({ requestBody }: Operation, sent: string): boolean {
  const media = mediaTypeFor(requestBody?.content ?? [], sent);
  const [range = ''] = sent.split(';');
  return media !== undefined && media.range === range.trim().toLowerCase() && !media.parameters;
}
