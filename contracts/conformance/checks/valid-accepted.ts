import { findMediaType, type Operation } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import type { RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import { acceptHeader } from '../request/build-request-spec.ts';
import { isEverySuccessAcceptable } from '../request/parameters/acceptable-types.ts';
import { alwaysTolerated, type Check, type CheckContext, downgradeIfTolerated } from './check.ts';
import { fullMapReason } from './records/merged-members.ts';

export const validAccepted: Check = {
  id: 'valid-accepted',
  severity: 'error',
  invariant: 'a request that the contract allows is accepted',
  title: 'A valid request is rejected',
  why: 'Clients that follow the contract are rejected. Likely causes: a rule that the contract does not declare (length, characters, known properties), a number type that is too small, zero or an empty string treated as missing, a media type compared character by character. Accept what the contract allows, or declare the rule in the contract.',
  references:
    'OpenAPI, Parameter Object, Request Body Object and Responses Object: valid requests get the declared responses',
  appliesTo: ({ testCase: { expectation }, response }) => expectation === 'accept' && response !== undefined,
  violations(context) {
    const { response, testCase } = context;
    if (response === undefined || !isClientError(response.status) || isExpectedRejection(context)) return [];
    const successes = testCase.operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .map(({ status }) => status);
    const expected =
      successes.length === 0 ? 'a success' : `status ${successes.join(' or ')}, because the request is valid`;
    const received = `status ${response.status}`;
    const key = `${testCase.category} ${testCase.topic}`;
    const violation = {
      expected,
      received,
      responsePart: { in: 'status' },
      place: testCase.place,
      key,
    } as const;
    return [downgradeIfTolerated(violation, toleranceReason(context))];
  },
};

/** Conflict, precondition failed, locked. The resource was found by the same path just before. */
const stateStatuses = new Set([409, 412, 423]);

function toleranceReason(context: CheckContext): string | undefined {
  const { testCase, response, declared } = context;
  const status = response?.status ?? 0;
  if (contradictsContract(context) || conflictsWithItself(context)) return undefined;
  const namesResource = testCase.operation.parameters.some((parameter) => parameter.in === 'path');
  if (namesResource && declared !== undefined && stateStatuses.has(status))
    return 'the state of the resource may not allow it';
  if (contradictsSentence(context)) return undefined;
  if (alwaysTolerated.has(status)) return alwaysTolerated.get(status);
  return toleratedResponse(context)?.reason ?? (declared === undefined ? undefined : fullMapReason(context));
}

/** The values of the record itself are taken for those of another one. */
function conflictsWithItself({ expectedState, response }: CheckContext): boolean {
  return expectedState?.expects === 'own unique value' && [400, 409, 422].includes(response?.status ?? 0);
}

/** Of several reasons, prefers one that makes the response expected. */
function toleratedResponse({ testCase, response, declared }: CheckContext): ToleratedResponse | undefined {
  const reasons = testCase.tolerated.filter(
    (tolerated) =>
      tolerated.status === response?.status || (tolerated.status === 'declared client error' && declared !== undefined),
  );
  return reasons.find(({ isExpected }) => isExpected) ?? reasons[0];
}

/** The implementation responded this way before, or has good reason to. */
function isExpectedRejection(context: CheckContext): boolean {
  const { response, requestSpec, precedingExchanges, testCase } = context;
  if (contradictsContract(context) || contradictsSentence(context)) return false;
  // An invalid request that was accepted before may have had effects; that is a separate finding.
  const { sendMode } = testCase;
  const shouldBeRejectedBefore = sendMode?.kind === 'preceded' && sendMode.shouldBeRejected === true;
  if (shouldBeRejectedBefore && precedingExchanges.some(({ outcome }) => isSuccessOutcome(outcome))) return true;
  // A made-up precondition does not hold (RFC 9110, section 13).
  if (response?.status === 412 && requestSpec.headers.some(([name]) => /^if-/i.test(name))) return true;
  return requestSpec.mayNotExist === true || toleratedResponse(context)?.isExpected === true;
}

/** The body is rejected, although a sentence of the contract says that it is accepted. */
function contradictsSentence({ requestSpec, response }: CheckContext): boolean {
  return requestSpec.isAcceptanceStated === true && [400, 413, 415, 422].includes(response?.status ?? 0);
}

/** The response rejects what the contract declares, whatever the values; unless the case tolerates it. */
export function contradictsContract({
  response,
  requestSpec,
  testCase: { operation, tolerated },
}: CheckContext): boolean {
  const status = response?.status ?? 0;
  return rejectsDeclared(operation, requestSpec, status) && !tolerated.some((one) => one.status === status);
}

function isSuccessOutcome(outcome: CheckContext['exchange']['outcome']): boolean {
  return outcome.kind === 'response' && isSuccess(outcome.response.status);
}

/** 415 to a declared media type, 406 although every declared success is acceptable, 405 to a declared method of a path without parameters. */
export function rejectsDeclared(operation: Operation, { headers, method }: RequestSpec, status: number): boolean {
  if (status === 415) return isDeclaredMediaType(operation, headerValue(headers, 'content-type') ?? '');
  if (status === 406) {
    const accept = headerValue(headers, 'accept');
    return accept === acceptHeader(operation) || isEverySuccessAcceptable(operation, accept);
  }
  const isOperationMethod = method === undefined || method === operation.method;
  return status === 405 && isOperationMethod && !operation.path.includes('{');
}

/** By its exact name: a range, or a type with parameters, may mean another one. */
function isDeclaredMediaType({ requestBody }: Operation, sent: string): boolean {
  const media = findMediaType(requestBody?.content ?? [], sent);
  const [range = ''] = sent.split(';');
  return media !== undefined && media.range === range.trim().toLowerCase() && !media.parameters;
}
