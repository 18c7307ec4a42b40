/** Where the contract leaves a decision open, another one. */
import { right } from '../../variant.ts';
import type { CalendarBehavior } from '../behavior.ts';
import { CalendarProblem, notFound, respondToProblem } from '../http.ts';
import { ordered } from '../lists.ts';
import type { CalendarRecord } from '../state.ts';
import { instantOf } from '../times.ts';
import { at, inObject, responds, withJson, withStatus } from './changes.ts';

export const rightDecisions = right<CalendarBehavior>([
  {
    name: 'returns-403-for-what-others-have',
    description: 'It returns 403 for what belongs to another user, and 404 for what nobody has.',
    behavior: () => ({
      missing: (what, isOfOtherUser) =>
        isOfOtherUser ? new CalendarProblem(403, `This ${what} belongs to another user.`) : notFound(what),
    }),
  },
  {
    name: 'returns-410-to-what-was-deleted',
    description: 'It returns 410 for calendars that it deleted.',
    behavior: ({ removeCalendar, findCalendar }) => {
      const deleted = new Set<string>();
      return {
        removeCalendar: (state, calendar) => {
          deleted.add(calendar.id);
          removeCalendar(state, calendar);
        },
        findCalendar: (state, id, operation) => {
          if (deleted.has(id)) throw new CalendarProblem(410, 'It was deleted.');
          return findCalendar(state, id, operation);
        },
      };
    },
  },
  {
    name: 'gives-weak-etags',
    description: 'It gives weak ETags, with which no If-Match but * matches.',
    behavior: ({ tagOf, isMatch }) => ({
      tagOf: (content) => `W/${tagOf(content)}`,
      isMatch: (condition, tag) => isMatch(condition, tag.replace(/^W\//, '?')),
    }),
  },
  {
    name: 'rejects-conditions-that-are-no-etags',
    description: 'It returns 400 to an If-Match that is neither * nor a list of ETags.',
    behavior: ({ isMatch }) => ({
      isMatch: (condition, tag) => {
        if (condition !== undefined && !/^(\*|(W\/)?"[!#-~]*"(\s*,\s*(W\/)?"[!#-~]*")*)$/.test(condition.trim()))
          throw new CalendarProblem(400, 'If-Match is no list of ETags.');
        return isMatch(condition, tag);
      },
    }),
  },
  {
    name: 'returns-400-to-every-invalid-body',
    description: 'It returns 400 where others return 422.',
    behavior: responds(
      (response) => ({ ...response, status: 400, body: String(response.body).replace('"status":422', '"status":400') }),
      ({ status, body }) => status === 422 && !String(body).includes('ends before'),
    ),
  },
  {
    name: 'returns-422-to-invalid-parameters',
    description: 'It returns 422 where others return 400 for a parameter.',
    behavior: () => ({
      respondToProblem: (problem) =>
        respondToProblem(
          problem.errors.some(({ pointer }) => pointer.startsWith('?'))
            ? new CalendarProblem(422, problem.message, problem)
            : problem,
        ),
    }),
  },
  {
    name: 'returns-404-to-invalid-ids',
    description: 'It returns 404 where a path does not match its schema.',
    behavior: () => ({
      respondToProblem: (problem) =>
        respondToProblem(
          problem.status === 400 && /^(id|invitationId|exportId|email):/.test(problem.message)
            ? new CalendarProblem(404, problem.message)
            : problem,
        ),
    }),
  },
  {
    name: 'returns-404-to-other-methods',
    description: 'It returns 404 to methods that a path does not have, as routers of Express do.',
    behavior: () => ({
      respondToProblem: (problem) => respondToProblem(problem.status === 405 ? notFound('address') : problem),
    }),
  },
  {
    name: 'answers-options',
    description: 'It returns 204 with the headers of CORS to OPTIONS.',
    behavior: ({ wrapExchange }) => ({
      wrapExchange: async (request, respond) =>
        request.method === 'OPTIONS'
          ? { status: 204, headers: { allow: 'GET, POST', 'access-control-allow-origin': '*' }, body: '' }
          : wrapExchange(request, respond),
    }),
  },
  {
    name: 'ignores-last-slash',
    description: 'It finds an operation with a slash at the end of its path too.',
    behavior: () => ({ routedPath: (path) => path.replace(/(?<=.)\/$/, '') }),
  },
  {
    name: 'lists-newest-calendars-first',
    description: 'It lists calendars from the newest where no order is requested.',
    behavior: ({ orderedCalendars }) => ({
      orderedCalendars: (calendars, sort) =>
        sort === undefined ? calendars.toReversed() : orderedCalendars(calendars, sort),
    }),
  },
  {
    name: 'lists-calendars-by-id',
    description: 'It lists calendars in the order of their random ids, as a table without an order does.',
    behavior: ({ orderedCalendars }) => ({
      orderedCalendars: (calendars, sort) =>
        sort === undefined
          ? calendars.toSorted((one, other) => (one.id < other.id ? -1 : 1))
          : orderedCalendars(calendars, sort),
    }),
  },
  {
    name: 'orders-equal-events-newest-first',
    description: 'It lists events with an equal value of the sorted property from the newest.',
    behavior: () => ({ orderedEvents: (events, sort = 'start') => ordered(events.toReversed(), sort) }),
  },
  {
    name: 'shows-three-calendars-in-a-page',
    description: 'It shows three calendars in a page where the client does not give a limit.',
    behavior: () => ({ defaultLimit: 3 }),
  },
  {
    name: 'shows-at-most-ten-calendars',
    description: 'It shows at most ten calendars in a page, also where the limit is larger.',
    behavior: ({ calendarPage }) => ({
      calendarPage: (calendars, cursor, limit) => calendarPage(calendars, cursor, Math.min(limit, 10)),
    }),
  },
  {
    name: 'shows-empty-page-for-unknown-cursors',
    description: 'It shows an empty page for a cursor that it has not given.',
    behavior: ({ calendarPage }) => ({
      calendarPage: (calendars, cursor, limit) => calendarPage(calendars, cursor, limit) ?? [],
    }),
  },
  {
    name: 'returns-404-beyond-last-page',
    description: 'It returns 404 to a page after the last one, as Django REST framework does.',
    behavior: ({ eventPage }) => ({
      eventPage: (events, page, size) => {
        const shown = eventPage(events, page, size);
        if (shown.length === 0 && page > 1) throw notFound('page');
        return shown;
      },
    }),
  },
  {
    name: 'returns-204-to-every-put',
    description: 'It returns 204 for an attendee that it created or replaced.',
    behavior: responds(
      () => ({ status: 204, headers: {}, body: '' }),
      ({ status }, operation) => operation === 'putAttendee' && status < 300,
    ),
  },
  {
    name: 'returns-204-to-replacing-puts',
    description: 'It returns 201 for an attendee that it created, and 204 for one that it replaced.',
    behavior: responds(() => ({ status: 204, headers: {}, body: '' }), at('putAttendee', 200)),
  },
  {
    name: 'ends-exports-at-once',
    description: 'It has done an export before it responds.',
    behavior: () => ({ exportState: () => 'done' }),
  },
  {
    name: 'works-long-on-exports',
    description: 'It takes three seconds for an export.',
    behavior: () => ({ exportState: ({ startedAt }) => (Date.now() - startedAt < 3_000 ? 'running' : 'done') }),
  },
  {
    name: 'changes-calendars-with-their-events',
    description: 'It sets the time of the last change of a calendar for every event in it, and gives it another ETag.',
    behavior: ({ saveEvent, now }) => ({
      saveEvent: (state, event) => {
        saveEvent(state, event);
        const calendar: CalendarRecord | undefined = state.calendars.get(event.calendar);
        if (calendar !== undefined) state.calendars.set(calendar.id, { ...calendar, updatedAt: now() });
      },
    }),
  },
  {
    name: 'changes-events-with-their-attendees',
    description: 'It sets the time of the last change of an event when an attendee is saved or removed.',
    behavior: ({ saveAttendee, now }) => ({
      saveAttendee: (state, key, attendee) => {
        saveAttendee(state, key, attendee);
        const event = state.events.get(attendee.event);
        if (event !== undefined) state.events.set(event.id, { ...event, updatedAt: now() });
      },
    }),
  },
  {
    name: 'describes-problems-briefly',
    description: 'It sends problems with the required members alone.',
    behavior: responds(
      withJson(inObject(({ title = '', status = '' }) => ({ title, status }))),
      ({ status }) => status >= 400,
    ),
  },
  {
    name: 'describes-problems-in-another-language',
    description: 'It sends problems with other titles and more members.',
    behavior: responds(
      withJson(inObject((problem) => ({ ...problem, title: 'いけません', trace: 'b7ad6b7169203331', errors: [] }))),
      ({ status }) => status >= 400,
    ),
  },
  {
    name: 'names-several-challenges',
    description: 'It sends a 401 with the error of the token and a second challenge.',
    behavior: responds(
      ({ headers, ...response }) => ({
        ...response,
        headers: {
          ...headers,
          'www-authenticate': ['Bearer realm="calendars", error="invalid_token"', 'ApiKey realm="calendars"'],
        },
      }),
      withStatus(401),
    ),
  },
  {
    name: 'rejects-ranges-in-wrong-order',
    description: 'It returns 400 where `from` is not before `to`, or `min` is above `max`.',
    behavior: ({ readQuery }) => ({
      readQuery: (text) => {
        const pairs = readQuery(text);
        const value = (name: string) => pairs.find(([one]) => one === name)?.[1];
        const [from, to] = [value('from'), value('to')].map((one) => (one === undefined ? Number.NaN : instantOf(one)));
        const [min, max] = [value('seats[min]'), value('seats[max]')].map(Number);
        if (Number(from) >= Number(to) || Number(min) > Number(max))
          throw new CalendarProblem(400, 'The range is empty.');
        return pairs;
      },
    }),
  },
  {
    name: 'rejects-unknown-parameters',
    description: 'It returns 400 to query parameters that are not declared.',
    behavior: ({ readQuery }) => ({
      readQuery: (text) => {
        const pairs = readQuery(text);
        const known =
          /^(limit|cursor|visibility|archived|name|sort|page|size|from|to|mode|busy|categories|title|seats(\[.*)?)$/;
        if (!pairs.every(([name]) => known.test(name))) throw new CalendarProblem(400, 'A parameter is not known.');
        return pairs;
      },
    }),
  },
  {
    name: 'limits-rate',
    description: 'It returns 429 with Retry-After to every fiftieth request.',
    concurrency: 4,
    behavior: () => {
      let count = 0;
      return {
        wrapExchange: async (_request, respond) => {
          if (++count % 50 !== 0) return respond();
          const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
          return { status: 429, headers, body: '{"title":"Too many requests","status":429}' };
        },
      };
    },
  },
]);
