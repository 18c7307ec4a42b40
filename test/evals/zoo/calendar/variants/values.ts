/** Values that are kept or shown otherwise than they were sent. */
import { JsonNumber, type JsonObject } from '../../json.ts';
import { type CalendarFault, scoped } from '../variant.ts';
import { at, inList, inNumber, inObject, inText, keeps, responds, withJson, withMember, without } from './changes.ts';

interface Kept {
  readonly name: string;
  readonly description: string;
  readonly foundBy?: readonly string[];
  readonly change: (fields: JsonObject) => JsonObject;
}

function kept(operation: string, list: readonly Kept[]): readonly CalendarFault[] {
  return scoped(
    { operations: [operation], foundBy: ['created-is-echoed'] },
    list.map(({ change, ...rest }) => ({ ...rest, behavior: keeps(change) })),
  );
}

const sorted = inList((items) => items.toSorted());
const first = inList((items) => items.slice(0, 1));

export const storesOtherValues: readonly CalendarFault[] = [
  ...kept('createCalendar', [
    { name: 'forgets-labels', description: 'It keeps no map.', change: without('labels') },
    {
      name: 'lowers-labels',
      description: 'It keeps the values of a map in small letters.',
      change: withMember(
        'labels',
        inObject((labels) =>
          Object.fromEntries(
            Object.entries(labels).map(([name, value]) => [name, inText((text) => text.toLowerCase())(value)]),
          ),
        ),
      ),
    },
    { name: 'sorts-holidays', description: 'It keeps dates in their order.', change: withMember('holidays', sorted) },
    {
      name: 'moves-holidays-by-a-day',
      description: 'It reads a date as midnight of its zone and writes it in UTC: the day before.',
      change: withMember(
        'holidays',
        inList((items) => items.map(inText(dayBefore))),
      ),
    },
    {
      name: 'swaps-hours',
      description: 'It keeps the two items of a pair in reverse.',
      change: withMember(
        'hours',
        inList((items) => items.toReversed()),
      ),
    },
    {
      name: 'forgets-empty-descriptions',
      description: 'It keeps null where a text is empty.',
      change: withMember('description', (text) => (text === '' ? null : text)),
    },
  ]),
  ...kept('createEvent', [
    {
      name: 'escapes-titles',
      description: 'It keeps a title as HTML.',
      change: withMember(
        'title',
        inText((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
      ),
    },
    {
      name: 'takes-false-for-nothing',
      description: 'It keeps the default true where false is sent, as `busy || true` does.',
      change: withMember('busy', () => true),
    },
    {
      name: 'rounds-prices',
      description: 'It keeps a whole number of a price.',
      change: withMember('price', inNumber(Math.round)),
    },
    {
      name: 'keeps-first-reminder',
      description: 'It keeps the first object of an array.',
      change: withMember('reminders', first),
    },
    {
      name: 'drops-minutes-of-zero',
      description: 'It takes 0 for nothing in the items of an array, and keeps 10.',
      change: withMember(
        'reminders',
        inList((items) =>
          items.map(
            inObject(
              withMember(
                'minutes',
                inNumber((minutes) => minutes || 10),
              ),
            ),
          ),
        ),
      ),
    },
    {
      name: 'forgets-url-of-online-events',
      description: 'It does not keep what `then` requires.',
      change: without('url'),
    },
    {
      name: 'halves-surrogates-of-titles',
      description: 'It replaces characters beyond the basic plane by a question mark.',
      change: withMember(
        'title',
        inText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
      ),
    },
  ]),
  ...kept('putAttendee', []),
  ...kept('createInvitation', [
    {
      name: 'cuts-messages',
      description: 'It keeps 100 characters of a message, as a column of a database does.',
      change: withMember(
        'message',
        inText((text) => text.slice(0, 100)),
      ),
    },
  ]),
  ...kept('replaceSettings', [
    {
      name: 'forgets-quiet-hours',
      description: 'It keeps no settings of the second schema of allOf.',
      change: without('quiet'),
    },
  ]),
];

export const storesOtherRecurrences: readonly CalendarFault[] = kept('createEvent', [
  { name: 'forgets-recurrences', description: 'It keeps no recurrence.', change: without('recurrence') },
  recurring('forgets-until', 'It keeps a recurrence without its end.', without('until')),
  recurring(
    'makes-intervals-one',
    'It keeps a recurrence every day.',
    withMember('interval', () => new JsonNumber(1)),
  ),
  recurring('sorts-days', 'It keeps the days of a week in the order of the alphabet.', withMember('days', sorted)),
  recurring(
    'ends-months-at-28',
    'It keeps day 28 of a month for every later one.',
    withMember(
      'dayOfMonth',
      inNumber((day) => Math.min(day, 28)),
    ),
  ),
  recurring(
    'moves-until-by-a-day',
    'It keeps the day before the end of a recurrence.',
    withMember('until', inText(dayBefore)),
  ),
  recurring('makes-monthly-ones-daily', 'It keeps a monthly recurrence as a daily one.', (recurrence) =>
    recurrence['frequency'] === 'monthly' ? { frequency: 'daily', interval: new JsonNumber(30) } : recurrence,
  ),
]);

function recurring(name: string, description: string, change: (recurrence: JsonObject) => JsonObject): Kept {
  return { name, description, change: withMember('recurrence', inObject(change)) };
}

export const wrongDefaults: readonly CalendarFault[] = [
  ...scoped({ operations: ['createCalendar'], foundBy: ['created-is-echoed'] }, [
    defaulting(
      'makes-calendars-public',
      'It makes a calendar public where nothing is said.',
      'calendar',
      'visibility',
      'public',
    ),
  ]),
  ...scoped({ operations: ['createEvent', 'replaceEvent'], foundBy: ['created-is-echoed'] }, [
    defaulting('makes-calendars-idle', 'It has false for a default of true.', 'event', 'busy', false),
  ]),
  ...scoped({ operations: ['putAttendee'], foundBy: ['created-is-echoed'] }, [
    defaulting(
      'makes-attendees-optional',
      'It has another value of an enum as the default.',
      'attendee',
      'role',
      'optional',
    ),
  ]),
  ...scoped({ operations: ['createInvitation'], foundBy: ['created-is-echoed'] }, []),
  ...scoped({ operations: ['replaceSettings'], foundBy: ['created-is-echoed'] }, [
    defaulting(
      'begins-weeks-on-sunday',
      'It has another first day of the week as the default.',
      'settings',
      'weekStart',
      'sunday',
    ),
  ]),
];

function defaulting(name: string, description: string, ofKind: string, member: string, value: JsonObject[string]) {
  const behavior: CalendarFault['behavior'] = ({ withDefaults }) => ({
    withDefaults: (kind, fields) => withDefaults(kind, kind === ofKind ? { [member]: value, ...fields } : fields),
  });
  return { name, description, behavior };
}

export const showsOtherValues: readonly CalendarFault[] = [
  ...scoped({ operations: ['createCalendar', 'readCalendar'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'shows-secrets',
      description: 'It shows a property that is write-only.',
      behavior: ({ showCalendar }) => ({
        showCalendar: (calendar) => {
          const { feedSecret } = calendar.fields;
          return { ...showCalendar(calendar), ...(feedSecret === undefined ? {} : { feedSecret }) };
        },
      }),
    },
    {
      name: 'shows-archived-as-number',
      description: 'It shows 0 and 1 for a boolean, as MySQL does.',
      behavior: showing('archived', (archived) => new JsonNumber(archived === true ? 1 : 0)),
    },
    {
      name: 'shows-colors-in-capitals',
      description: 'It shows a color in capitals, which its pattern excludes.',
      behavior: showing(
        'color',
        inText((text) => text.toUpperCase()),
      ),
    },
    {
      name: 'shows-empty-labels-as-list',
      description: 'It shows an empty map as an empty list, as PHP does.',
      behavior: showing('labels', (labels) => (JSON.stringify(labels) === '{}' ? [] : labels)),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'readCalendar'], foundBy: ['read-returns-written'] }, [
    {
      name: 'forgets-labels-when-it-reads',
      description: 'It shows the map when it creates a calendar and not when it reads it.',
      behavior: responds(withJson(inObject(without('labels'))), at('readCalendar')),
    },
    {
      name: 'shows-description-as-empty-text',
      description: 'It shows an empty text for null.',
      behavior: responds(
        withJson(inObject(withMember('description', (text) => (text === null ? '' : text)))),
        at('readCalendar'),
      ),
    },
  ]),
  ...scoped({ operations: ['createEvent', 'readEvent'], foundBy: ['read-returns-written'] }, [
    {
      name: 'reads-events-without-reminders',
      description: 'It shows an empty list of reminders when it reads.',
      behavior: responds(withJson(inObject(withMember('reminders', () => []))), at('readEvent')),
    },
  ]),
  ...scoped({ operations: ['createInvitation', 'readInvitation'], foundBy: ['created-is-found'] }, [
    {
      name: 'shows-invitation-ids-as-double',
      description: 'It writes an int64 as JavaScript does, and shows the id of another invitation.',
      behavior: ({ showInvitation }) => ({
        showInvitation: (invitation) => ({ ...showInvitation(invitation), id: new JsonNumber(Number(invitation.id)) }),
      }),
    },
  ]),
];

function showing(name: string, change: (value: JsonObject[string]) => JsonObject[string]): CalendarFault['behavior'] {
  return ({ showCalendar }) => ({ showCalendar: (calendar) => withMember(name, change)(showCalendar(calendar)) });
}

function dayBefore(text: string): string {
  const date = new Date(`${text}T00:00:00Z`);
  return new Date(date.getTime() - 86_400_000).toISOString().slice(0, 10);
}
