import { findResponse, type Operation } from '../../../spec/model/contract.ts';
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { isClientError, isRedirect } from '../model/exchange.ts';
import { alwaysTolerated, type Check, type CheckContext, downgradeIfTolerated, type Violation } from './check.ts';

export const statusDeclared: Check = {
  id: 'status-declared',
  severity: 'error',
  invariant: 'the status is declared for the operation',
  title: 'The status is not declared',
  why: 'A generated client has no branch for the status and fails as if the service were down. Likely cause: a framework default (422, 404, 201) where the contract declares another status. Return a declared status, or declare this one.',
  references: 'OpenAPI, Responses Object: the success response and the known errors are declared by status',
  frameworkDefaults:
    'FastAPI returns 422 for invalid bodies, the create views of Django REST framework return 201, Spring returns 415 for another media type',
  // Without declared responses, OpenAPI 3.1 leaves all statuses open.
  appliesTo: (context) => {
    const { response, testCase } = context;
    const isSpecified = testCase.expectation !== 'unspecified' || declaredForSituation(context).length > 0;
    return response !== undefined && isSpecified && testCase.operation.responses.length > 0;
  },
  violations(context) {
    const { response, declared, testCase } = context;
    const replaced = replacedStatuses(context);
    if (response !== undefined && replaced.length > 0) return [undeclaredRejection(context, replaced)];
    if (testCase.expectation === 'unspecified') return [];
    if (response === undefined || response.status >= 500 || declared !== undefined || isReportedElsewhere(context))
      return [];
    const declaredStatuses = testCase.operation.responses.map(({ status }) => status).join(', ');
    const tolerated =
      testCase.tolerated.find(({ status }) => status === response.status)?.reason ??
      alwaysTolerated.get(response.status);
    const expected =
      testCase.expectation === 'deny'
        ? `401, 403 or a declared client error${declaredClientErrors(testCase.operation)}`
        : `a declared status: ${declaredStatuses}`;
    const received = `status ${response.status}`;
    const key = `${testCase.expectation} ${response.status}`;
    return [
      downgradeIfTolerated(
        { expected, received, responsePart: { in: 'status' }, place: testCase.operation.place, key },
        tolerated,
      ),
    ];
  },
};

/** The contract declares another status for exactly this: clients have a branch for that one, and none for this. */
function undeclaredRejection(
  { response, testCase: { expectation, operation } }: CheckContext,
  replaced: readonly number[],
): Violation {
  return {
    expected: `status ${replaced.join(' or ')}, which the contract declares for this`,
    received: `status ${response?.status}`,
    responsePart: { in: 'status' },
    place: findResponse(operation, replaced[0] ?? 0)?.place ?? operation.place,
    key: `${expectation} ${response?.status}`,
  };
}

/** The statuses that should have been returned in place of an undeclared client error; empty if it is no such error. */
function replacedStatuses(context: CheckContext): readonly number[] {
  const { response, declared, testCase } = context;
  const status = response?.status ?? 0;
  const isTolerated = alwaysTolerated.has(status) || testCase.tolerated.some((one) => one.status === status);
  return isClientError(status) && declared === undefined && !isTolerated ? declaredForSituation(context) : [];
}

/** The statuses that HTTP defines for the situation of the request, as far as the operation declares them. */
function declaredForSituation(context: CheckContext): readonly number[] {
  return situationStatuses(context).filter((status) => declaresStatus(context.testCase.operation, status));
}

function situationStatuses({ expectedState, testCase, requestSpec }: CheckContext): readonly number[] {
  const { expectation, category, topic } = testCase;
  if (expectation === 'deny') return [401];
  const isMissing = expectedState?.expects === 'nothing' || expectedState?.expects === 'rejection';
  // Its credentials are not in question, and it is changed in nothing but the name of the record.
  if (isMissing || (category === 'unknown-identifiers' && requestSpec.credentials === 'right')) return [404, 410];
  // Without a media type, the request may count as malformed.
  return expectation === 'reject' && category === 'media-types' && topic !== 'none' ? [415] : [];
}

function declaredClientErrors({ responses }: Operation): string {
  const statuses = responses.map(({ status }) => status).filter((status) => status.startsWith('4'));
  return statuses.length === 0 ? '' : ` (${statuses.join(', ')})`;
}

/**
 * no-redirect reports redirects, valid-accepted rejected valid requests. 401 and 403 are allowed for requests without
 * credentials, declared or not.
 */
function isReportedElsewhere({ response, testCase: { operation, expectation, tolerated } }: CheckContext): boolean {
  const status = response?.status ?? 0;
  if (isRedirect(status)) return true;
  if (expectation === 'deny') return status === 401 || status === 403 || tolerated.some((one) => one.status === status);
  return isClientError(status) && (expectation === 'accept' || !declaresInvalid(operation));
}
