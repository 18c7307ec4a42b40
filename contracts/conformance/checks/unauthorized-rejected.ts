import { isSuccess } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const unauthorizedRejected: Check = {
  id: 'unauthorized-rejected',
  severity: 'error',
  invariant: 'a request without the right credentials is never a success',
  title: 'A request without the right credentials succeeds',
  why: 'Anybody can do what the contract keeps for callers with credentials. Likely causes: the check is missing on this route, only the presence or the beginning of the token is looked at, the scheme is ignored, or a result is remembered for the connection. Compare the whole credential, in the place that the contract names, for each request anew, and answer 401.',
  references: 'OpenAPI, Security Requirement Object; RFC 9110, section 15.5.2 (401) and section 15.5.4 (403)',
  appliesTo: ({ testCase: { expectation }, response }) => expectation === 'deny' && response !== undefined,
  violations({ response, testCase: { place, topic } }) {
    if (response === undefined || !isSuccess(response.status)) return [];
    const expected = '401, 403 or a declared client error';
    return [{ expected, received: `status ${response.status}`, responsePart: { in: 'status' }, place, key: topic }];
  },
};
