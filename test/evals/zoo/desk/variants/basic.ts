import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { authorizationOf, userAndPassword } from '../doors.ts';
import { type Change, crash, lets } from './changes.ts';

const at = ['readNote'];
const door = ['unauthorised-refused'];

/** Basic authentication, and what is asked for together or in its place. */
export const wrongBasic = faulty<Desk>('basic', [
  {
    name: 'wants-capital-in-scheme',
    what: 'It knows Basic and not basic.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: lets(({ isStaff }) => ({
      isStaff: (request, staff) => authorizationOf(request).scheme === 'Basic' && isStaff(request, staff),
    })),
  },
  {
    name: 'takes-any-scheme',
    what: 'It takes user and password behind every scheme.',
    at,
    foundBy: door,
    behaviour: lets(() => ({
      isStaff: (request, staff) => userAndPassword(authorizationOf(request).token) === staff,
    })),
  },
  {
    name: 'checks-no-password',
    what: 'It knows its users, and takes every password.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => userOf(given) === userOf(staff)),
  },
  {
    name: 'cuts-password-at-colon',
    what: 'It compares the password up to its first colon, as split(":")[1] does.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => beforeSecondColon(given) === beforeSecondColon(staff)),
  },
  {
    name: 'takes-empty-password',
    what: 'It lets in a known user with an empty password, as a bind to LDAP does.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => given === staff || given === `${userOf(staff)}:`),
  },
  {
    name: 'takes-nobody',
    what: 'It lets in whoever has neither user nor password.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => given === staff || given === ':'),
  },
  {
    name: 'compares-passwords-without-case',
    what: 'It compares passwords without regard to case.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => given.toLowerCase() === staff.toLowerCase()),
  },
  {
    name: 'compares-seven-bits',
    what: 'It reads passwords as ASCII, so that other letters count for ö.',
    at,
    foundBy: door,
    behaviour: staffBy((given, staff) => inSevenBits(given) === inSevenBits(staff)),
  },
  {
    name: 'compares-eight-letters',
    what: 'It compares the first eight letters of a password, as crypt(3) does.',
    at,
    foundBy: door,
    behaviour: staffBy(
      (given, staff) =>
        userOf(given) === userOf(staff) && passwordOf(given).slice(0, 8) === passwordOf(staff).slice(0, 8),
    ),
  },
  {
    name: 'takes-plain-password',
    what: 'It takes user and password that are not in Base64.',
    at,
    foundBy: door,
    behaviour: lets(({ isStaff }) => ({
      isStaff: (request, staff) => {
        const [, plain = ''] = /^Basic (.*)$/.exec(request.headers['authorization'] ?? '') ?? [];
        return isStaff(request, staff) || [plain, Buffer.from(plain, 'latin1').toString()].includes(staff);
      },
    })),
  },
  {
    name: 'fails-on-no-base64',
    what: 'It answers 500 where the credentials are no Base64.',
    at,
    foundBy: ['no-server-error'],
    behaviour: lets(({ isStaff }) => ({
      isStaff: (request, staff) =>
        request.headers['authorization']?.includes('%') ? crash() : isStaff(request, staff),
    })),
  },
  {
    name: 'lets-everybody-write-notes',
    what: 'It checks who reads a note, and not who writes one.',
    at: ['readNote', 'writeNote'],
    foundBy: door,
    behaviour: ({ doors }) => ({
      doors: {
        ...doors,
        isStaff: (request, staff) => request.method === 'PUT' || doors.isStaff(request, staff),
      },
    }),
  },
  {
    name: 'takes-one-of-both',
    what: 'It takes either of two credentials where the contract asks for both.',
    at: ['addAttachment'],
    foundBy: door,
    behaviour: lets(() => ({
      isOpen: (security, holds) => security.length === 0 || security.flat().some(holds),
    })),
  },
  {
    name: 'checks-first-of-both',
    what: 'It checks the first of two credentials that the contract asks for.',
    at: ['addAttachment'],
    foundBy: door,
    behaviour: lets(({ isOpen }) => ({
      isOpen: (security, holds) =>
        isOpen(
          security.map(([first]) => (first === undefined ? [] : [first])),
          holds,
        ),
    })),
  },
  {
    name: 'knows-one-of-two',
    what: 'It takes the first of two credentials, either of which is enough by the contract.',
    at: ['readBooking'],
    foundBy: ['valid-accepted'],
    behaviour: lets(({ isOpen }) => ({ isOpen: (security, holds) => isOpen(security.slice(0, 1), holds) })),
  },
  {
    name: 'wants-both-of-two',
    what: 'It asks for both credentials where either is enough by the contract.',
    // That the credentials are right, another operation shows.
    at: ['createBooking', 'readBooking'],
    foundBy: ['valid-accepted'],
    behaviour: lets(() => ({ isOpen: (security, holds) => security.flat().every(holds) })),
  },
]);

/** Lets in whom `isRight` says is of the staff. */
export function staffBy(isRight: (given: string, staff: string) => boolean): Change {
  return lets(() => ({
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
