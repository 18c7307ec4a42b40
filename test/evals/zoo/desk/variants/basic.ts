import { faulty } from '../../variant.ts';
import { authorizationOf, userAndPassword } from '../authentication.ts';
import type { DeskBehavior } from '../behavior.ts';
import { type BehaviorChange, changesAuthentication, throwDeskServerError } from './changes.ts';

const at = ['readNote'];
const unauthorizedChecks = ['unauthorized-rejected'];

/** Basic authentication, and what is asked for together or in its place. */
export const wrongBasic = faulty<DeskBehavior>('basic', [
  {
    name: 'wants-capital-in-scheme',
    description: 'It knows Basic and not basic.',
    operations: at,
    foundBy: ['valid-accepted'],
    behavior: changesAuthentication(({ isStaff }) => ({
      isStaff: (request, staff) => authorizationOf(request).scheme === 'Basic' && isStaff(request, staff),
    })),
  },
  {
    name: 'takes-any-scheme',
    description: 'It accepts user and password behind every scheme.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(() => ({
      isStaff: (request, staff) => userAndPassword(authorizationOf(request).token) === staff,
    })),
  },
  {
    name: 'checks-no-password',
    description: 'It knows its users, and accepts every password.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => userOf(given) === userOf(staff)),
  },
  {
    name: 'cuts-password-at-colon',
    description: 'It compares the password up to its first colon, as split(":")[1] does.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => beforeSecondColon(given) === beforeSecondColon(staff)),
  },
  {
    name: 'takes-empty-password',
    description: 'It accepts a known user with an empty password, as a bind to LDAP does.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => given === staff || given === `${userOf(staff)}:`),
  },
  {
    name: 'takes-none',
    description: 'It accepts requests with neither user nor password.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => given === staff || given === ':'),
  },
  {
    name: 'compares-passwords-without-case',
    description: 'It compares passwords without regard to case.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => given.toLowerCase() === staff.toLowerCase()),
  },
  {
    name: 'compares-seven-bits',
    description: 'It reads passwords as ASCII, so that other letters count for ö.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy((given, staff) => inSevenBits(given) === inSevenBits(staff)),
  },
  {
    name: 'compares-eight-letters',
    description: 'It compares the first eight letters of a password, as crypt(3) does.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: staffBy(
      (given, staff) =>
        userOf(given) === userOf(staff) && passwordOf(given).slice(0, 8) === passwordOf(staff).slice(0, 8),
    ),
  },
  {
    name: 'takes-plain-password',
    description: 'It accepts user and password that are not in Base64.',
    operations: at,
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(({ isStaff }) => ({
      isStaff: (request, staff) => {
        const [, plain = ''] = /^Basic (.*)$/.exec(request.headers['authorization'] ?? '') ?? [];
        return isStaff(request, staff) || [plain, Buffer.from(plain, 'latin1').toString()].includes(staff);
      },
    })),
  },
  {
    name: 'fails-on-no-base64',
    description: 'It returns 500 where the credentials are no Base64.',
    operations: at,
    foundBy: ['no-server-error'],
    behavior: changesAuthentication(({ isStaff }) => ({
      isStaff: (request, staff) =>
        request.headers['authorization']?.includes('%') ? throwDeskServerError() : isStaff(request, staff),
    })),
  },
  {
    name: 'accepts-all-write-notes',
    description: 'It checks who reads a note, and not who writes one.',
    operations: ['readNote', 'writeNote'],
    foundBy: unauthorizedChecks,
    behavior: ({ authentication }) => ({
      authentication: {
        ...authentication,
        isStaff: (request, staff) => request.method === 'PUT' || authentication.isStaff(request, staff),
      },
    }),
  },
  {
    name: 'takes-one-of-both',
    description: 'It accepts either of two credentials where the contract requires both.',
    operations: ['addAttachment'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(() => ({
      isAuthorized: (security, holds) => security.length === 0 || security.flat().some(holds),
    })),
  },
  {
    name: 'checks-first-of-both',
    description: 'It checks the first of two credentials that the contract requires.',
    operations: ['addAttachment'],
    foundBy: unauthorizedChecks,
    behavior: changesAuthentication(({ isAuthorized }) => ({
      isAuthorized: (security, holds) =>
        isAuthorized(
          security.map(([first]) => (first === undefined ? [] : [first])),
          holds,
        ),
    })),
  },
  {
    name: 'knows-one-of-two',
    description: 'It accepts the first of two credentials, either of which is enough by the contract.',
    operations: ['readBooking'],
    foundBy: ['valid-accepted'],
    behavior: changesAuthentication(({ isAuthorized }) => ({
      isAuthorized: (security, holds) => isAuthorized(security.slice(0, 1), holds),
    })),
  },
  {
    name: 'wants-both-of-two',
    description: 'It requires both credentials where either is enough by the contract.',
    // That the credentials are right, another operation shows.
    operations: ['createBooking', 'readBooking'],
    foundBy: ['valid-accepted'],
    behavior: changesAuthentication(() => ({
      isAuthorized: (security, holds) => security.flat().every(holds),
    })),
  },
]);

/** Lets in whom `isRight` says is of the staff. */
export function staffBy(isRight: (given: string, staff: string) => boolean): BehaviorChange {
  return changesAuthentication(() => ({
    isStaff: (request, staff) => {
      const { scheme, token } = authorizationOf(request);
      return scheme.toLowerCase() === 'basic' && isRight(userAndPassword(token) ?? '', staff);
    },
  }));
}

function userOf(given: string): string {
  return given.split(':')[0] ?? '';
}

export function passwordOf(given: string): string {
  return given.slice(given.indexOf(':') + 1);
}

function beforeSecondColon(given: string): string {
  return given.split(':').slice(0, 2).join(':');
}

function inSevenBits(given: string): string {
  return given.replaceAll(/[^\x00-\x7f]/g, '?');
}
