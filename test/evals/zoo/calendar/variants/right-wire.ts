/** Messages that are written otherwise, with the same meaning. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { right } from '../../variant.ts';
import type { CalendarBehavior } from '../behavior.ts';
import { type CalendarRequest, type CalendarResponse, head } from '../http.ts';
import type { CalendarRecord } from '../state.ts';
import { always, responds, withHeaders } from './changes.ts';

export const rightMessages = right<CalendarBehavior>([
  {
    name: 'compresses-where-accepted',
    description: 'It sends gzip to clients that accept it.',
    behavior: responds(compressed, hasBody),
  },
  {
    name: 'sends-chunks',
    description: 'It sends every body chunked, the first bytes one by one.',
    concurrency: 12,
    behavior: responds((response) => ({ ...response, deliver: inChunks }), hasBody),
  },
  {
    name: 'closes-connections',
    description: 'It closes the connection after every response.',
    behavior: responds(withHeaders({ connection: 'close' }), always),
  },
  {
    name: 'writes-header-names-in-capitals',
    description: 'It writes the names of headers in capitals.',
    behavior: responds(
      ({ headers, ...response }) => ({
        ...response,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
      }),
      always,
    ),
  },
  {
    name: 'sends-more-headers',
    description: 'It sends headers that are not declared, with cookies of its own.',
    behavior: responds(
      withHeaders({
        vary: 'Accept, Origin',
        'x-request-id': '7f',
        'set-cookie': ['seen=1; Path=/', 'theme=dark'],
        'x-ratelimit-remaining': '99',
        'cache-control': 'private, no-cache',
      }),
      always,
    ),
  },
  {
    name: 'gives-whole-addresses',
    description: 'It gives a Location with scheme and host.',
    behavior: responds(
      (response, { headers }) =>
        withHeaders({ location: `http://${headers['host']}${response.headers['location']}` })(response),
      ({ headers }) => headers['location'] !== undefined,
    ),
  },
  {
    name: 'gives-relative-addresses',
    description: 'It gives a Location relative to the address of the request.',
    behavior: responds(
      (response, { path }) => {
        const segments = path.split('/').filter((segment) => segment !== '');
        const up = segments.slice(1).map(() => '..');
        const target = String(response.headers['location']).slice(1);
        return withHeaders({ location: [...up, target].join('/') })(response);
      },
      ({ headers }) => headers['location'] !== undefined,
    ),
  },
  {
    name: 'links-to-more-pages',
    description: 'It links with whole addresses to the first page and this one too.',
    behavior: responds(
      (response, { path, query, headers }) => {
        const address = `http://${headers['host']}${path}`;
        const next = response.headers['link'];
        const more = next === undefined ? [] : [String(next).replace('<', `<http://${headers['host']}`)];
        const links = [`<${address}>; rel="first"`, `<${address}?${query}>; rel=self; title="a, b; c"`, ...more];
        return withHeaders({ link: links.join(', ') })(response);
      },
      ({ status }, operation) => status === 200 && (operation === 'listEvents' || operation === 'listCalendars'),
    ),
  },
  {
    name: 'is-slow',
    description: 'It takes 15 ms for every response.',
    concurrency: 16,
    behavior: () => ({
      wrapExchange: async (_request, respond) => {
        await delay(15);
        return respond();
      },
    }),
  },
  {
    name: 'starts-slowly',
    description: 'It takes a second for its first response, as a function that is started by a request.',
    behavior: () => {
      const started = Date.now();
      return {
        wrapExchange: async (_request, respond) => {
          if (Date.now() - started < 2_000) await delay(1_000);
          return respond();
        },
      };
    },
  },
  {
    name: 'lists-as-of-a-second-ago',
    description: 'It lists the calendars of a user as they were up to a second ago.',
    behavior: ({ calendarsOf }) => {
      const kept = new Map<string, { readonly made: number; readonly calendars: readonly CalendarRecord[] }>();
      return {
        calendarsOf: (state, user) => {
          const known = kept.get(user);
          if (known !== undefined && Date.now() - known.made < 1_000) return known.calendars;
          const calendars = calendarsOf(state, user);
          kept.set(user, { made: Date.now(), calendars });
          return calendars;
        },
      };
    },
  },
  {
    name: 'hints-before-responses',
    description: 'It sends interim responses with a hint before every response.',
    concurrency: 12,
    behavior: responds((response) => ({ ...response, deliver: afterHints }), hasBody),
  },
]);

function hasBody({ status }: CalendarResponse): boolean {
  return status !== 204 && status !== 304;
}

function compressed(response: CalendarResponse, { headers }: CalendarRequest): CalendarResponse {
  if (!/\bgzip\b(?!;\s*q=0(\.0*)?\b)/.test(headers['accept-encoding'] ?? '')) return response;
  const body = gzipSync(response.body);
  return { ...withHeaders({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })(response), body };
}

function inChunks(out: ServerResponse, response: CalendarResponse): void {
  const bytes = Buffer.from(response.body);
  head(out, response, false);
  for (const byte of bytes.subarray(0, 8)) out.write(Buffer.from([byte]));
  out.end(bytes.subarray(8));
}

function afterHints(out: ServerResponse, response: CalendarResponse): void {
  out.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  head(out, response).end(response.body);
}
