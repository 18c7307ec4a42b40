import { isSuccess } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const unauthorizedRejected: Check = {
  id: 'unauthorized-rejected',
  severity: 'error',
  invariant: 'a request without valid credentials never succeeds',
  title: 'A request without valid credentials succeeds',
  why: 'Anyone can do what the contract allows only with credentials. Likely causes: the check is missing on this route, only the presence or the start of the token is checked, the scheme is ignored, or a result is cached for the connection. Compare the whole credential, in the declared place, for every request, and return 401.',
  references: 'OpenAPI, Security Requirement Object; RFC 9110, section 15.5.2 (401) and section 15.5.4 (403)',
  appliesTo: ({ testCase: { expectation }, expectedState, response }) =>
    (expectation === 'deny' || expectedState?.expects === 'denial') && response !== undefined,
  violations({ response, expectedState, testCase }) {
    if (response === undefined || !isSuccess(response.status)) return [];
    const received = `status ${response.status}`;
    const violation = { received, responsePart: { in: 'status' } } as const;
    if (expectedState?.expects === 'denial') {
      const expected = 'no success, since the response shows what the operation shows only with credentials';
      return [{ ...violation, expected, place: expectedState.place, key: 'another way' }];
    }
    const { place, topic } = testCase;
    return [{ ...violation, expected: '401, 403 or a declared client error', place, key: topic }];
  },
};
