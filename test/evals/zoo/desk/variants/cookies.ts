import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { cookiesOf } from '../doors.ts';
import type { Incoming } from '../wire.ts';
import { type Change, lets } from './changes.ts';

const at = ['readBooking'];
const door = ['unauthorised-refused'];

/** Cookies that are not looked at, or looked at carelessly. */
export const wrongCookies = faulty<Desk>('basic', [
  {
    name: 'ignores-cookie-parameters',
    what: 'It does not validate the cookies that the contract declares as parameters.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ rules }) => ({ rules: { ...rules, cookies: {} } }),
  },
  {
    name: 'takes-any-till',
    what: 'It validates one of two cookies.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ rules: { cookies, ...others } }) => {
      const { till: _one, ...rest } = cookies;
      return { rules: { ...others, cookies: rest } };
    },
  },
  {
    name: 'reads-first-cookie-only',
    what: 'It looks for the session in the first cookie alone.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: lets(() => ({
      isSession: (request, sessions) => {
        const [first] = cookiesOf(request);
        return first?.[0] === 'desk_session' && sessions.has(first[1]);
      },
    })),
  },
  {
    name: 'takes-any-session',
    what: 'It lets in whoever has a cookie of the right name.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: sessionBy((value) => value !== ''),
  },
  {
    name: 'takes-empty-session',
    what: 'It lets in whoever has an empty cookie, as one that was cleared is.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: sessionBy((value, sessions) => value === '' || sessions.has(value)),
  },
  {
    name: 'checks-no-session',
    what: 'It never looks at the session of whoever reads attachments.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: lets(() => ({ isSession: () => true })),
  },
  {
    name: 'takes-beginning-of-session',
    what: 'It lets in whoever has the beginning of a session.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: sessionBy(
      (value, sessions) => value !== '' && [...sessions].some((one) => one.startsWith(value)),
    ),
  },
  {
    name: 'takes-more-than-session',
    what: 'It lets in whoever has a session with something behind it.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: sessionBy((value, sessions) => [...sessions].some((one) => value.startsWith(one))),
  },
  {
    name: 'compares-sessions-without-case',
    what: 'It compares sessions without regard to case, as some databases do.',
    at: ['listAttachments'],
    foundBy: door,
    behaviour: sessionBy((value, sessions) =>
      [...sessions].some((one) => one.toLowerCase() === value.toLowerCase()),
    ),
  },
  {
    name: 'matches-end-of-cookie-name',
    what: 'It takes xdesk_session for desk_session, as a search in the header does.',
    at: ['readPhoto'],
    foundBy: door,
    behaviour: lets(() => ({
      isSession: ({ headers }, sessions) => {
        const [, value = ''] = /desk_session=([^;]*)/.exec(headers['cookie'] ?? '') ?? [];
        return sessions.has(value);
      },
    })),
  },
  {
    name: 'matches-beginning-of-cookie-name',
    what: 'It takes desk_session_old for desk_session.',
    at: ['readPhoto'],
    foundBy: door,
    behaviour: sessionFrom((request) =>
      cookiesOf(request)
        .filter(([name]) => name.startsWith('desk_session'))
        .map(([, value]) => value),
    ),
  },
  {
    name: 'takes-session-in-query',
    what: 'It takes the session from the query too, as frameworks do for clients without cookies.',
    at: ['readPhoto'],
    foundBy: door,
    behaviour: lets(({ isSession }) => ({
      isSession: (request, sessions) =>
        isSession(request, sessions) ||
        sessions.has(new URLSearchParams(request.query).get('desk_session') ?? ''),
    })),
  },
  {
    name: 'takes-session-in-header',
    what: 'It takes the session from a header too.',
    at: ['readPhoto'],
    foundBy: door,
    behaviour: lets(({ isSession }) => ({
      isSession: (request, sessions) =>
        isSession(request, sessions) || sessions.has(request.headers['desk_session'] ?? ''),
    })),
  },
  {
    name: 'ends-sessions-early',
    what: 'It ends a session after twenty requests, and takes it up again with the next.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: ({ doors }) => {
      let asked = 0;
      // One that ended for good could not be told from one whose time is over.
      const isSession: typeof doors.isSession = (request, sessions) =>
        doors.isSession(request, sessions) && ++asked % 21 !== 0;
      return { doors: { ...doors, isSession } };
    },
  },
]);

function sessionBy(isKnown: (value: string, sessions: ReadonlySet<string>) => boolean): Change {
  return lets(() => ({
    isSession: (request, sessions) =>
      cookiesOf(request).some(([name, value]) => name === 'desk_session' && isKnown(value, sessions)),
  }));
}

function sessionFrom(valuesOf: (request: Incoming) => readonly string[]): Change {
  return lets(() => ({
    isSession: (request, sessions) => valuesOf(request).some((value) => sessions.has(value)),
  }));
}
