import { findResponse, type Operation } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { isSuccess, type ReceivedResponse } from '../model/exchange.ts';
import { headerParameter, isStrong, shownEtag } from '../stateful/conditions/entity-tags.ts';
import { type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';

export const ifMatchRespected: Check = {
  id: 'if-match-respected',
  severity: 'error',
  invariant: 'a change with If-Match is made if the record has one of these ETags, and rejected otherwise',
  title: 'If-Match is not respected',
  why: 'Where a stale ETag is accepted, a client overwrites the changes of another without noticing. Where the current one is rejected, no client can change the record. Likely causes: a header that is not read for this method, a comparison of the whole header with one ETag, quotes that were removed on one side, an ETag that is made from the time. Compare each ETag of the header with that of the stored version, in the transaction that changes it; a star matches every record that exists.',
  references: 'RFC 9110, section 13.1.1 (If-Match), section 13.2 (evaluation) and section 15.5.13 (412)',
  appliesTo: ({ expectedState, response }) =>
    (expectedState?.expects === 'if-match' || expectedState?.expects === 'unchanged') && response !== undefined,
  violations(context) {
    const { expectedState, response } = context;
    if (response === undefined) return [];
    if (expectedState?.expects === 'unchanged') return changedByRejected(context, response);
    if (expectedState?.expects !== 'if-match') return [];
    const { holds, condition, isRepeated } = expectedState;
    if (!holds && isAccepted(response)) return [unmetAccepted(context, condition, response)];
    if (!holds)
      return isOtherThanStated(context, response, expectedState.wasAccepted) ? [otherStatus(context, response)] : [];
    if (isRepeated === true || !isRejectedFor(response, expectedState.wasAccepted)) return [];
    return [
      {
        ...statusViolation(context, response),
        expected: `no status ${response.status}, because the record has an ETag that If-Match ${condition} allows`,
        key: `rejected ${kindOf(condition)}`,
      },
    ];
  },
};

/** 202 means accepted, not done. */
function isAccepted({ status }: ReceivedResponse): boolean {
  return isSuccess(status) && status !== 202;
}

/** 409, although the header says 412 and the same kind of change was accepted with the current ETag. */
function isOtherThanStated(
  { testCase: { operation } }: CheckContext,
  { status }: ReceivedResponse,
  wasAccepted: boolean,
): boolean {
  const { description = '' } = headerParameter(operation, 'if-match') ?? {};
  return status === 409 && wasAccepted && /\bwith 412\b|\breturns 412\b/i.test(description);
}

function otherStatus(context: CheckContext, response: ReceivedResponse): Violation {
  const expected = 'status 412, which the description of If-Match names for another ETag';
  return { ...statusViolation(context, response), expected, key: 'other status' };
}

/** 400 and 428 only where the header is all that differs from an accepted request. */
function isRejectedFor({ status }: ReceivedResponse, wasAccepted: boolean): boolean {
  return status === 412 || (wasAccepted && (status === 400 || status === 428));
}

function unmetAccepted(context: CheckContext, condition: string, response: ReceivedResponse): Violation {
  const violation = {
    ...statusViolation(context, response),
    expected: `status 412, because the record does not have the ETag of If-Match ${condition}`,
    key: 'accepted',
  };
  return downgradeIfTolerated(violation, ignoredReason(context.testCase.operation));
}

/** Without the parameter, or without a status for it, an implementation may not know the header. */
function ignoredReason(operation: Operation): string | undefined {
  if (headerParameter(operation, 'if-match') === undefined) return 'the contract does not declare the header';
  const isDeclared = [412, 409, 428].some((status) => findResponse(operation, status) !== undefined);
  return isDeclared ? undefined : 'the contract declares no status for this';
}

function statusViolation({ testCase: { operation } }: CheckContext, { status }: ReceivedResponse) {
  const parameter = headerParameter(operation, 'if-match');
  return {
    received: `status ${status}`,
    responsePart: { in: 'status' },
    place: parameter?.place ?? operation.place,
    requirement: 'a change is made only if If-Match holds (RFC 9110, section 13.1.1)',
  } as const;
}

function kindOf(condition: string): string {
  if (condition === '*') return 'star';
  return condition.includes(',') ? 'list' : 'current';
}

/** Both the body and the strong ETag differ. */
function changedByRejected(context: CheckContext, response: ReceivedResponse): readonly Violation[] {
  const { expectedState, exchange, testCase } = context;
  if (expectedState?.expects !== 'unchanged' || expectedState.before.outcome.kind !== 'response') return [];
  const [before, now] = [shownEtag(expectedState.before), shownEtag(exchange)];
  const isSame = Buffer.from(expectedState.before.outcome.response.body).equals(response.body);
  if (before === undefined || now === undefined || before === now || !isStrong(before) || isSame) return [];
  if (!isSuccess(response.status)) return [];
  return [
    {
      expected: `the ETag ${before} as before, because the change was rejected`,
      received: headerValue(response.headers, 'etag') ?? 'no ETag',
      responsePart: { in: 'header', name: 'ETag' },
      place: testCase.operation.place,
      requirement: 'a change is made only if If-Match holds (RFC 9110, section 13.1.1)',
      key: 'changed',
    },
  ];
}
