/** ETags, conditional requests and caches. */
import { CalendarProblem } from '../http.ts';
import type { CalendarRecord } from '../state.ts';
import { type CalendarFault, scoped } from '../variant.ts';

const ofCalendars = ['createCalendar', 'readCalendar', 'changeCalendar'];
const ofEvents = ['createCalendar', 'createEvent', 'readEvent', 'replaceEvent'];

export const wrongConditions: readonly CalendarFault[] = [
  ...scoped({ operations: ofCalendars, foundBy: ['if-match-respected'] }, [
    {
      name: 'ignores-if-match',
      description: 'It changes a calendar whatever ETag the client has.',
      behavior: () => ({ isMatch: () => true }),
    },
    {
      name: 'matches-no-current-etag',
      description: 'It returns 412 to every ETag.',
      behavior: () => ({ isMatch: (condition) => condition?.trim() === '*' }),
    },
    {
      name: 'takes-star-for-an-etag',
      description: 'It returns 412 to If-Match: *.',
      behavior: ({ isMatch }) => ({
        isMatch: (condition, tag) => condition?.trim() !== '*' && isMatch(condition, tag),
      }),
    },
    {
      name: 'returns-409-to-other-etags',
      description: 'It returns 409 where 412 is declared for another ETag.',
      behavior: ({ isMatch }) => ({
        isMatch: (condition, tag) => {
          if (!isMatch(condition, tag)) throw new CalendarProblem(409, 'It has changed.');
          return true;
        },
      }),
    },
    {
      name: 'compares-parts-of-etags',
      description: 'It compares the first five characters of an ETag.',
      behavior: ({ isMatch }) => ({
        isMatch: (condition, tag) => isMatch(condition, tag) || (condition ?? '').includes(tag.slice(0, 5)),
      }),
    },
  ]),
  ...scoped({ operations: ofEvents, foundBy: ['if-match-respected'] }, [
    {
      name: 'replaces-whatever-the-etag',
      description: 'It replaces an event whatever ETag the client has.',
      behavior: ({ isMatch, findEvent }) => {
        let current = '';
        return {
          findEvent: (state, key) => {
            current = key.operation;
            return findEvent(state, key);
          },
          isMatch: (condition, tag) => current === 'replaceEvent' || isMatch(condition, tag),
        };
      },
    },
    {
      name: 'replaces-before-it-compares',
      description: 'It returns 412 for another ETag after it has replaced the event.',
      behavior: ({ isMatch, saveEvent, transformResponse }) => {
        let isOther = false;
        return {
          isMatch: (condition, tag) => {
            isOther = !isMatch(condition, tag);
            return true;
          },
          saveEvent,
          transformResponse: (response, operation, request) => {
            const after = transformResponse(response, operation, request);
            if (operation !== 'replaceEvent' || after.status !== 200 || !isOther) return after;
            const headers = { 'content-type': 'application/problem+json' };
            return { status: 412, headers, body: '{"title":"It has another ETag.","status":412}' };
          },
        };
      },
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['if-none-match-respected'] }, [
    {
      name: 'ignores-if-none-match',
      description: 'It sends a calendar again although the client has it, where 304 is declared for that.',
      behavior: () => ({ isNoneMatch: () => true }),
    },
    {
      name: 'returns-304-to-every-etag',
      description: 'It returns 304 to every If-None-Match.',
      behavior: () => ({ isNoneMatch: (condition) => condition === undefined }),
    },
    {
      name: 'returns-304-with-calendar',
      description: 'It returns 200 with an empty calendar where the client has it.',
      behavior: ({ isNoneMatch, transformResponse }) => ({
        isNoneMatch,
        transformResponse: (response, operation, request) =>
          response.status === 304
            ? { status: 200, headers: { 'content-type': 'application/json', ...response.headers }, body: '{}' }
            : transformResponse(response, operation, request),
      }),
      foundBy: ['body-matches-schema'],
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['etag-changes'] }, [
    {
      name: 'keeps-etag-of-changed-calendars',
      description: 'It makes the ETag of a calendar from its id.',
      behavior: ({ tagOf }) => ({ tagOf: (content) => tagOf(/"id":"[^"]*"/.exec(content)?.[0] ?? content) }),
    },
  ]),
  ...scoped({ operations: ofEvents, foundBy: ['etag-changes'] }, [
    {
      name: 'keeps-etag-of-replaced-events',
      description: 'It makes the ETag of an event from the time of its creation.',
      behavior: ({ tagOf }) => ({ tagOf: (content) => tagOf(/"id":"[^"]*"/.exec(content)?.[0] ?? content) }),
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['headers-declared'] }, [
    {
      name: 'gives-etags-without-quotes',
      description: 'It gives ETags without quotes, as a hash alone.',
      behavior: ({ tagOf }) => ({ tagOf: (content) => tagOf(content).replaceAll('"', '') }),
    },
  ]),
  ...scoped({ operations: ofCalendars, foundBy: ['read-returns-written'] }, [
    {
      name: 'reads-calendars-from-a-cache',
      description: 'It shows a calendar as it was when it was read first, for a minute.',
      behavior: ({ findCalendar }) => {
        const cached = new Map<string, { readonly at: number; readonly calendar: CalendarRecord }>();
        return {
          findCalendar: (state, id, operation) => {
            const calendar = findCalendar(state, id, operation);
            if (calendar === undefined || operation !== 'readCalendar') return calendar;
            const known = cached.get(id);
            if (known !== undefined && Date.now() - known.at < 60_000) return known.calendar;
            cached.set(id, { at: Date.now(), calendar });
            return calendar;
          },
        };
      },
    },
  ]),
];
