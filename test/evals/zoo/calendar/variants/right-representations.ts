/** Values, identifiers and texts that the contract leaves to the service. */
import { randomBytes } from 'node:crypto';
import { isList, isObject, type Json, JsonNumber, type JsonObject } from '../../json.ts';
import { right } from '../../variant.ts';
import type { CalendarBehavior } from '../behavior.ts';
import { textIn } from '../lists.ts';
import type { CalendarState } from '../state.ts';
import { instantOf, withOffset } from '../times.ts';
import { inNumber, inText, isJson, keeps, responds, withHeaders, withJson, withMember } from './changes.ts';

export const rightRepresentations = right<CalendarBehavior>([
  {
    name: 'counts-ids',
    description: 'It gives calendars and events growing numbers as ids.',
    behavior: ({ newId }) => {
      let last = 0;
      return { newId: (kind, fields) => (kind === 'export' ? newId(kind, fields) : String(++last)) };
    },
  },
  {
    name: 'counts-ids-of-each-calendar',
    description: 'It numbers the events of each calendar from 1.',
    behavior: ({ saveEvent, showEvent, transformResponse }) => {
      const numbers = new Map<string, string>();
      const counts = new Map<string, number>();
      return {
        saveEvent: (state, event) => {
          if (!numbers.has(event.id)) {
            const count = (counts.get(event.calendar) ?? 0) + 1;
            counts.set(event.calendar, count);
            numbers.set(event.id, String(count));
          }
          saveEvent(state, event);
        },
        findEvent: ({ events }, { calendar, id }) =>
          [...events.values()].find((event) => event.calendar === calendar.id && numbers.get(event.id) === id),
        showEvent: (event) => ({ ...showEvent(event), id: numbers.get(event.id) ?? event.id }),
        transformResponse: (response, operation, request) => {
          const { location } = response.headers;
          const after = transformResponse(response, operation, request);
          if (operation !== 'createEvent' || location === undefined) return after;
          const [, path = '', id = ''] = /^(.*\/)([^/]+)$/.exec(String(location)) ?? [];
          return withHeaders({ location: `${path}${numbers.get(id)}` })(after);
        },
      };
    },
  },
  {
    name: 'gives-slugs-as-ids',
    description: 'It makes ids of names and titles, with a number where there are several.',
    behavior: ({ newId }) => {
      const used = new Map<string, number>();
      return {
        newId: (kind, fields) => {
          if (kind === 'export') return newId(kind, fields);
          const slug = `${textIn(fields, 'name')}${textIn(fields, 'title')}`
            .toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, '-');
          const base = slug.slice(0, 40).replaceAll(/^-|-$/g, '') || 'untitled';
          const count = (used.get(base) ?? 0) + 1;
          used.set(base, count);
          return count === 1 ? base : `${base}_${count}`;
        },
      };
    },
  },
  {
    name: 'gives-ids-with-a-prefix',
    description: 'It gives ids of a prefix and random characters in both cases, as Stripe does.',
    behavior: ({ newId }) => ({
      newId: (kind, fields) =>
        kind === 'export' ? newId(kind, fields) : `${kind.slice(0, 3)}_${randomBytes(12).toString('base64url')}`,
    }),
  },
  {
    name: 'reuses-ids-of-deleted-calendars',
    description:
      'It gives a new calendar the number after the largest one, which a deleted calendar may have had, as SQLite does.',
    behavior: ({ newId, newState }) => {
      const state: CalendarState = newState();
      return {
        newState: () => state,
        newId: (kind, fields) =>
          kind === 'calendar'
            ? String(Math.max(0, ...[...state.calendars.keys()].map(Number)) + 1)
            : newId(kind, fields),
      };
    },
  },
  {
    name: 'shows-times-in-utc',
    description: 'It keeps times as instants and shows them in UTC.',
    behavior: keepsTimes((text) => new Date(instantOf(text)).toISOString()),
  },
  {
    name: 'shows-times-with-an-offset',
    description: 'It keeps times as instants and shows them with the offset of its own zone.',
    behavior: keepsTimes((text) => withOffset(text, '+05:30')),
  },
  {
    name: 'keeps-times-to-the-second',
    description: 'It keeps no fractions of seconds, and shows times in UTC.',
    behavior: keepsTimes((text) => new Date(instantOf(text)).toISOString().replace(/\.\d+/, '')),
  },
  {
    name: 'shows-zone-without-letters',
    description: 'It writes +00:00 for UTC, with microseconds, as Python does.',
    behavior: keepsTimes((text) => new Date(instantOf(text)).toISOString().replace('Z', '000+00:00')),
  },
  {
    name: 'shows-server-times-with-nanoseconds',
    description: 'It shows its own times with nanoseconds and an offset, as Go does.',
    behavior: ({ now }) => ({ now: () => withOffset(now(), '-07:00').replace(/(?<=\.\d{3})/, '123456') }),
  },
  {
    name: 'trims-titles',
    description: 'It removes white space at the ends of a title.',
    behavior: keeps(
      withMember(
        'title',
        inText((text) => text.trim()),
      ),
    ),
  },
  {
    name: 'shows-null-for-what-is-not-set',
    description: 'It shows null for optional properties that are not set.',
    behavior: ({ showCalendar, showEvent, showAttendee, showInvitation }) => ({
      showCalendar: (calendar) => ({
        ...nulls('color', 'description', 'factor', 'quotaBytes', 'hours', 'labels', 'holidays'),
        ...showCalendar(calendar),
      }),
      showEvent: (event) => ({
        ...nulls('room', 'url', 'recurrence', 'categories', 'reminders', 'price', 'currency', 'notes'),
        ...showEvent(event),
      }),
      showAttendee: (attendee) => ({ comment: null, ...showAttendee(attendee) }),
      showInvitation: (invitation) => ({ message: null, ...showInvitation(invitation) }),
    }),
  },
  {
    name: 'leaves-null-out',
    description: 'It leaves out properties whose value is null.',
    behavior: responds(
      withJson(withoutNulls),
      (response, operation) => isJson(response) && operation !== 'listCalendars',
    ),
  },
  {
    name: 'keeps-factors-in-32-bits',
    description: 'It keeps a number in 32 bits and shows all of its digits as a double.',
    behavior: keeps(withMember('factor', inNumber(Math.fround))),
  },
  {
    name: 'shows-factors-shortly',
    description: 'It keeps a number in 32 bits and shows the shortest text for it, as Java and Go do.',
    behavior: keeps(
      withMember(
        'factor',
        inNumber((factor) => {
          const kept = Math.fround(factor);
          const short = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => kept.toPrecision(digits));
          return short.find((text) => Math.fround(Number(text)) === kept) ?? kept;
        }),
      ),
    ),
  },
  {
    name: 'writes-prices-with-point',
    description: 'It writes 5.0 for a price of 5.',
    behavior: ({ showEvent }) => ({
      showEvent: (event) =>
        withMember('price', (price) =>
          price instanceof JsonNumber && /^\d+$/.test(price.source) ? new JsonNumber(`${price.source}.0`) : price,
        )(showEvent(event)),
    }),
  },
  {
    name: 'writes-members-in-other-order',
    description: 'It writes the members of every object in reverse.',
    behavior: responds(withJson(reversed), isJson),
  },
  {
    name: 'writes-json-with-escapes',
    description: 'It writes JSON with indents and line ends, and every character beyond ASCII as an escape.',
    behavior: responds((response) => ({ ...response, body: escaped(String(response.body)) }), isJson),
  },
  {
    name: 'gives-charset-of-json',
    description: 'It adds a charset to the media type of JSON.',
    behavior: responds(
      (response) => withHeaders({ 'content-type': `${response.headers['content-type']}; charset=UTF-8` })(response),
      isJson,
    ),
  },
]);

/** All times of a body, and of what a patch changes. */
function keepsTimes(change: (text: string) => string): ReturnType<typeof keeps> {
  return keeps((fields) => withMember('start', inText(change))(withMember('end', inText(change))(fields)));
}

function nulls(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, null]));
}

function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function reversed(value: Json): Json {
  if (isList(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

function escaped(text: string): string {
  const inAscii = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `\n ${inAscii}\r\n`;
}
