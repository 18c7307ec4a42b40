import type { Operation } from '../../../spec/model/contract.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { isClientError, isRedirect } from '../model/exchange.ts';
import { alwaysTolerated, type Check, type CheckContext, downgradeIfTolerated } from './check.ts';

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
  appliesTo: ({ response, testCase: { expectation, operation } }) =>
    response !== undefined && expectation !== 'unspecified' && operation.responses.length > 0,
  violations(context) {
    const { response, declared, testCase } = context;
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
