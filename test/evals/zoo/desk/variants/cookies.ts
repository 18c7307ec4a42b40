import { faulty } from '../../variant.ts';
import { cookiesOf } from '../authentication.ts';
import type { DeskBehavior } from '../behavior.ts';
import type { DeskRequest } from '../http.ts';
import { type BehaviorChange, changesAuthentication } from './changes.ts';

const at = ['readBooking'];
const unauthorizedChecks = ['unauthorized-rejected'];

/** Cookies that are not looked at, or looked at carelessly. */
export const wrongCookies = faulty<DeskBehavior>('basic', [
  {
    name: 'ignores-cookie-parameters',
    description: 'It does not validate the cookies that the contract declares as parameters.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ rules }) => ({ rules: { ...rules, cookies: {} } }),
  },
  {
    name: 'takes-any-till',
    description: 'It validates one of two cookies.',
    operations: at,
    foundBy: ['invalid-rejected'],
    behavior: ({ rules: { cookies, ...others } }) => {
      const { till: _one, ...rest } = cookies;
      return { rules: { ...others, cookies: rest } };
    },
  },
  {
    name: 'reads-first-cookie-only',
    description: 'It looks for the session in the first cookie alone.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesAuthentication(() => ({
      isSession: (request, sessions) => {
        const [first] = cookiesOf(request);
        return first?.[0] === 'desk_session' && sessions.has(first[1]);
      },
    })),
  },
  {
    name: 'takes-any-session',
    description: 'It accepts any value in a cookie with the right name.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: sessionBy((value) => value !== ''),
  },
  {
    name: 'takes-empty-session',
    description: 'It accepts an empty cookie, as one that was cleared is.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: sessionBy((value, sessions) => value === '' || sessions.has(value)),
  },
  {
    name: 'checks-no-session',
    description: 'It never checks the session of requests that read attachments.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(() => ({ isSession: () => true })),
  },
  {
    name: 'takes-beginning-of-session',
    description: 'It accepts the beginning of a session.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: sessionBy((value, sessions) => value !== '' && [...sessions].some((one) => one.startsWith(value))),
  },
  {
    name: 'takes-more-than-session',
    description: 'It accepts a session with something appended.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: sessionBy((value, sessions) => [...sessions].some((one) => value.startsWith(one))),
  },
  {
    name: 'compares-sessions-without-case',
    description: 'It compares sessions without regard to case, as some databases do.',
    operations: ['listAttachments'],
    foundBy: unauthorizedChecks,
    behavior: sessionBy((value, sessions) => [...sessions].some((one) => one.toLowerCase() === value.toLowerCase())),
  },
  {
    name: 'matches-end-of-cookie-name',
    description: 'It accepts xdesk_session as desk_session, as a search in the header does.',
    operations: ['readPhoto'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(() => ({
      isSession: ({ headers }, sessions) => {
        const [, value = ''] = /desk_session=([^;]*)/.exec(headers['cookie'] ?? '') ?? [];
        return sessions.has(value);
      },
    })),
  },
  {
    name: 'matches-beginning-of-cookie-name',
    description: 'It accepts desk_session_old for desk_session.',
    operations: ['readPhoto'],
    foundBy: unauthorizedChecks,
    behavior: sessionFrom((request) =>
      cookiesOf(request)
        .filter(([name]) => name.startsWith('desk_session'))
        .map(([, value]) => value),
    ),
  },
  {
    name: 'takes-session-in-query',
    description: 'It accepts the session from the query too, as frameworks do for clients without cookies.',
    operations: ['readPhoto'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(({ isSession }) => ({
      isSession: (request, sessions) =>
        isSession(request, sessions) || sessions.has(new URLSearchParams(request.query).get('desk_session') ?? ''),
    })),
  },
  {
    name: 'takes-session-in-header',
    description: 'It accepts the session from a header too.',
    operations: ['readPhoto'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(({ isSession }) => ({
      isSession: (request, sessions) =>
        isSession(request, sessions) || sessions.has(request.headers['desk_session'] ?? ''),
    })),
  },
  {
    name: 'ends-sessions-early',
    description: 'It ends a session after twenty requests, and resumes it with the next.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: ({ authentication }) => {
      let callCount = 0;
      // One that ended for good could not be told from one whose time is over.
      const isSession: typeof authentication.isSession = (request, sessions) =>
        authentication.isSession(request, sessions) && ++callCount % 21 !== 0;
      return { authentication: { ...authentication, isSession } };
    },
  },
]);

function sessionBy(isKnown: (value: string, sessions: ReadonlySet<string>) => boolean): BehaviorChange {
  return changesAuthentication(() => ({
    isSession: (request, sessions) =>
      cookiesOf(request).some(([name, value]) => name === 'desk_session' && isKnown(value, sessions)),
  }));
}

function sessionFrom(valuesOf: (request: DeskRequest) => readonly string[]): BehaviorChange {
  return changesAuthentication(() => ({
    isSession: (request, sessions) => valuesOf(request).some((value) => sessions.has(value)),
  }));
}
