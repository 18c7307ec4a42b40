/** Filters that select other records than they should. */
import { categoriesOf, numberIn, textIn } from '../lists.ts';
import type { CalendarQuery, EventQuery } from '../parameters.ts';
import type { EventRecord } from '../state.ts';
import { timeIn } from '../times.ts';
import type { CalendarChange, CalendarFault } from '../variant.ts';
import { inCalendars, inEvents } from './list-faults.ts';

/** Ignores these members of the query. */
function ignoring(...names: readonly (keyof EventQuery)[]): CalendarChange {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
  return ({ matchesEvent }) => ({ matchesEvent: (event, query) => matchesEvent(event, { ...query, ...nothing }) });
}

function ignoringOfCalendars(...names: readonly (keyof CalendarQuery)[]): CalendarChange {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]));
  return ({ matchesCalendar }) => ({
    matchesCalendar: (calendar, query) => matchesCalendar(calendar, { ...query, ...nothing }),
  });
}

/** Another condition for these members of the query. */
function matching(
  names: readonly (keyof EventQuery)[],
  isMatch: (event: EventRecord, query: EventQuery) => boolean,
): CalendarChange {
  return (right) => {
    const { matchesEvent = right.matchesEvent } = ignoring(...names)(right);
    return { matchesEvent: (event, query) => matchesEvent(event, query) && isMatch(event, query) };
  };
}

