/** Lists that show other records, or in another order, than they should. */
import { categoriesOf, numberIn, textIn } from '../lists.ts';
import type { EventRecord } from '../state.ts';
import type { CalendarFault } from '../variant.ts';
import { at, inList, inObject, responds, withJson, withMember } from './changes.ts';
import { inCalendars, inEvents } from './list-faults.ts';

export const wrongOrders: readonly CalendarFault[] = [
  ...inEvents('sort-respected', [
    {
      name: 'ignores-sort',
      description: 'It lists events in the order of start whatever is requested.',
      behavior: ({ orderedEvents }) => ({ orderedEvents: (list) => orderedEvents(list, 'start') }),
    },
    {
      name: 'lists-events-as-created',
      description: 'It lists events in the order of their creation where start is the default.',
      behavior: ({ orderedEvents }) => ({
        orderedEvents: (list, sort) => (sort === undefined ? list : orderedEvents(list, sort)),
      }),
    },
    {
      name: 'sorts-times-as-texts',
      description: 'It sorts times by their texts, whatever their zones.',
      behavior: ({ orderedEvents }) => ({
        orderedEvents: (list, sort = 'start') => {
          if (!sort.endsWith('start')) return orderedEvents(list, sort);
          const sorted = list.toSorted((one, other) =>
            textIn(one.fields, 'start') < textIn(other.fields, 'start') ? -1 : 1,
          );
          return sort.startsWith('-') ? sorted.toReversed() : sorted;
        },
      }),
    },
    {
      name: 'sorts-seats-as-texts',
      description: 'It sorts numbers as texts: 10 is before 9.',
      behavior: ({ orderedEvents }) => ({
        orderedEvents: (list, sort) => {
          if (!sort?.endsWith('seats')) return orderedEvents(list, sort);
          const keyOf = ({ fields }: EventRecord) => String(numberIn(fields, 'seats'));
          const sorted = list.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
          return sort.startsWith('-') ? sorted.toReversed() : sorted;
        },
      }),
    },
    {
      name: 'sorts-titles-without-case',
      description: 'It sorts titles without their case, where the order of code points is declared.',
      behavior: ({ orderedEvents }) => ({
        orderedEvents: (list, sort) => {
          if (!sort?.endsWith('title')) return orderedEvents(list, sort);
          const keyOf = ({ fields }: EventRecord) => textIn(fields, 'title').toLowerCase();
          const sorted = list.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
          return sort.startsWith('-') ? sorted.toReversed() : sorted;
        },
      }),
    },
  ]),
  ...inCalendars('sort-respected', []),
  ...inEvents('page-taken-last', [
    {
      name: 'sorts-page-alone',
      description: 'It sorts within each page.',
      behavior: ({ orderedEvents, eventPage }) => {
        let sort: string | undefined;
        return {
          orderedEvents: (list, wanted) => {
            sort = wanted;
            return list;
          },
          eventPage: (list, page, size) => orderedEvents(eventPage(list, page, size), sort),
        };
      },
    },
  ]),
];

export const wrongContents: readonly CalendarFault[] = [
  ...inEvents('scoped-to-parent', [
    {
      name: 'lists-events-of-every-calendar',
      description: 'It lists the events of all calendars below each of them.',
      behavior: () => ({ eventsOf: ({ events: all }) => [...all.values()] }),
    },
  ]),
  ...inEvents('list-has-created', [
    {
      name: 'lists-all-but-the-last',
      description: 'It leaves the newest event out of its list.',
      behavior: ({ eventsOf }) => ({ eventsOf: (state, calendar) => eventsOf(state, calendar).slice(0, -1) }),
    },
    {
      name: 'lists-events-once-per-category',
      description: 'It lists an event once for each of its categories, as a join does.',
      foundBy: ['pages-complete'],
      behavior: ({ eventsOf }) => ({
        eventsOf: (state, calendar) =>
          eventsOf(state, calendar).flatMap((event) =>
            Array.from({ length: Math.max(1, categoriesOf(event).length) }, () => event),
          ),
      }),
    },
  ]),
  ...inCalendars('list-has-created', [
    {
      name: 'hides-archived-calendars',
      description: 'It leaves archived calendars out of a list without filters.',
      behavior: ({ matchesCalendar }) => ({
        matchesCalendar: (calendar, query) =>
          matchesCalendar(calendar, query) && (query.archived !== undefined || calendar.fields['archived'] !== true),
      }),
    },
  ]),
  ...inCalendars('list-shows-written', [
    {
      name: 'lists-old-names',
      description: 'It lists a calendar under the name with which it was created.',
      operations: ['createCalendar', 'listCalendars', 'changeCalendar'],
      behavior: ({ showSummary }) => {
        const names = new Map<string, string>();
        return {
          showSummary: (calendar) => ({ ...showSummary(calendar), name: names.get(calendar.id) ?? '?' }),
          saveCalendar: ({ calendars: all }, calendar) => {
            if (!names.has(calendar.id)) names.set(calendar.id, textIn(calendar.fields, 'name'));
            all.set(calendar.id, calendar);
          },
        };
      },
    },
  ]),
  ...inEvents('list-shows-written', [
    {
      name: 'lists-times-without-zone',
      description: 'It lists the clock of a start with the zone of the server.',
      behavior: responds(
        withJson(
          inObject(
            withMember(
              'items',
              inList((items) =>
                items.map(
                  inObject(
                    withMember('start', (start) =>
                      String(start)
                        .toUpperCase()
                        .replace(/(Z|[+-]\d\d:\d\d)$/, 'Z'),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
        at('listEvents'),
      ),
    },
  ]),
];
