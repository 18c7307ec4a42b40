import type { Operation } from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import type { Check } from './check.ts';

export const challengePresent: Check = {
  id: 'challenge-present',
  severity: 'warning',
  invariant: 'a 401 names the authentication scheme in WWW-Authenticate',
  title: 'A 401 without WWW-Authenticate',
  why: 'RFC 9110, section 15.5.2, requires the header. Some clients ask the user for credentials only if it is present. Add `WWW-Authenticate: Bearer` (or the scheme in use).',
  references: 'RFC 9110, section 11.6.1 (WWW-Authenticate) and section 15.5.2 (401)',
  frameworkDefaults:
    'Django REST framework responds with 403 instead of 401 if its first authentication class has no authenticate_header',
  appliesTo: ({ response, testCase: { operation } }) => response?.status === 401 && canNameScheme(operation),
  violations({ response, testCase: { place } }) {
    if (response === undefined || headerValue(response.headers, 'www-authenticate') !== undefined) return [];
    const at = { in: 'header', name: 'WWW-Authenticate' } as const;
    return [
      {
        expected: `the header ${at.name}`,
        received: 'no such header',
        responsePart: at,
        place,
        key: 'missing',
      },
    ];
  },
};

/** An API key has no authentication scheme that the header could name. */
function canNameScheme({ security }: Operation): boolean {
  return security.some(({ schemes }) => schemes.some(({ type }) => type !== 'apiKey' && type !== 'mutualTLS'));
}
