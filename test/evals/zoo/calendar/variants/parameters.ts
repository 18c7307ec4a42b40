/** Rules about parameters that the service does not check. */
import { basic, type CalendarDefect, type CalendarFault, forgets, scoped } from '../variant.ts';
import { throwServerError } from './changes.ts';

function forgotten(
  operation: string,
  list: readonly (readonly [name: string, description: string, rule: string])[],
): readonly CalendarDefect[] {
  return list.map(([name, description, rule]) => ({
    name,
    description,
    operations: [operation],
    foundBy: ['invalid-rejected'],
    behavior: forgets(rule),
  }));
}

export const forgottenParameterRules: readonly CalendarFault[] = [
  ...basic([
    ...forgotten('listEvents', [
      ['accepts-page-zero', 'It accepts page 0.', 'query/page/min'],
      ['accepts-any-from', 'It accepts a time of any form.', 'query/from/form'],
      ['accepts-unknown-categories', 'It ignores unknown items of a pipe-delimited array.', 'query/categories/item'],
      ['accepts-unknown-bounds', 'It ignores members of a deepObject that are not declared.', 'query/seats/unknown'],
      ['takes-other-texts-for-false', 'It takes every text but true for false.', 'query/busy/type'],
    ]),
    ...forgotten('listCalendars', [['accepts-negative-limits', 'It accepts a limit below 1.', 'query/limit/min']]),
  ]),
  ...scoped({ operations: ['listEvents'], foundBy: ['no-server-error'] }, [
    {
      name: 'fails-on-times-of-another-form',
      description: 'It returns 500 to a time that it cannot parse.',
      behavior: ({ readQuery }) => ({
        readQuery: (text) => {
          const pairs = readQuery(text);
          const isBroken = pairs.some(([name, value]) => name === 'from' && Number.isNaN(Date.parse(value)));
          return isBroken ? throwServerError() : pairs;
        },
      }),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'listCalendars'], foundBy: ['no-server-error'] }, [
    {
      name: 'fails-on-unknown-cursors',
      description: 'It returns 500 to a cursor that it has not given.',
      behavior: ({ calendarPage }) => ({
        calendarPage: (list, cursor, limit) => calendarPage(list, cursor, limit) ?? throwServerError(),
      }),
    },
  ]),
  ...scoped({ operations: ['readInvitation'], foundBy: ['no-server-error'] }, [
    {
      name: 'fails-on-ids-beyond-64-bits',
      description: 'It returns 500 to an id that does not fit into 64 bits.',
      behavior: ({ decodeSegment }) => ({
        decodeSegment: (text) => (/^\d{20,}$/.test(text) ? throwServerError() : decodeSegment(text)),
      }),
    },
  ]),
];
