import { headerValue } from '../../http/headers.ts';
import type { Check } from './check.ts';

export const upgradePresent: Check = {
  id: 'upgrade-present',
  severity: 'warning',
  invariant: 'a 426 names the required protocol in Upgrade',
  title: 'A 426 without Upgrade',
  why: 'RFC 9110, section 15.5.22, requires the header. Clients read from it which protocol they have to use. Add `Upgrade` with the protocol.',
  references: 'RFC 9110, section 7.8 (Upgrade) and section 15.5.22 (426)',
  appliesTo: ({ response }) => response?.status === 426,
  violations({ response, testCase: { place } }) {
    if (response === undefined || headerValue(response.headers, 'upgrade') !== undefined) return [];
    const at = { in: 'header', name: 'Upgrade' } as const;
    return [{ expected: `the header ${at.name}`, received: 'no such header', responsePart: at, place, key: 'missing' }];
  },
};
