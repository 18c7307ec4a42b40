import { headerValue } from '../../http/headers.ts';
import { isRedirect } from '../model/exchange.ts';
import type { Check } from './check.ts';

export const noRedirect: Check = {
  id: 'no-redirect',
  severity: 'error',
  invariant: 'a request is not redirected, unless the contract declares a redirect',
  title: 'The request is redirected',
  why: 'API clients often do not follow redirects, or follow them with GET and without the credentials. Likely causes: a login page for browsers in front of the API, a rule that adds or removes a slash or `www`, a redirect from HTTP to HTTPS, a redirect after a form. Return a declared status.',
  references: 'OpenAPI, Responses Object; RFC 9110, section 15.4 (redirects)',
  frameworkDefaults:
    'FastAPI (redirect_slashes) and Django (APPEND_SLASH) redirect to the path with a slash; Spring Security with form login redirects to /login',
  appliesTo: ({ response, testCase: { expectation } }) => response !== undefined && expectation !== 'unspecified',
  violations({ response, declared, testCase: { operation, expectation } }) {
    if (response === undefined || declared !== undefined || !isRedirect(response.status)) return [];
    const location = headerValue(response.headers, 'location');
    const to = location === undefined ? 'without a Location' : `to ${JSON.stringify(location)}`;
    return [
      {
        expected: `a declared status: ${operation.responses.map(({ status }) => status).join(', ')}`,
        received: `status ${response.status} ${to}`,
        responsePart: { in: 'status' },
        place: operation.place,
        key: `${expectation} ${response.status}`,
      },
    ];
  },
};
