import type { Operation } from '../../../spec/model/contract.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { isClientError, isRedirect } from '../model/exchange.ts';
import { alwaysOpen, type Check, type Judged, weighed } from './check.ts';

export const statusDeclared: Check = {
  id: 'status-declared',
  severity: 'fault',
  holds: 'the status is one that the contract declares for the operation',
  title: 'The status is not declared',
  why: 'A generated client has no branch for it and fails as if the service were down. Likely causes: a framework default (422, 404, 201) where the contract says another status. Answer with the declared one, or declare this one.',
  restsOn:
    'OpenAPI, Responses Object: the successful answer and the known errors are declared by their status',
  defaults:
    'FastAPI answers 422 to what its models refuse, the create views of Django REST framework 201, Spring 415 to another media type',
  // Where no response is declared at all, OpenAPI 3.1 leaves open what there is.
  appliesTo: ({ answer, case: { expectation, operation } }) =>
    answer !== undefined && expectation !== 'silent' && operation.responses.length > 0,
  violations(judged) {
    const { answer, response, case: tried } = judged;
    if (answer === undefined || answer.status >= 500 || response !== undefined || isTold(judged)) return [];
    const declared = tried.operation.responses.map(({ status }) => status).join(', ');
    const open =
      tried.open.find(({ status }) => status === answer.status)?.because ?? alwaysOpen.get(answer.status);
    const expected =
      tried.expectation === 'refuse'
        ? `401, 403 or a declared client error${clientErrors(tried.operation)}`
        : `a declared status: ${declared}`;
    const received = `status ${answer.status}`;
    const key = `${tried.expectation} ${answer.status}`;
    return [weighed({ expected, received, at: { in: 'status' }, place: tried.operation.place, key }, open)];
  },
};

function clientErrors({ responses }: Operation): string {
  const statuses = responses.map(({ status }) => status).filter((status) => status.startsWith('4'));
  return statuses.length === 0 ? '' : ` (${statuses.join(', ')})`;
}

/**
 * A redirect is told by no-redirect, a valid request refused by valid-accepted. 401 and 403 answer a request without
 * credentials, declared or not.
 */
function isTold({ answer, case: { operation, expectation, open } }: Judged): boolean {
  const status = answer?.status ?? 0;
  if (isRedirect(status)) return true;
  if (expectation === 'refuse')
    return status === 401 || status === 403 || open.some((one) => one.status === status);
  return isClientError(status) && (expectation === 'accept' || !declaresInvalid(operation));
}
