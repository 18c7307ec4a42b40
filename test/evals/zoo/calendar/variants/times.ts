/** Times that are read, kept or shown otherwise than the instants they are. */
import { isObject, type Json } from '../../json.ts';
import { CalendarProblem } from '../http.ts';
import { instantOf } from '../times.ts';
import { type CalendarChange, type CalendarFault, forgets, scoped } from '../variant.ts';
import { at, inObject, inText, keeps, responds, withJson, withMember } from './changes.ts';

export const wrongTimes: readonly CalendarFault[] = [
  ...scoped({ operations: ['createEvent'], foundBy: ['created-is-echoed'] }, [
    {
      name: 'takes-clocks-for-utc',
      description: 'It keeps the clock of a time and forgets its offset.',
      behavior: keepsTimes((text) => text.replace(/(z|[+-]\d\d:\d\d)$/i, 'Z')),
    },
    {
      name: 'reads-hours-of-offsets',
      description: 'It forgets the minutes of an offset.',
      behavior: keepsTimes((text) => text.replace(/([+-]\d\d):\d\d$/, '$1:00')),
    },
    {
      name: 'keeps-times-to-the-minute',
      description: 'It keeps no seconds.',
      behavior: keepsTimes((text) => text.replace(/(?<=T\d\d:\d\d):\d\d(\.\d+)?/i, ':00')),
    },
    {
      name: 'moves-times-in-summer',
      description: 'It keeps times from April to October an hour later, as with the zone of a server.',
      behavior: keepsTimes((text) => {
        const instant = new Date(instantOf(text));
        const isSummer = instant.getUTCMonth() >= 3 && instant.getUTCMonth() <= 8;
        return isSummer ? new Date(instant.getTime() + 3_600_000).toISOString() : text;
      }),
    },
    {
      name: 'ends-a-second-early',
      description: 'It keeps the last second of an event as its end.',
      behavior: keeps(
        withMember(
          'end',
          inText((text) => new Date(instantOf(text) - 1_000).toISOString()),
        ),
      ),
    },
  ]),
  ...scoped({ operations: ['createEvent'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'shows-times-without-zone',
      description: 'It shows times without an offset, as a column of a database does.',
      behavior: keepsTimes((text) => new Date(instantOf(text)).toISOString().replace('Z', '')),
    },
    {
      name: 'shows-times-with-space',
      description: 'It shows times with a space in place of the T and an offset without a colon.',
      behavior: keepsTimes((text) => new Date(instantOf(text)).toISOString().replace('T', ' ').replace('Z', '+0000')),
    },
  ]),
  ...scoped({ operations: ['createEvent'], foundBy: ['valid-accepted'] }, [
    {
      name: 'rejects-offsets',
      description: 'It accepts times in UTC alone.',
      behavior: rejectsTimes((text) => !/z$/i.test(text)),
    },
    {
      name: 'rejects-fractions-of-seconds',
      description: 'It accepts times without fractions of seconds alone.',
      behavior: rejectsTimes((text) => text.includes('.')),
    },
    {
      name: 'compares-times-as-texts',
      description: 'It compares start and end as texts, and rejects events whose end has another offset.',
      foundBy: ['invalid-rejected'],
      behavior: ({ enforces }) => ({
        enforces: (rule, operation) => rule !== 'event/order' && enforces(rule, operation),
        prepare: (body) => {
          if (isObject(body) && typeof body['start'] === 'string' && String(body['end']) <= body['start'])
            throw new CalendarProblem(422, 'It ends before it starts.');
          return body;
        },
      }),
    },
  ]),
  ...scoped({ operations: ['createEvent', 'replaceEvent'], foundBy: ['invalid-rejected'] }, [
    {
      name: 'accepts-events-without-length',
      description: 'It accepts an event that ends when it starts.',
      behavior: ({ enforces }) => {
        let isEmpty = false;
        return {
          prepare: (body) => {
            isEmpty = isObject(body) && instantOf(String(body['end'])) === instantOf(String(body['start']));
            return body;
          },
          enforces: (rule, operation) => (rule !== 'event/order' || !isEmpty) && enforces(rule, operation),
        };
      },
    },
    {
      name: 'replaces-end-before-start',
      description: 'It checks start and end when it creates an event, and not when it replaces it.',
      behavior: ({ enforces }) => ({
        enforces: (rule, operation) =>
          !(rule === 'event/order' && operation === 'replaceEvent') && enforces(rule, operation),
      }),
    },
  ]),
  ...scoped({ operations: ['createEvent', 'readEvent'], foundBy: ['read-returns-written'] }, [
    {
      name: 'writes-offset-on-another-clock',
      description: 'It shows the requested offset with the clock of UTC.',
      behavior: ({ transformResponse }) => ({
        transformResponse: (response, operation, request) => {
          const after = transformResponse(response, operation, request);
          const offset = request.headers['x-offset'];
          if (operation !== 'readEvent' || after.status !== 200 || offset === undefined) return after;
          const shift = (text: string) => new Date(instantOf(text)).toISOString().replace('Z', offset);
          return withJson(inObject((event) => withTimes(shift)(event)))(after);
        },
      }),
    },
    {
      name: 'reads-times-without-seconds',
      description: 'It shows a time to the minute when it reads an event.',
      behavior: responds(
        withJson(inObject(withTimes((text) => text.replace(/(?<=T\d\d:\d\d):\d\d(\.\d+)?/i, ':00')))),
        at('readEvent'),
      ),
    },
  ]),
  ...scoped({ operations: ['readEvent'], foundBy: ['read-returns-written'] }, [
    {
      name: 'ignores-offset',
      description: 'It shows times in the zone in which they were sent whatever offset is requested.',
      operations: ['createEvent', 'readEvent'],
      behavior: ({ transformResponse, showEvent }) => {
        let shown: Json = null;
        return {
          showEvent: (event) => {
            const value = showEvent(event);
            shown = value;
            return value;
          },
          transformResponse: (response, operation, request) =>
            operation === 'readEvent' && response.status === 200
              ? { ...response, body: JSON.stringify(shown) }
              : transformResponse(response, operation, request),
        };
      },
    },
    {
      name: 'accepts-any-offset',
      description: 'It does not check the pattern of a header.',
      foundBy: ['invalid-rejected'],
      behavior: forgets('header/offset'),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'readCalendar', 'changeCalendar'], foundBy: ['read-returns-written'] }, [
    {
      name: 'never-changes-time-of-change',
      description: 'It keeps the time of the creation as that of the last change.',
      behavior: ({ saveCalendar }) => ({
        saveCalendar: (state, calendar) => saveCalendar(state, { ...calendar, updatedAt: calendar.createdAt }),
      }),
    },
  ]),
];

function withTimes(change: (text: string) => string) {
  return (fields: Parameters<ReturnType<typeof withMember>>[0]) =>
    withMember('start', inText(change))(withMember('end', inText(change))(fields));
}

function keepsTimes(change: (text: string) => string): CalendarChange {
  return keeps(withTimes(change));
}

function rejectsTimes(isRejected: (text: string) => boolean): CalendarChange {
  return () => ({
    prepare: (body) => {
      if (isObject(body) && ['start', 'end'].some((name) => isRejected(String(body[name] ?? 'z'))))
        throw new CalendarProblem(422, 'The time has another form.');
      return body;
    },
  });
}
