import { isAccessDenied, isClientError, statusOf } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const credentialsComeFirst: Check = {
  id: 'credentials-come-first',
  severity: 'advice',
  invariant: 'a request without the right credentials is refused alike, whether its body is valid or not',
  title: 'The body is judged before the credentials',
  why: 'A caller without credentials can try out what the implementation takes, and makes it parse what it should never look at. Check the credentials first, before the body is read.',
  references: 'OpenAPI, Security Requirement Object. No standard says which of two faults is told, so this is advice',
  appliesTo: ({ testCase: { expectation }, precedingExchanges, response }) =>
    expectation === 'refuse' && precedingExchanges.length === 1 && response !== undefined,
  violations({ response, precedingExchanges: [validExchange], requestSpec, testCase: { place, operation } }) {
    const [statusOfValid, status] = [
      validExchange === undefined ? undefined : statusOf(validExchange),
      response?.status,
    ];
    if (statusOfValid === undefined || status === undefined || statusOfValid === status) return [];
    // After a success the request is the same; it is about one whose body is invalid, and whose valid twin was refused.
    if (!isClientError(statusOfValid) || !isClientError(status) || requestSpec.value === undefined) return [];
    // Where the right credentials got no success either, such as 409, a refusal of wrong ones tells nothing of the body.
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