export const wrongFilters: readonly CalendarFault[] = [
  ...inEvents('filter-respected', [
    {
      name: 'ignores-from',
      description: 'It ignores the lower bound of a range of times.',
      behavior: ignoring('from'),
    },
    {
      name: 'excludes-from',
      description: 'It leaves out events that start at the lower bound, which is included.',
      behavior: matching(['from'], ({ fields }, { from }) => from === undefined || timeIn(fields, 'start') > from),
    },
    {
      name: 'includes-to',
      description: 'It shows events that start at the upper bound, which is excluded.',
      behavior: matching(['to'], ({ fields }, { to }) => to === undefined || timeIn(fields, 'start') <= to),
    },
    {
      name: 'filters-by-end',
      description: 'It compares the end of an event with the lower bound of a range.',
      behavior: matching(['from'], ({ fields }, { from }) => from === undefined || timeIn(fields, 'end') >= from),
    },
    {
      name: 'filters-by-clock',
      description: 'It compares the clock of a start with a range of times, without its zone.',
      behavior: matching(['from', 'to'], ({ fields }, { from, to }) => {
        const start = Date.parse(
          textIn(fields, 'start')
            .toUpperCase()
            .replace(/(Z|[+-]\d\d:\d\d)$/, 'Z'),
        );
        return (from === undefined || start >= from) && (to === undefined || start < to);
      }),
    },
    { name: 'ignores-busy', description: 'It ignores the filter by a boolean.', behavior: ignoring('busy') },
    {
      name: 'takes-false-for-no-filter',
      description: 'It filters by a boolean only if that is true.',
      behavior: ({ matchesEvent }) => ({
        matchesEvent: (event, query) =>
          matchesEvent(event, query.busy === false ? { ...query, busy: undefined } : query),
      }),
    },
    {
      name: 'takes-false-for-true',
      description: 'It takes every text for true, also "false".',
      behavior: ({ matchesEvent }) => ({
        matchesEvent: (event, query) => matchesEvent(event, query.busy === false ? { ...query, busy: true } : query),
      }),
    },
    {
      name: 'ignores-categories',
      description: 'It ignores a pipe-delimited filter.',
      behavior: ignoring('categories'),
    },
    {
      name: 'requires-all-categories',
      description: 'It shows events that have all of the categories, where one is enough.',
      behavior: matching(['categories'], (event, { categories = [] }) =>
        categories.every((category) => categoriesOf(event).includes(category)),
      ),
    },
    {
      name: 'filters-by-first-category',
      description: 'It filters by the first item of an array alone.',
      behavior: ({ matchesEvent }) => ({
        matchesEvent: (event, { categories, ...query }) =>
          matchesEvent(event, { ...query, categories: categories?.slice(0, 1) }),
      }),
    },
    {
      name: 'looks-at-first-category',
      description: 'It looks at the first category of an event alone.',
      behavior: matching(
        ['categories'],
        (event, { categories }) =>
          categories === undefined ||
          categoriesOf(event)
            .slice(0, 1)
            .some((one) => categories.includes(one)),
      ),
    },
    {
      name: 'ignores-min-seats',
      description: 'It ignores the lower bound of a deepObject.',
      behavior: ignoring('minSeats'),
    },
    {
      name: 'excludes-bounds-of-seats',
      description: 'It leaves out events whose seats are one of the bounds, which are included.',
      behavior: matching(['minSeats', 'maxSeats'], ({ fields }, { minSeats, maxSeats }) => {
        const seats = numberIn(fields, 'seats');
        return (minSeats === undefined || seats > minSeats) && (maxSeats === undefined || seats < maxSeats);
      }),
    },
    {
      name: 'searches-titles-with-case',
      description: 'It searches with the case of the text.',
      behavior: matching(['title'], ({ fields }, { title = '' }) => textIn(fields, 'title').includes(title)),
    },
    {
      name: 'searches-beginnings-of-titles',
      description: 'It finds titles that begin with the text.',
      behavior: matching(['title'], ({ fields }, { title = '' }) =>
        textIn(fields, 'title').toLowerCase().startsWith(title.toLowerCase()),
      ),
    },
    {
      name: 'searches-with-wildcards',
      description: 'It takes % and _ for wildcards of LIKE.',
      behavior: matching(['title'], ({ fields }, { title = '' }) => {
        const pattern = title
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.');
        return new RegExp(pattern, 'is').test(textIn(fields, 'title'));
      }),
    },
    {
      name: 'combines-filters-with-or',
      description: 'It shows events that match one of several filters.',
      behavior: ({ matchesEvent }) => ({
        matchesEvent: (event, query) => {
          const { page, size, sort, ...filters } = query;
          const none: EventQuery = { ...query, ...ofNothing(filters) };
          const given = Object.entries(filters).filter(([, value]) => value !== undefined);
          if (given.length === 0) return true;
          return given.some(([name, value]) => matchesEvent(event, { ...none, [name]: value }));
        },
      }),
    },
  ]),
  ...inCalendars('filter-respected', [
    {
      name: 'ignores-visibility',
      description: 'It ignores the filter by an enum.',
      behavior: ignoringOfCalendars('visibility'),
    },
    {
      name: 'searches-names-with-case',
      description: 'It searches names with the case of the text.',
      behavior: ({ matchesCalendar }) => ({
        matchesCalendar: (calendar, { name, ...query }) =>
          matchesCalendar(calendar, { ...query, name: undefined }) &&
          (name === undefined || textIn(calendar.fields, 'name').includes(name)),
      }),
    },
    {
      name: 'searches-whole-names',
      description: 'It finds calendars with exactly this name.',
      behavior: ({ matchesCalendar }) => ({
        matchesCalendar: (calendar, { name, ...query }) =>
          matchesCalendar(calendar, { ...query, name: undefined }) &&
          (name === undefined || textIn(calendar.fields, 'name').toLowerCase() === name.toLowerCase()),
      }),
    },
  ]),
  ...inEvents('valid-accepted', [
    {
      name: 'splits-at-commas',
      description: 'It reads a pipe-delimited array as one with commas.',
      behavior: () => ({ listItems: (text) => text.split(',') }),
    },
    {
      name: 'reads-escaped-pipes-as-text',
      description: 'It splits an array at pipes and not at escaped ones, as most clients send them.',
      behavior: ({ readQuery }) => ({ readQuery: (text) => readQuery(text.replaceAll(/%7c/gi, '_')) }),
    },
  ]),
];

function ofNothing(filters: object): Partial<EventQuery> {
  return Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]));
}
