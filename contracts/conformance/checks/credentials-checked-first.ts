import { isAccessDenied, isClientError, statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const credentialsCheckedFirst: Check = {
  id: 'credentials-checked-first',
  severity: 'warning',
  invariant: 'a request without the right credentials is refused alike, whether its body is valid or not',
  title: 'The body is judged before the credentials',
  why: 'A caller without credentials can try out what the implementation takes, and makes it parse what it should never look at. Check the credentials first, before the body is read.',
  references: 'OpenAPI, Security Requirement Object. No standard says which of two faults is told, so this is advice',
  appliesTo: ({ testCase: { expectation }, precedingExchanges, response }) =>
    expectation === 'deny' && precedingExchanges.length === 1 && response !== undefined,
  violations({ response, precedingExchanges: [validExchange], requestSpec, testCase: { place, operation } }) {
    const [statusOfValid, status] = [
      validExchange === undefined ? undefined : statusOf(validExchange),
      response?.status,
    ];
    if (statusOfValid === undefined || status === undefined || statusOfValid === status) return [];
    // Only requests with an invalid body are compared, and only with a baseline request that was rejected.
    if (!isClientError(statusOfValid) || !isClientError(status) || requestSpec.value === undefined) return [];
    // If the baseline request failed for another reason, such as 409, the response says nothing about the body.
    if (isAccessDenied(status) && !isAccessDenied(statusOfValid)) return [];
    return [
      {
        expected: `status ${statusOfValid}, as with a valid body and the same credentials`,
        received: `status ${status}`,
        responsePart: { in: 'status' },
        place,
        key: operation.id,
      },
    ];
  },
};
