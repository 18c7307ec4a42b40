import { faulty } from '../../variant.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { withHeader, withoutHeader } from '../wire.ts';
import { answers, refuses, sees } from './changes.ts';

const at = ['readBooking'];

/** Headers of the request that are not looked at, and headers of the answer that are not as declared. */
export const wrongHeaders = faulty<Desk>('basic', [
  {
    name: 'takes-missing-request-id',
    what: 'It makes up the required X-Request-ID where it is missing.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: sees('readBooking', (request) => {
      const made = { 'x-request-id': '00000000-0000-4000-8000-000000000000' };
      return { ...request, headers: { ...made, ...request.headers } };
    }),
  },
  {
    name: 'takes-any-request-id',
    what: 'It takes an X-Request-ID that is no UUID, and answers with another.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: sees('readBooking', (request) => {
      if (request.headers['x-request-id'] === undefined) return request;
      const id = '00000000-0000-4000-8000-000000000000';
      return { ...request, headers: { ...request.headers, 'x-request-id': id } };
    }),
  },
  {
    name: 'wants-capitals-in-header-names',
    what: 'It looks for the name of a header letter by letter.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: sees('readBooking', (request) => {
      if (!request.names.includes('x-request-id')) return request;
      const { 'x-request-id': _one, ...headers } = request.headers;
      return { ...request, headers };
    }),
  },
  {
    name: 'takes-any-language',
    what: 'It does not validate the list in Accept-Language.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ rules: { headers, ...others } }) => {
      const item = { kind: 'text' } as const;
      const list = { kind: 'list', isSpread: false, min: 1, max: Infinity, item } as const;
      return { rules: { ...others, headers: { ...headers, 'accept-language': list } } };
    },
  },
  {
    name: 'takes-any-number-of-copies',
    what: 'It does not validate the optional header X-Copies.',
    at,
    foundBy: ['invalid-rejected'],
    behaviour: ({ rules: { headers, ...others } }) => {
      const { 'x-copies': _one, ...rest } = headers;
      return { rules: { ...others, headers: rest } };
    },
  },
  {
    name: 'forgets-etag',
    what: 'It answers without the required ETag.',
    at: ['createBooking', 'readBooking'],
    foundBy: ['headers-declared'],
    behaviour: () => ({ answered: (answer) => withoutHeader(answer, 'etag') }),
  },
  {
    name: 'leaves-quotes-off-etag',
    what: 'It answers with an ETag without its quotes.',
    at,
    foundBy: ['headers-declared'],
    behaviour: answers('readBooking', (answer) =>
      withHeader(answer, 'etag', String(answer.headers['etag']).replaceAll('"', '')),
    ),
  },
  {
    name: 'weakens-etag',
    what: 'It answers with a weak ETag where the contract has a strong one, as a proxy that packs does.',
    at,
    foundBy: ['headers-declared'],
    behaviour: answers('readBooking', (answer) => withHeader(answer, 'etag', `W/${answer.headers['etag']}`)),
  },
  {
    name: 'forgets-location',
    what: 'It answers 201 without the required Location.',
    at: ['createBooking'],
    foundBy: ['headers-declared'],
    behaviour: answers('createBooking', (answer) => withoutHeader(answer, 'location')),
  },
  {
    name: 'points-elsewhere',
    what: 'It answers with a Location on the host that it believes to be.',
    at: ['uploadPhoto'],
    foundBy: ['headers-declared'],
    behaviour: answers('uploadPhoto', (answer) =>
      withHeader(answer, 'location', `http://internal.example:8080${answer.headers['location']}`),
    ),
  },
  {
    name: 'numbers-requests',
    what: 'It answers with a number for X-Request-ID in place of a UUID.',
    at,
    foundBy: ['headers-declared'],
    behaviour: answers('readBooking', (answer) => withHeader(answer, 'x-request-id', '4711')),
  },
  {
    name: 'counts-rows-in-words',
    what: 'It answers with X-Rows: 3 rows, where the contract has an integer.',
    at: ['readReport'],
    foundBy: ['headers-declared'],
    behaviour: answers('readReport', (answer) =>
      withHeader(answer, 'x-rows', `${answer.headers['x-rows']} rows`),
    ),
  },
  {
    name: 'retries-in-words',
    what: 'It answers 401 with Retry-After: soon.',
    at: ['readNote'],
    foundBy: ['headers-declared'],
    behaviour: refuses(401, (answer) => withHeader(answer, 'retry-after', 'soon')),
  },
  {
    name: 'challenges-nobody',
    what: 'It answers 401 without WWW-Authenticate, which the contract requires.',
    at: ['readNote'],
    foundBy: ['headers-declared'],
    behaviour: refuses(401, (answer) => withoutHeader(answer, 'www-authenticate')),
  },
  {
    name: 'lets-sessions-be-cached',
    what: 'It answers with Cache-Control: public where the contract has no-store.',
    at: ['openSession'],
    foundBy: ['headers-declared'],
    behaviour: answers('openSession', (answer) => withHeader(answer, 'cache-control', 'public')),
  },
  {
    name: 'sets-no-cookie',
    what: 'It opens a session and does not say which.',
    at: ['openSession'],
    foundBy: ['headers-declared'],
    behaviour: answers('openSession', (answer) => withoutHeader(answer, 'set-cookie')),
  },
  {
    name: 'sets-empty-cookie',
    what: 'It sets the cookie of the session to nothing.',
    at: ['openSession'],
    foundBy: ['headers-declared'],
    behaviour: answers('openSession', (answer) => withHeader(answer, 'set-cookie', 'desk_session=; Path=/')),
  },
  {
    name: 'refuses-second-language',
    what: 'It refuses more than one language.',
    at,
    foundBy: ['valid-accepted'],
    behaviour: sees('readBooking', (request) => {
      if (!request.headers['accept-language']?.includes(',')) return request;
      throw new Refusal({ status: 400, code: 'too-many', title: 'One language will do.' });
    }),
  },
]);
