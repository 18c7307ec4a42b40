import { headerValue } from '../../http/headers.ts';
import type { Check } from './check.ts';

export const allowPresent: Check = {
  id: 'allow-present',
  severity: 'warning',
  invariant: 'a 405 lists the allowed methods in Allow',
  title: 'A 405 without Allow',
  why: 'RFC 9110, section 15.5.6, requires the header. Clients read from it which methods they can use instead. Add `Allow` with these methods.',
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
