import { headerValue } from '../../http/headers.ts';
import type { Check } from './check.ts';

export const allowPresent: Check = {
  id: 'allow-present',
  severity: 'warning',
  invariant: 'a 405 says in Allow which methods there are',
  title: 'A 405 without Allow',
  why: 'RFC 9110, section 15.5.6, asks for the header; a client learns from it what it can do instead. Add `Allow` with the methods that there are.',
  references: 'RFC 9110, section 10.2.1 (Allow) and section 15.5.6 (405)',
  appliesTo: ({ response }) => response?.status === 405,
  violations({ response, testCase: { place } }) {
    if (response === undefined || headerValue(response.headers, 'allow') !== undefined) return [];
    const at = { in: 'header', name: 'Allow' } as const;
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
