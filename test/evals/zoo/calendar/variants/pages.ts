/** Pages that do not contain the whole list, or other totals and links than they should. */
import type { CalendarFault } from '../variant.ts';
import { at, responds } from './changes.ts';
import { inCalendars, inEvents } from './list-faults.ts';

export const wrongPages: readonly CalendarFault[] = [
  ...inEvents('pages-complete', [
    {
      name: 'repeats-last-of-page',
      description: 'It begins a page with the last event of the page before.',
      behavior: () => ({
        eventPage: (list, page, size) =>
          list.slice(Math.max(0, (page - 1) * size - 1), page * size - (page > 1 ? 1 : 0)),
      }),
    },
    {
      name: 'counts-pages-from-zero',
      description: 'It takes the first page for the second one.',
      behavior: ({ eventPage }) => ({ eventPage: (list, page, size) => eventPage(list, page + 1, size) }),
      foundBy: ['list-has-created'],
    },
    {
      name: 'ignores-page',
      description: 'It shows the first page for every number.',
      behavior: ({ eventPage }) => ({ eventPage: (list, _page, size) => eventPage(list, 1, size) }),
    },
    {
      name: 'links-to-no-next-page',
      description: 'It sends no link to the next page, although there are more events.',
      behavior: responds(({ headers, ...response }) => {
        const { link: _link, ...others } = headers;
        return { ...response, headers: others };
      }, at('listEvents')),
    },
    {
      name: 'links-to-same-page',
      description: 'It links to the page itself as the next one.',
      behavior: responds(({ headers, ...response }, { path, query }) => {
        const link = headers['link'];
        const same = link === undefined ? {} : { link: `<${path}?${query}>; rel="next"` };
        return { ...response, headers: { ...headers, ...same } };
      }, at('listEvents')),
    },
    {
      name: 'links-beyond-last-page',
      description: 'It links to a next page from every page.',
      behavior: responds(({ headers, ...response }, { path, query }) => {
        const parameters = new URLSearchParams(query);
        parameters.set('page', String(Number(parameters.get('page') ?? 1) + 1));
        return { ...response, headers: { ...headers, link: `<${path}?${parameters}>; rel="next"` } };
      }, at('listEvents')),
    },
    {
      name: 'links-without-filters',
      description: 'It forgets the filters in the link to the next page.',
      behavior: responds(({ headers, ...response }) => {
        const link = headers['link'];
        const plain =
          link === undefined
            ? {}
            : { link: String(link).replaceAll(/(mode|busy|title|from|to|categories)=[^&>]*&?/g, '') };
        return { ...response, headers: { ...headers, ...plain } };
      }, at('listEvents')),
    },
  ]),
  ...inCalendars('pages-complete', [
    {
      name: 'skips-one-between-pages',
      description: 'It leaves out a calendar between two pages.',
      behavior: ({ calendarPage }) => ({
        calendarPage: (list, cursor, limit) =>
          cursor === undefined ? calendarPage(list, cursor, limit) : calendarPage(list, cursor, limit + 1)?.slice(1),
      }),
    },
    {
      name: 'ends-after-first-page',
      description: 'It gives no cursor, although there are more calendars.',
      behavior: () => ({ nextCursor: () => null }),
    },
    {
      name: 'gives-cursors-for-ever',
      description: 'It begins again after the last page.',
      behavior: ({ nextCursor, calendarPage }) => ({
        nextCursor: (_list, page) => nextCursor([], page),
        calendarPage: (list, cursor, limit) => {
          const page = calendarPage(list, cursor, limit);
          return page?.length === 0 ? calendarPage(list, undefined, limit) : page;
        },
      }),
    },
    {
      name: 'forgets-filter-on-next-page',
      description: 'It filters the first page alone.',
      behavior: ({ matchesCalendar }) => ({
        matchesCalendar: (calendar, query) => query.cursor !== undefined || matchesCalendar(calendar, query),
      }),
      foundBy: ['filter-respected'],
    },
  ]),
  ...inEvents('total-consistent', [
    {
      name: 'counts-page-as-total',
      description: 'It gives the number of events in the page as the total.',
      behavior: () => ({ totalOf: (_events, page) => page.length }),
    },
    {
      name: 'gives-other-total-in-header',
      description: 'It gives the number of events in the page as X-Total-Count.',
      behavior: responds(
        (response) => ({ ...response, headers: { ...response.headers, 'x-total-count': '0' } }),
        at('listEvents'),
      ),
    },
    {
      name: 'counts-without-filters',
      description: 'It gives the number of all events in the calendar as the total of a filtered list.',
      behavior: ({ eventsOf }) => {
        let count = 0;
        return {
          eventsOf: (state, calendar) => {
            const all = eventsOf(state, calendar);
            count = all.length;
            return all;
          },
          totalOf: () => count,
        };
      },
    },
  ]),
  ...inEvents('limit-respected', [
    {
      name: 'ignores-size',
      description: 'It shows up to 50 events in a page whatever the size is.',
      behavior: ({ eventPage }) => ({ eventPage: (list, page) => eventPage(list, page, 50) }),
    },
  ]),
  ...inCalendars('limit-respected', [
    {
      name: 'shows-one-beyond-limit',
      description: 'It shows one calendar more than the limit, from which it knows whether there are more.',
      behavior: ({ calendarPage }) => ({
        calendarPage: (list, cursor, limit) => calendarPage(list, cursor, Math.min(100, limit + 1)),
      }),
    },
  ]),
];
