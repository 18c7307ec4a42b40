/** Problems that are not those of the contract, and broken messages. */

import type { CalendarResponse } from '../http.ts';
import { type CalendarFault, scoped } from '../variant.ts';
import {
  at,
  inObject,
  responds,
  throwServerError,
  withHeaders,
  withJson,
  without,
  withoutHeader,
  withStatus,
} from './changes.ts';

const page: Pick<CalendarResponse, 'headers' | 'body'> = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><title>Not Found</title>',
};

export const wrongProblems: readonly CalendarFault[] = [
  ...scoped({ operations: ['readCalendar'], foundBy: ['media-type-declared'] }, [
    {
      name: 'returns-404-as-page',
      description: 'It sends a page in HTML where there is no such calendar.',
      behavior: responds((response) => ({ ...response, ...page }), withStatus(404)),
    },
    {
      name: 'returns-problems-as-json',
      description: 'It sends problems with the media type application/json.',
      behavior: responds(withHeaders({ 'content-type': 'application/json' }), withStatus(404)),
    },
  ]),
  ...scoped({ operations: ['readCalendar'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'leaves-title-out',
      description: 'It sends a problem without its title.',
      behavior: responds(withJson(inObject(without('title'))), withStatus(404)),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'returns-409-of-another-form',
      description: 'It sends a conflict in another form than other problems.',
      operations: ['createCalendar'],
      behavior: responds((response) => ({ ...response, body: '{"error":"duplicate key"}' }), withStatus(409)),
    },
    {
      name: 'writes-errors-as-map',
      description: 'It sends a map of messages where a list of objects is declared.',
      behavior: responds(
        withJson(inObject((problem) => ({ ...problem, errors: { name: ['wrong'] } }))),
        withStatus(422),
      ),
    },
  ]),
  ...scoped({ operations: ['readCalendar'], foundBy: ['unknown-not-found'] }, [
    {
      name: 'returns-200-to-unknown-calendars',
      description: 'It returns null with status 200 where there is no such calendar.',
      behavior: responds(
        (response) => ({ ...response, status: 200, headers: { 'content-type': 'application/json' }, body: 'null' }),
        withStatus(404),
      ),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['invalid-rejected'] }, [
    {
      name: 'returns-200-to-what-is-wrong',
      description: 'It sends problems with status 200.',
      behavior: responds((response) => ({ ...response, status: 200 }), withStatus(422)),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['no-server-error'] }, [
    {
      name: 'fails-on-names-that-exist',
      description: 'It returns 500 where a unique index rejects a name.',
      behavior: responds((response) => ({ ...response, status: 500 }), withStatus(409)),
    },
    {
      name: 'fails-on-labels-that-are-null',
      description: 'It returns 500 where a map is null.',
      behavior: () => ({
        prepare: (body) => (/"labels":null/.test(JSON.stringify(body)) ? throwServerError() : body),
      }),
    },
  ]),
  ...scoped({ operations: ['readCalendar'], foundBy: ['headers-declared'] }, [
    {
      name: 'limits-rate-without-retry-after',
      description: 'It returns 429 to every tenth request without Retry-After.',
      behavior: () => {
        let count = 0;
        return { wrapExchange: async (_request, respond) => (++count % 10 === 0 ? tooMany() : respond()) };
      },
    },
  ]),
];

function tooMany(): CalendarResponse {
  const headers = { 'content-type': 'application/problem+json' };
  return { status: 429, headers, body: '{"title":"Too many requests","status":429}' };
}

export const wrongMessages: readonly CalendarFault[] = [
  ...scoped({ operations: ['createCalendar'], foundBy: ['headers-declared'] }, [
    {
      name: 'forgets-location',
      description: 'It sends a 201 without the required Location.',
      behavior: responds(withoutHeader('location'), at('createCalendar', 201)),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'listCalendars'], foundBy: ['body-matches-schema'] }, [
    {
      name: 'lists-without-next',
      description: 'It leaves the cursor out on the last page, where null is declared.',
      behavior: responds(
        (response) => ({ ...response, body: String(response.body).replace(',"next":null', '') }),
        at('listCalendars'),
      ),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['body-is-json'] }, [
    {
      name: 'writes-json-in-latin-1',
      description: 'It writes JSON in Latin-1.',
      operations: ['createCalendar', 'createEvent'],
      behavior: responds(
        (response) => ({ ...response, body: Buffer.from(String(response.body), 'latin1') }),
        at('createEvent', 201),
      ),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['keys-are-unique'] }, [
    {
      name: 'writes-name-twice',
      description: 'It writes a member of an object twice.',
      behavior: responds(
        (response) => ({ ...response, body: String(response.body).replace(/^\{/, '{"name":"?",') }),
        at('createCalendar', 201),
      ),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'deleteCalendar'], foundBy: ['no-trailing-data'] }, [
    {
      name: 'sends-body-with-204',
      description: 'It sends a body with a 204, which the next response on the connection begins with.',
      behavior: responds(
        (response) => ({
          ...response,
          deliver: (out) => {
            out.socket?.write('HTTP/1.1 204 No Content\r\n\r\n{"done":true}', () => out.destroy());
          },
        }),
        at('deleteCalendar', 204),
      ),
    },
  ]),
  ...scoped({ operations: ['createCalendar', 'readCalendar'], foundBy: ['content-encoding-accepted'] }, [
    {
      name: 'compresses-always',
      description: 'It says that a body is compressed whatever the client accepts.',
      behavior: responds(withHeaders({ 'content-encoding': 'br' }), at('readCalendar')),
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['created-is-echoed'] }, [
    {
      name: 'keeps-labels-of-the-request-before',
      description: 'It keeps members of the request before in an object that all requests share.',
      behavior: () => {
        let labels: Parameters<typeof JSON.stringify>[0];
        return {
          keepFields: (fields, operation) => {
            if (operation !== 'createCalendar') return fields;
            const before = labels;
            labels = fields['labels'];
            return fields['labels'] === undefined && before !== undefined ? { ...fields, labels: before } : fields;
          },
        };
      },
    },
  ]),
  ...scoped({ operations: ['createCalendar'], foundBy: ['created-id-is-unique'] }, [
    {
      name: 'makes-ids-of-seconds',
      description: 'It makes ids of the time in seconds, so that calendars of one second share one.',
      behavior: ({ newId }) => ({
        newId: (kind, fields) => (kind === 'calendar' ? String(Math.floor(Date.now() / 1_000)) : newId(kind, fields)),
      }),
    },
  ]),
];
