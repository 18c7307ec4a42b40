/** Invalid credentials that are accepted, missing scopes, and records of other users. */
import { annaKey, annaToken, readerToken } from '../authentication.ts';
import { type CalendarDefect, type CalendarFault, deep, scoped } from '../variant.ts';
import { changesAuthentication } from './changes.ts';

const rejected = ['unauthorized-rejected'];

export const wrongCredentials: readonly CalendarFault[] = [
  ...scoped({ operations: ['readCalendar'], foundBy: rejected }, [
    {
      name: 'checks-no-credentials',
      description: 'It shows a calendar without credentials.',
      behavior: () => ({ isProtected: ({ path, method }) => method !== 'GET' || !/\/calendars\/[^/]+$/.test(path) }),
    },
    {
      name: 'accepts-beginnings-of-tokens',
      description: 'It looks at the first ten characters of a token.',
      behavior: changesAuthentication(({ grantOfToken }) => ({
        grantOfToken: (token) => grantOfToken(annaToken.startsWith(token.slice(0, 10)) ? annaToken : token),
      })),
    },
    {
      name: 'compares-tokens-without-case',
      description: 'It compares tokens without their case.',
      behavior: changesAuthentication(({ grantOfToken }) => ({
        grantOfToken: (token) => grantOfToken(token.toLowerCase() === annaToken.toLowerCase() ? annaToken : token),
      })),
    },
    {
      name: 'accepts-empty-key',
      description: 'It accepts an empty key, as the default of a setting.',
      behavior: changesAuthentication(({ userOfKey }) => ({
        userOfKey: (key) => (key === '' ? 'anna' : userOfKey(key)),
      })),
    },
    {
      name: 'accepts-keys-that-contain-it',
      description: 'It accepts every key that contains the right one.',
      behavior: changesAuthentication(({ userOfKey }) => ({
        userOfKey: (key) => (key.includes(annaKey) ? 'anna' : userOfKey(key)),
      })),
    },
    {
      name: 'accepts-token-of-any-scheme',
      description: 'It accepts a token with the scheme Basic.',
      behavior: changesAuthentication(() => ({
        tokenOf: ({ headers }) => /^\S+ +(\S+)$/.exec(headers['authorization'] ?? '')?.[1],
      })),
    },
    {
      name: 'leaves-head-unprotected',
      description: 'It checks credentials for the methods of the contract, and serves HEAD to all.',
      behavior: () => ({ isProtected: ({ method }) => method !== 'HEAD' }),
    },
  ]),
  ...scoped({ operations: ['deleteCalendar'], foundBy: rejected }, [
    {
      name: 'accepts-keys-for-deletion',
      description: 'It accepts a key where only a token may delete.',
      behavior: changesAuthentication(() => ({ acceptsKey: () => true })),
    },
  ]),
  ...scoped({ operations: ['replaceSettings'], foundBy: rejected }, [
    {
      name: 'leaves-settings-unprotected',
      description: 'It replaces settings without credentials.',
      behavior: () => ({ isProtected: ({ path }) => !path.endsWith('/settings') }),
    },
  ]),
  ...scoped({ operations: ['startExport', 'readExportFile'], foundBy: rejected }, [
    {
      name: 'leaves-files-unprotected',
      description: 'It sends the file of an export to everyone who knows its address.',
      operations: ['createCalendar', 'startExport', 'readExport', 'readExportFile'],
      behavior: () => ({ isProtected: ({ path }) => !path.endsWith('/file') }),
    },
  ]),
  ...scoped({ operations: ['readCalendar'], foundBy: ['valid-accepted'] }, [
    {
      name: 'requires-scheme-in-one-case',
      description: 'It rejects a token whose scheme is written in small letters.',
      behavior: changesAuthentication(({ tokenOf }) => ({
        tokenOf: (request) => (request.headers['authorization']?.startsWith('Bearer ') ? tokenOf(request) : undefined),
      })),
    },
  ]),
  ...scoped({ operations: ['readCalendar'], foundBy: ['headers-declared'] }, []),
  ...scoped({ operations: ['createCalendar'], foundBy: rejected }, [
    {
      name: 'ignores-scopes',
      description: 'It accepts a token whatever scopes it has.',
      behavior: changesAuthentication(() => ({ isSufficient: () => true })),
    },
    {
      name: 'writes-with-reading-tokens',
      description: 'It gives tokens for reading the scope to write.',
      behavior: changesAuthentication(({ grantOfToken }) => ({
        grantOfToken: (token) => grantOfToken(token === readerToken ? annaToken : token),
      })),
    },
  ]),
];

function reaches([operation, name, description]: readonly [string, string, string]): CalendarDefect {
  return {
    name,
    description,
    operations: [operation],
    foundBy: ['scoped-to-user'],
    behavior: ({ isOwn }) => ({ isOwn: (user, owner, of) => of === operation || isOwn(user, owner, of) }),
  };
}

/** A second user reaches the records of the first one. */
export const wrongUsers: readonly CalendarFault[] = [
  ...deep(
    (
      [
        ['readCalendar', 'shows-calendars-to-others', 'It shows a calendar to every user.'],
        ['changeCalendar', 'changes-calendars-for-others', 'It changes a calendar for every user.'],
        ['deleteCalendar', 'deletes-calendars-for-others', 'It deletes a calendar for every user.'],
        ['listEvents', 'lists-events-for-others', 'It lists the events of a calendar for every user.'],
        ['createEvent', 'creates-events-for-others', 'It creates an event in the calendar of another user.'],
        ['readEvent', 'shows-events-to-others', 'It shows an event to every user.'],
        ['replaceEvent', 'replaces-events-for-others', 'It replaces an event for every user.'],
        ['readAttendee', 'shows-attendees-to-others', 'It shows an attendee to every user.'],
        ['readInvitation', 'shows-invitations-to-others', 'It shows an invitation to every user.'],
        ['acceptInvitation', 'accepts-invitations-of-others', 'It accepts the invitation of another user.'],
        ['readExport', 'shows-exports-to-others', 'It shows an export to every user.'],
        ['readExportFile', 'sends-files-to-others', 'It sends the file of an export to every user.'],
      ] as const
    ).map(reaches),
  ),
  ...scoped({ operations: ['createCalendar', 'listCalendars'], foundBy: ['scoped-to-user'] }, [
    {
      name: 'lists-calendars-of-all',
      description: 'It lists the calendars of all users.',
      behavior: () => ({ calendarsOf: ({ calendars }) => [...calendars.values()] }),
    },
  ]),
  ...scoped({ operations: ['readSettings', 'replaceSettings'], foundBy: ['scoped-to-user'] }, [
    {
      name: 'shares-settings',
      description: 'It has one record of settings for all users.',
      behavior: ({ settingsOf, saveSettings }) => ({
        settingsOf: (state) => settingsOf(state, 'all'),
        saveSettings: (state, _user, fields) => saveSettings(state, 'all', fields),
      }),
    },
  ]),
];
