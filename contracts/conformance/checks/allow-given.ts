import { headerOf } from '../../http/headers.ts';
import type { Check } from './check.ts';

export const allowGiven: Check = {
  id: 'allow-given',
  severity: 'advice',
  holds: 'a 405 says in Allow which methods there are',
  title: 'A 405 without Allow',
  why: 'RFC 9110, section 15.5.6, asks for the header; a client learns from it what it can do instead. Add `Allow` with the methods that there are.',
  restsOn: 'RFC 9110, section 10.2.1 (Allow) and section 15.5.6 (405)',
  appliesTo: ({ answer }) => answer?.status === 405,
  violations({ answer, case: { place } }) {
    if (answer === undefined || headerOf(answer.headers, 'allow') !== undefined) return [];
    const at = { in: 'header', name: 'Allow' } as const;
    return [{ expected: `the header ${at.name}`, received: 'no such header', at, place, key: 'missing' }];
  },
};
