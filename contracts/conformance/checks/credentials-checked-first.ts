import { isAccessDenied, isClientError, statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const credentialsCheckedFirst: Check = {
  id: 'credentials-checked-first',
  severity: 'warning',
  invariant: 'a request without valid credentials gets the same rejection for a valid and an invalid body',
  title: 'The body is checked before the credentials',
  why: 'A caller without credentials can find out what the implementation accepts, and makes it parse untrusted data. Check the credentials before you read the body.',
  references:
    'OpenAPI, Security Requirement Object. No standard defines which of two errors is reported first, so this is a warning',
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
        expected: `status ${statusOfValid}, as for a valid body with the same credentials`,
        received: `status ${status}`,
        responsePart: { in: 'status' },
        place,
        key: operation.id,
      },
    ];
  },
};
